/** What a test under jsdom or happy-dom does with the SDK and the mock. */
import { setupServer } from 'msw/node';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { createMock } from '@tempshare/testing';

const TEXT = 'hunter2';
const bytes = () => new TextEncoder().encode(TEXT);
const SOURCES = {
  bytes,
  buffer: () => bytes().buffer,
  blob: () => new Blob([TEXT]),
  file: () => new File([TEXT], 'a.txt'),
};

export async function run() {
  const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  const client = new Tempshare({
    baseUrl: mock.baseUrl,
    apiKey: mock.apiKey,
    dangerouslyAllowBrowser: true,
  });
  const seen = {};
  const { secretUrl } = await client.secrets.create({ secret: TEXT });
  seen.secret = (await openLink(secretUrl)).secret;
  for (const encryption of ['server', 'e2e'])
    for (const [name, make] of Object.entries(SOURCES)) {
      const { shareUrl } = await client.transfers.create({ type: 'file', file: make(), encryption });
      seen[`${name}, ${encryption}`] = await (await openLink(shareUrl)).file.text();
    }
  const { uploadUrl } = await client.transfers.create({ type: 'file', encryption: 'server' });
  seen.uploaded = (await client.files.upload(uploadUrl.split('/').at(-1), new Blob([TEXT]))).size;
  const { signal } = new AbortController();
  await client.key.get({ signal });
  const ended = new AbortController();
  ended.abort();
  const failure = await client.key.get({ signal: ended.signal }).catch((error) => error);
  seen.aborted = failure.name;
  seen.environment = typeof document;
  server.close();
  return seen;
}
