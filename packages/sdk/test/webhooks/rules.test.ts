import { runInNewContext } from 'node:vm';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { signPayload } from '../../src/webhooks/sign.ts';
import {
  parseSignatureHeader,
  unwrapWebhook,
  verifySignature,
  WebhookVerificationError,
  type UnknownWebhookEvent,
  type WebhookBody,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
} from '../../src/webhooks/index.ts';
import { unwrapWebhookSync } from '../../src/webhooks/node.ts';

const seconds = 1798761600; // 2027-01-01T00:00:00Z
const secret = 'whsec_test_5f2a9c0b7d4e4a1c8f3b6d2e9a7c1f04';
const body = '{"id":"evt_1","type":"secret.consumed","data":{"note":"żółć 🔥"},"__proto__":{"admin":true}}';
const sign = (payload: string | Uint8Array, by = secret, timestamp = seconds) =>
  signPayload({ payload, secret: by, timestamp });
const header = await sign(body);
const v1 = header.slice(-64);
const v1New = (await sign(body, 'whsec_test_new')).slice(-64);
const at = (unixSeconds: number) => ({ secret, now: () => unixSeconds * 1000 });
const onTime = at(seconds);
const bytes = () => new TextEncoder().encode(body);
const BAD_TOLERANCE = 'TempshareError: tolerance must be seconds, 0 to 86400';

/** The result of both forms: the code of the refusal, or the event's id. */
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

/** A buffer that holds nothing any more. */
function transferred(): ArrayBuffer {
  const { buffer } = bytes();
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
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

  it('may begin with a byte order mark', async () => {
    expect(await outcome(`\ufeff${body}`, await sign(`\ufeff${body}`))).toBe('evt_1');
  });

  it.each([
    Buffer.from('{"id":"\xff","type":"secret.consumed","data":{}}', 'latin1'),
    'hello',
    '[1]',
    '',
    '{"id":"","type":"secret.consumed","data":{"object":{}}}',
    '{"id":1,"type":"secret.consumed","data":{"object":{}}}',
    '{"id":"evt_1","data":{"object":{}}}',
    '{"id":"evt_1","type":"secret.consumed"}',
    '{"id":"evt_1","type":"secret.consumed","data":null}',
    '{"id":"evt_1","type":"secret.consumed","data":"object"}',
  ])('that is signed is no event as %s', async (payload) => {
    expect(await outcome(payload, await sign(payload))).toBe('invalid_payload');
  });

  it('whose buffer was transferred is not raw', async () => {
    expect(await outcome(transferred())).toBe('body_not_raw');
  });

  it.each([
    null,
    { byteLength: 9, length: 9 },
    { toString: () => body },
    [body],
    Object.create(null),
    new Proxy({}, { get: () => expect.unreachable() }),
    Symbol('body'),
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
    [{ 'x-service-signature2': header, 'webhook-signature': header }, 'missing_header'],
    [{ 'x-service-signature': undefined }, 'missing_header'],
    [{ 'x-service-signature': [] }, 'missing_header'],
    [{ 'x-service-signature': { toString: () => header } }, 'missing_header'],
    [{ 'x-service-signature': [Object.create(null)] }, 'missing_header'],
    ['', 'missing_header'],
    [null, 'missing_header'],
    [5, 'missing_header'],
    [[], 'missing_header'],
    [{ 'x-service-signature': [header, header] }, 'malformed_header'],
    [{ 'x-service-signature': header, 'x-service-signature-next': 'x' }, 'malformed_header'],
    [{ 'x-service-signature': `${header}${',v1='.repeat(1e5)}` }, 'malformed_header'],
    [{ 'x-service-signature': `t=${'9'.repeat(1e6)},v1=${'0'.repeat(64)}` }, 'malformed_header'],
    [new Headers({ 'X-Service-Signature': header }), 'evt_1'],
    [{ 'x-service-signature': [header] }, 'evt_1'],
    [Object.assign(Object.create(null), { 'X-Service-Signature': header }), 'evt_1'],
    [[['X-Service-Signature', header]], 'evt_1'],
    [new Map([['X-Service-Signature', header]]), 'evt_1'],
    [` t=${seconds},v1=${v1.toUpperCase()} `, 'evt_1'],
  ])('%#: give what they are worth', async (headers, expected) => {
    expect(await outcome(body, headers)).toBe(expected);
  });

  it.each([
    'nonsense',
    `v1=${v1}`,
    `t=${seconds}`,
    `t=,v1=${v1}`,
    `t=-1,v1=${v1}`,
    `t=1e9,v1=${v1}`,
    `t=${seconds}.0,v1=${v1}`,
    `t=${seconds}0000,v1=${v1}`,
    `t=${seconds},t=${seconds},v1=${v1}`,
    `t=${seconds},v1=${v1.slice(1)}`,
    `t=${seconds},v1=${v1}0`,
    `v1=${v1},t=${seconds}`,
    `t=${seconds}, v1=${v1}`,
    `t=${seconds},v1=${v1New},v1=${v1}`,
    `t=${seconds},v1=${v1},v2=abc`,
    `T=${seconds},V1=${v1}`,
    `${header}, ${header}`,
  ])('with the signature %j are malformed', async (value) => {
    expect(await outcome(body, value)).toBe('malformed_header');
  });

  it('may give the time in milliseconds', async () => {
    const milliseconds = await sign(body, secret, seconds * 1000);
    expect(await outcome(body, milliseconds)).toBe('evt_1');
    expect(await outcome(body, milliseconds, at(seconds + 301))).toBe('timestamp_too_old');
  });

  it('are accepted throughout a rotation, by receivers with the old secret, the new one or both', async () => {
    const after = { 'x-service-signature': `t=${seconds},v1=${v1New}` };
    const overlap = { 'x-service-signature': header, 'x-service-signature-next': `t=${seconds},v1=${v1New}` };
    for (const known of [secret, 'whsec_test_new', [secret, 'whsec_test_new'], ['whsec_test_new', secret]])
      expect(await outcome(body, overlap, { ...onTime, secret: known })).toBe('evt_1');
    expect(await outcome(body, after, { ...onTime, secret: [secret, 'whsec_test_new'] })).toBe('evt_1');
  });
});

