import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { signPayload } from '../src/webhooks/sign.ts';
import {
  unwrapWebhook,
  WebhookVerificationError,
  type WebhookBody,
  type WebhookHeaders,
  type WebhookOptions,
} from '../src/webhooks/index.ts';
import { unwrapWebhookSync } from '../src/webhooks/node.ts';

const seconds = 1798761600;
const secret = 'whsec_aG9zdGlsZQ';
const body = '{"id":"evt_1","type":"secret.consumed","data":{},"__proto__":{"admin":true}}';
const header = await signPayload({ payload: body, secret, timestamp: seconds });
const onTime = { secret, now: () => seconds * 1000 };
const bytes = () => new TextEncoder().encode(body);

/** What both forms do: the code of the refusal, or the event's id. */
async function outcome(
  theBody: unknown,
  headers: unknown = header,
  options: unknown = onTime,
): Promise<string> {
  const call = [theBody as WebhookBody, headers as WebhookHeaders, options as WebhookOptions] as const;
  const codeOf = (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error));
  const later = unwrapWebhook(...call).then(({ id }) => id, codeOf);
  let now: string;
  try {
    now = unwrapWebhookSync(...call).id;
  } catch (error) {
    now = codeOf(error);
  }
  expect(await later).toBe(now);
  return now;
}

describe('a body', () => {
  it('may be bytes of any kind and place', async () => {
    const padded = new Uint8Array([1, 2, 3, ...bytes(), 4]);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes().length));
    shared.set(bytes());
    expect(await outcome(padded.subarray(3, -1))).toBe('evt_1');
    expect(await outcome(Buffer.from(padded.buffer, 3, bytes().length))).toBe('evt_1');
    expect(await outcome(new DataView(padded.buffer, 3, bytes().length))).toBe('evt_1');
    expect(await outcome(shared)).toBe('evt_1');
    expect(await outcome(runInNewContext('Uint8Array.from(bytes).buffer', { bytes: bytes() }))).toBe('evt_1');
  });

  it.each([
    '{"id":"","type":"secret.consumed","data":{"object":{}}}',
    '{"id":1,"type":"secret.consumed","data":{"object":{}}}',
    '{"id":"evt_1","data":{"object":{}}}',
    '{"id":"evt_1","type":"secret.consumed"}',
    '{"id":"evt_1","type":"secret.consumed","data":null}',
    '{"id":"evt_1","type":"secret.consumed","data":"object"}',
  ])('that is rightly signed is no event as %s', async (text) => {
    const signature = await signPayload({ payload: text, secret, timestamp: seconds });
    expect(await outcome(text, signature)).toBe('invalid_payload');
  });

  it('whose buffer was transferred is not raw', async () => {
    const gone = bytes();
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    expect(await outcome(gone.buffer)).toBe('body_not_raw');
    expect(await outcome(gone)).toMatch(/^(body_not_raw|signature_mismatch)$/);
  });

  it.each([
    { byteLength: 9, length: 9 },
    { toString: () => body },
    [body],
    Object.create(null),
    new Proxy({}, { get: () => fail() }),
    Symbol('body'),
    () => body,
    new SharedArrayBuffer(9),
  ])('that is something else is not raw', async (something) => {
    expect(await outcome(something)).toBe('body_not_raw');
  });

  it('is parsed as it was verified, even when its buffer is used again meanwhile', async () => {
    const buffer = bytes();
    const event = unwrapWebhook(buffer, header, onTime);
    buffer.fill(0x20);
    expect(await event).toEqual(JSON.parse(body));
  });

  it('cannot touch the prototype of an event', async () => {
    const event = await unwrapWebhook(body, header, onTime);
    expect('admin' in event).toBe(false);
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  });
});

describe('headers', () => {
  it.each<[unknown, string]>([
    [{ __proto__: { 'x-service-signature': header } }, 'missing_header'],
    [JSON.parse(`{"__proto__":{"x-service-signature":"${header}"}}`), 'missing_header'],
    [{ constructor: header, get: header }, 'missing_header'],
    [{ 'x-service-signature': undefined }, 'missing_header'],
    [{ 'x-service-signature': [] }, 'missing_header'],
    [{ 'x-service-signature': { toString: () => header } }, 'missing_header'],
    [{ 'x-service-signature': [Object.create(null)] }, 'missing_header'],
    [{ 'x-service-signature': [header, header] }, 'malformed_header'],
    [{ 'x-service-signature': `${header}, ${header}` }, 'malformed_header'],
    [{ 'x-service-signature': header, 'x-service-signature-next': 'x' }, 'malformed_header'],
    [{ 'x-service-signature': `${header}${',v1='.repeat(1e5)}` }, 'malformed_header'],
    [{ 'x-service-signature': `t=${'9'.repeat(1e6)},v1=${'0'.repeat(64)}` }, 'malformed_header'],
    [null, 'missing_header'],
    [5, 'missing_header'],
    [[], 'missing_header'],
    [Object.assign(Object.create(null), { 'X-Service-Signature': header }), 'evt_1'],
    [[['X-Service-Signature', header]], 'evt_1'],
    [new Map([['X-Service-Signature', header]]), 'evt_1'],
    [{ 'x-service-signature': `${header},${'x=y,'.repeat(1e5)}` }, 'malformed_header'],
  ])('%#: give what they are worth', async (headers, expected) => {
    expect(await outcome(body, headers)).toBe(expected);
  });
});

describe('options', () => {
  it.each([
    undefined,
    5,
    true,
    {},
    [[secret]],
    [null],
    [secret, undefined],
    Symbol('secret'),
    new String(secret),
  ])('with the secret %o are refused', async (bad) => {
    expect(await outcome(body, header, { ...onTime, secret: bad })).toBe('invalid_secret');
  });

  it('that are left out lack the secret', async () => {
    const call = (unwrapWebhookSync as (...args: unknown[]) => unknown).bind(undefined, body, header);
    expect(call).toThrow(expect.objectContaining({ code: 'invalid_secret' }));
    await expect((unwrapWebhook as (...args: unknown[]) => unknown)(body, header)).rejects.toThrow(
      /pass whsec_…/,
    );
  });

  it.each<[unknown, number, string]>([
    [0, 0, 'evt_1'],
    [0, 0.001, 'timestamp_too_old'],
    [0, -0.001, 'timestamp_in_future'],
    [-1, 0, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    [NaN, 0, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    [Infinity, 1, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    [Infinity, -1, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    ['never', 0, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    ['300', 0, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    [null, 1, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    [86_401, 0, 'TempshareError: tolerance must be seconds, 0 to 86400'],
    [86_400, 86_400, 'evt_1'],
    [86_400, 86_401, 'timestamp_too_old'],
    [undefined, 300, 'evt_1'],
    [undefined, 301, 'timestamp_too_old'],
    [undefined, NaN, 'timestamp_too_old'],
    [undefined, -Infinity, 'timestamp_in_future'],
  ])('with the tolerance %s accept %s s or not', async (tolerance, late, expected) => {
    const options = { secret, tolerance, now: () => (seconds + late) * 1000 };
    expect(await outcome(body, header, options)).toBe(expected);
  });

  it('may hold more secrets than are remembered', async () => {
    const secrets = Array.from({ length: 40 }, (_, i) => `whsec_${i}`);
    for (const each of secrets)
      expect(await outcome(body, header, { ...onTime, secret: each })).toMatch(/^sig/);
    expect(await outcome(body, header, { ...onTime, secret: [...secrets, secret] })).toBe('evt_1');
  });
});

function fail(): never {
  throw new Error('was asked for a property');
}
