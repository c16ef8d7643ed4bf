import { afterEach, describe, expect, it, vi } from 'vitest';
import { signPayload } from '../../src/webhooks/sign.ts';
import {
  createWebhookHandler,
  unwrapRequest,
  unwrapWebhook,
  verifySignature,
  type WebhookOptions,
} from '../../src/webhooks/index.ts';
import { unwrapWebhookSync, verifySignatureSync } from '../../src/webhooks/node.ts';
import { TempshareError } from '../../src/core/errors.ts';

const secret = 'whsec_5f2a9c0b7d4e4a1c8f3b6d2e9a7c1f04';
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

type Receive = (request: Request, options?: WebhookOptions) => unknown;

/** Passes on the body and the headers of a request, and options where the caller gives some. */
const fromRequest =
  (verify: typeof unwrapWebhook | typeof verifySignature | typeof verifySignatureSync): Receive =>
  async (request, ...options) =>
    verify(await request.arrayBuffer(), request.headers, ...options);

const entries: [string, Receive][] = [
  ['unwrapRequest', (request, ...options) => unwrapRequest(request, ...options)],
  ['unwrapWebhook', fromRequest(unwrapWebhook)],
  ['verifySignature', fromRequest(verifySignature)],
  ['unwrapWebhookSync', fromRequest(unwrapWebhookSync)],
  ['verifySignatureSync', fromRequest(verifySignatureSync)],
  [
    'a handler',
    async (request, ...options) =>
      createWebhookHandler(...options).handle(await request.arrayBuffer(), request.headers),
  ],
];

describe.each(entries)('%s with a misspelt option', (_, receive) => {
  it.each<[object, string]>([
    [{ tolerence: 5 }, '"tolerence" (perhaps tolerance is meant); known are secret, tolerance, now'],
    [{ secrets: [secret] }, ': "secrets" (perhaps secret is meant)'],
    [{ [secret]: 1 }, 'unknown option of webhook verification: not shown here; known'],
    [secret as never, 'unknown option of webhook verification: not shown here; known'],
  ])('refuses %j', async (options, words) => {
    const given = typeof options === 'string' ? options : { secret, ...options };
    const error: unknown = await (async () => receive(await signed(), given as object))().catch(
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(TempshareError);
    expect((error as Error).name).toBe('TempshareError');
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).not.toContain(secret);
  });

  it('lets one pass that is undefined', async () => {
    await receive(await signed(), { secret, tolerence: undefined } as object);
  });
});

it('a misspelt option does not compile', () => {
  // @ts-expect-error: tolerance is meant.
  void (() => unwrapWebhook('', {}, { tolerence: 5 }));
  // @ts-expect-error: tolerance is meant.
  void (() => unwrapWebhookSync('', {}, { secret, tolerence: 5 }));
  // @ts-expect-error: tolerance is meant.
  void (() => createWebhookHandler({ secret, tolerence: 5 }));
  // @ts-expect-error: an object is meant.
  void (() => verifySignature('', {}, secret));
});

describe.each(entries)('%s without a secret', (_, receive) => {
  it('takes that of the environment, or each of several', async () => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', `${secret}\n`);
    await receive(await signed());
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', ` whsec_old , ${secret},`);
    await receive(await signed());
    await receive(await signed('whsec_old'));
    await expect(receive(await signed('whsec_older'))).rejects.toMatchObject({ code: 'signature_mismatch' });
  });

  it('prefers the one it is given', async () => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', 'whsec_old');
    await receive(await signed(), { secret });
    await expect(receive(await signed('whsec_old'), { secret })).rejects.toMatchObject({
      code: 'signature_mismatch',
    });
  });

  it.each([undefined, '', ' '])('says that there is none when the variable is %j', async (value) => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', value);
    const advice = { code: 'invalid_secret', message: expect.stringContaining('set SERVICE_WEBHOOK_SECRET') };
    await expect(receive(await signed())).rejects.toMatchObject(advice);
  });
});
