import { NotFoundError, Tempshare } from '@tempshare/sdk';
import { unwrapWebhook, WebhookVerificationError } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';

/** What a program does with the package. The same text runs on every runtime. */
export async function run(baseUrl: string) {
  return { ...(await call(baseUrl)), ...(await verify()) };
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
