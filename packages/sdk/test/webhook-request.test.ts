import { afterEach, describe, expect, it, vi } from 'vitest';
import { signPayload } from '../src/sign.ts';
import { createWebhookHandler, unwrapRequest } from '../src/webhooks.ts';

const secret = 'whsec_cmVxdWVzdA';
const body = '{"id":"evt_1","type":"secret.consumed","data":{"object":{}}}';

async function signed(by = secret): Promise<Request> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = { 'X-Service-Signature': await signPayload({ payload: body, secret: by, timestamp }) };
  return new Request('https://hooks.example.com', { method: 'POST', body, headers });
}

afterEach(() => void vi.unstubAllEnvs());

describe('unwrapRequest', () => {
  it('gives the event of a request', async () => {
    expect(await unwrapRequest(await signed(), { secret })).toEqual(JSON.parse(body));
  });

  it('leaves a clone for another reader', async () => {
    const request = await signed();
    await unwrapRequest(request.clone(), { secret });
    expect(await request.text()).toBe(body);
  });

  it('holds the timestamp against the options', async () => {
    const refused = unwrapRequest(await signed(), { secret, now: () => Date.now() + 301e3 });
    await expect(refused).rejects.toMatchObject({ code: 'timestamp_too_old' });
  });

  it('says so when the body was read before, or is being read', async () => {
    const advice = {
      code: 'body_not_raw',
      message: expect.stringMatching(/read before.*arrayBuffer\(\) first/),
    };
    const read = await signed();
    await read.json();
    await expect(unwrapRequest(read, { secret })).rejects.toMatchObject(advice);
    const locked = await signed();
    locked.body!.getReader();
    await expect(unwrapRequest(locked, { secret })).rejects.toMatchObject(advice);
    const express = { body: JSON.parse(body), headers: {} } as never;
    await expect(unwrapRequest(express, { secret })).rejects.toMatchObject(advice);
  });

  it('passes on what the runtime says of a body that breaks off', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    const init = { method: 'POST', body: broken, duplex: 'half' };
    const request = new Request('https://hooks.example.com', init);
    await expect(unwrapRequest(request, { secret })).rejects.toThrow('reset');
  });
});

describe.each([
  ['unwrapRequest', (request: Request, given?: string) => unwrapRequest(request, { secret: given })],
  [
    'a handler',
    async (request: Request, given?: string) =>
      createWebhookHandler({ secret: given }).handle(await request.arrayBuffer(), request.headers),
  ],
])('%s without a secret', (_, receive) => {
  it('takes that of the environment, or each of several', async () => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', `${secret}\n`);
    await receive(await signed());
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', `whsec_old,${secret}`);
    await receive(await signed());
    await receive(await signed('whsec_old'));
    await expect(receive(await signed('whsec_older'))).rejects.toMatchObject({ code: 'signature_mismatch' });
  });

  it('prefers the one it is given', async () => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', 'whsec_old');
    await receive(await signed(), secret);
    await expect(receive(await signed('whsec_old'), secret)).rejects.toMatchObject({
      code: 'signature_mismatch',
    });
  });

  it.each([undefined, '', ' '])('says that there is none when the variable is %j', async (value) => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', value);
    const advice = { code: 'invalid_secret', message: expect.stringContaining('set SERVICE_WEBHOOK_SECRET') };
    await expect(receive(await signed())).rejects.toMatchObject(advice);
  });
});
