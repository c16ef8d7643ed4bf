import { APIConnectionError, Tempshare } from '@tempshare/sdk';
import { createWebhookHandler } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';

/** What a bundled program does, lazily loaded parts included; a fetch of its own stands in for the service. */
export async function run() {
  const baseUrl = 'https://share.example/api/v1';
  const secretUrl = 'https://share.example/en/secret/4hTq8YwJx5QmN0aVt7LcPz';
  const sent = [];
  const fetch = async (address, init) => {
    sent.push(init.method);
    if (String(address).endsWith('/key')) throw new TypeError('fetch failed');
    const created = { success: true, secretId: '4hTq8YwJx5QmN0aVt7LcPz', secretUrl, burnAfterRead: true };
    return Response.json(created, { status: 201 });
  };
  const client = new Tempshare({
    apiKey: 'svc_sk_test_x',
    baseUrl,
    fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
  const created = await client.secrets.create({ secret: 'hunter2' });
  const failure = await client.key.get().catch((thrown) => thrown);

  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'secret.consumed',
    data: { object: { secretId: 's' } },
  });
  const secret = 'whsec_bundled';
  const signature = await signPayload({ payload, secret, timestamp: Math.floor(Date.now() / 1000) });
  const handler = createWebhookHandler({ secret }).on('secret.consumed', ({ data }) =>
    sent.push(data.object.secretId),
  );
  await handler.dispatch(await handler.unwrap(payload, { 'x-service-signature': signature }));
  return {
    sealed: created.secretUrl.startsWith(`${secretUrl}#`),
    failure: failure instanceof APIConnectionError && failure.name,
    sent,
  };
}
