/** A page with the mock in its own service worker; the test runs it in a browser. */
import { APIConnectionError, APITimeoutError, Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { createMock } from '@tempshare/testing';
import { setupWorker } from 'msw/browser';

export async function run(): Promise<unknown> {
  const mock = createMock({ baseUrl: 'https://share.example/api/v1' });
  const worker = setupWorker(...mock.handlers);
  await worker.start({ onUnhandledFrame: 'error', quiet: true });
  const { apiKey, baseUrl } = mock;
  const client = new Tempshare({ apiKey, baseUrl, dangerouslyAllowBrowser: true });
  const once = client.withOptions({ maxRetries: 0 });

  const { secretUrl } = await client.secrets.create({ secret: 'hunter2' });
  const secret = await openLink(secretUrl);
  const file = new File(['x'.repeat(200_000)], 'plan.pdf');
  const shared = await client.transfers.create({ type: 'file', file });
  const opened = await openLink(shared.shareUrl);
  const text = opened.kind === 'file' ? await opened.file.text() : '';

  mock.fail('transfers.create', 'lost_response');
  const { attempts } = await client.transfers.create({ type: 'text', text: 'x' }).withResponse();
  mock.fail('key.get', 'service_unavailable', { retryAfter: 9 });
  mock.fail('key.get', 'network');
  mock.fail('key.get', 'timeout');
  const failures: unknown[] = [];
  for (const options of [{}, {}, { timeout: 300 }])
    failures.push(await once.key.get(options).catch((error: unknown) => error));
  const [unavailable, network, timeout] = failures as [
    { status: number; retryAfterMs: number },
    Error,
    Error,
  ];
  mock.recover();
  return {
    secret,
    size: text.length,
    attempts,
    listed: (await client.transfers.list()).total,
    unavailable: [unavailable.status, unavailable.retryAfterMs],
    network: network instanceof APIConnectionError,
    timeout: timeout instanceof APITimeoutError,
  };
}