describe('a delivery that was changed on its way is refused:', () => {
  it('any character of its header', async () => {
    for (let place = 0; place < header.length; place++) {
      const digit = (parseInt(header[place]!, 16) ^ 1).toString(16);
      for (const other of ['', digit, '\0', ' ', ';', '０', '🔑']) {
        const changed = header.slice(0, place) + other + header.slice(place + 1);
        expect(await outcome(body, changed)).toMatch(/^(malformed_header|signature_mismatch)$/);
      }
    }
  });

  it('any bit of its body, or where it begins or ends', async () => {
    for (let bit = 0; bit < bytes().length * 8; bit++) {
      const changed = bytes();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(await outcome(changed)).toBe('signature_mismatch');
    }
    for (let place = 1; place <= body.length; place++) {
      expect(await outcome(body.slice(place))).toBe('signature_mismatch');
      expect(await outcome(body.slice(0, -place))).toBe('signature_mismatch');
    }
    for (const changed of [`${body}\n`, `\ufeff${body}`, Buffer.from(body, 'utf16le')])
      expect(await outcome(changed)).toBe('signature_mismatch');
    expect(await outcome(`${String(seconds).slice(5)}.${body}`, `t=17987,v1=${v1}`)).toBe(
      'signature_mismatch',
    );
  });

  it('its secret', async () => {
    for (const other of [secret.slice(0, -1), secret.slice(6), secret.toUpperCase(), `${secret}0`])
      expect(await outcome(body, header, { ...onTime, secret: [other, 'whsec_x'] })).toBe(
        'signature_mismatch',
      );
  });

  it('for its signature before its time, so that a stranger learns nothing of the clock', async () => {
    expect(await outcome(body, `t=1,v1=${v1}`)).toBe('signature_mismatch');
  });
});

