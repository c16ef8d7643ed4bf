import { NotFoundError, Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { unwrapWebhook, WebhookVerificationError } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';

/** A program that uses the package. The same text runs on every runtime. */
export async function run(baseUrl: string) {
  return { ...(await call(baseUrl)), ...(await verify()), ...(await seal(baseUrl)) };
}

async function call(baseUrl: string) {
  const client = new Tempshare({ apiKey: 'svc_sk_test_packed', baseUrl, dangerouslyAllowBrowser: true });
  const body = { secret: 'hunter2', expiration: '1h', encryption: 'server' } as const;
  const created = await client.secrets.create(body).withResponse();
  const missing = await client.secrets.get('none').catch((error: unknown) => error);
  return {
    secretId: created.data.secretId,
    requestId: created.requestId,
    attempts: created.attempts,
    missing: missing instanceof NotFoundError && missing.code,
  };
}

async function verify() {
  const secret = 'whsec_of_this_program';
  const payload = JSON.stringify({ id: 'evt_1', type: 'secret.consumed', data: { object: {} } });
  const signature = await signPayload({ payload, secret, timestamp: Math.floor(Date.now() / 1000) });
  const headers = { 'x-service-signature': signature };
  const event = await unwrapWebhook(payload, headers, { secret });
  const refusal = await unwrapWebhook(`${payload} `, headers, { secret }).catch((error: unknown) => error);
  return { event: event.type, refused: refusal instanceof WebhookVerificationError && refusal.code };
}

async function seal(service: string) {
  const baseUrl = new URL('/mock/api/v1', service).href;
  const client = new Tempshare({ apiKey: 'svc_sk_test_packed', baseUrl, dangerouslyAllowBrowser: true });
  const { secretUrl } = await client.secrets.create({ secret: 'sealed', password: 'azalea' });
  const opened = await openLink(secretUrl, { baseUrl, password: 'azalea' });
  const gone = await openLink(secretUrl, { baseUrl, password: 'azalea' }).catch((error: unknown) => error);

  const file = new Blob([new Uint8Array(1_500_000).fill(7)]);
  const { shareUrl } = await client.transfers.create({ type: 'file', file, fileName: 'sevens.bin' });
  const share = await openLink(shareUrl, { baseUrl });
  const bytes = share.kind === 'file' ? await share.file.bytes() : new Uint8Array();
  return {
    secret: opened.kind === 'secret' && opened.secret,
    once: gone instanceof NotFoundError,
    fileName: share.kind === 'file' && share.file.fileName,
    sevens: bytes.filter((byte) => byte === 7).length,
  };
}