describe('options', () => {
  it.each([
    undefined,
    5,
    {},
    '',
    [],
    [''],
    `${secret}\n`,
    ` ${secret}`,
    [[secret]],
    [null],
    [secret, undefined],
    Symbol('secret'),
    new String(secret),
  ])('with the secret %o are refused', async (bad) => {
    expect(await outcome(body, header, { ...onTime, secret: bad })).toBe('invalid_secret');
  });

  it.each<[unknown, number, string]>([
    [0, 0, 'evt_1'],
    [0, 0.001, 'timestamp_too_old'],
    [0, -0.001, 'timestamp_in_future'],
    [-1, 0, BAD_TOLERANCE],
    [NaN, 0, BAD_TOLERANCE],
    [Infinity, 1, BAD_TOLERANCE],
    ['300', 0, BAD_TOLERANCE],
    [null, 1, BAD_TOLERANCE],
    [86_401, 0, BAD_TOLERANCE],
    [86_400, 86_400, 'evt_1'],
    [86_400, 86_401, 'timestamp_too_old'],
    [undefined, 300, 'evt_1'],
    [undefined, 300.1, 'timestamp_too_old'],
    [undefined, -300, 'evt_1'],
    [undefined, -300.1, 'timestamp_in_future'],
    [undefined, NaN, 'timestamp_too_old'],
    [undefined, -Infinity, 'timestamp_in_future'],
  ])('with the tolerance %s accept %s s or not', async (tolerance, late, expected) => {
    expect(await outcome(body, header, { ...at(seconds + late), tolerance })).toBe(expected);
  });

  it('that give no time mean the real clock', async () => {
    await verifySignature(body, await sign(body, secret, Math.floor(Date.now() / 1000)), { secret });
  });

  it('may hold more secrets than are remembered', async () => {
    const secrets = Array.from({ length: 40 }, (_, i) => `whsec_${i}`);
    for (const each of secrets)
      expect(await outcome(body, header, { ...onTime, secret: each })).toMatch(/^sig/);
    expect(await outcome(body, header, { ...onTime, secret: [...secrets, secret] })).toBe('evt_1');
  });
});

it('an event narrows by type, and kinds to come are left to the default branch', async () => {
  const event = await unwrapWebhook(body, header, onTime);
  if (event.type === 'secret.consumed') {
    expectTypeOf(event).toEqualTypeOf<Extract<WebhookEvent, { type: 'secret.consumed' }>>();
  }
  expectTypeOf<Exclude<typeof event, WebhookEvent>>().toEqualTypeOf<UnknownWebhookEvent>();
  expectTypeOf<Extract<typeof event, WebhookEvent>>().toEqualTypeOf<WebhookEvent>();
});

describe('the signature header', () => {
  it.each<[string, object, string]>([
    ['a parsed payload', { payload: { id: 'evt_1' } }, 'payload must be text or bytes'],
    ['no payload', { payload: undefined }, 'JSON.stringify(event)'],
    ['a payload that was transferred', { payload: transferred() }, 'payload must be text or bytes'],
    ['a time that has a fraction', { timestamp: 1798761600.5 }, 'Math.floor(Date.now() / 1000)'],
    ['a time before 1970', { timestamp: -1 }, 'whole seconds'],
    ['an endless time', { timestamp: Infinity }, 'whole seconds'],
    ['no secret', { secret: undefined }, 'secret must be text'],
    ['an empty secret', { secret: '' }, 'secret must be text'],
  ])('is not made for %s', async (_, wrong, advice) => {
    const signing = signPayload({ payload: body, secret, timestamp: seconds, ...wrong });
    await expect(signing).rejects.toThrow(TypeError);
    await expect(signing).rejects.toThrow(advice);
  });

  it('is read into its parts', () => {
    expect(parseSignatureHeader(`t=${seconds},v1=${v1.toUpperCase()}`)).toEqual({
      timestamp: String(seconds),
      signature: v1,
    });
  });
});
