import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { signPayload } from '../src/webhooks/sign.ts';
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
} from '../src/webhooks/index.ts';

// Each signature comes from: printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret"
const secret = 'whsec_test_5f2a9c0b7d4e4a1c8f3b6d2e9a7c1f04';
const seconds = 1798761600; // 2027-01-01T00:00:00Z
const body =
  '{"id":"evt_01","type":"secret.consumed","apiVersion":"1.0.0","createdAt":"2027-01-01T00:00:00.000Z","livemode":false,"data":{"object":{"secretId":"4fzLxkUwHQJvW2n9sQeT0b"}}}';
const v1 = 'c49ba0f51f6f42f234fefbf2e76bb070458016c3b6565522f58e22027173942f';
const v1New = '4e31e297a424475281e0a07f9f26a55a4e2c01d1edf93d795578b15bc35b8f36'; // under whsec_test_new
const v1Milliseconds = 'b55209d4a3692c2071985d6ff07c6b9267881d3620b8cf32848c94289cce6914';
const header = `t=${seconds},v1=${v1}`;

const unicode = '{"id":"evt_02","type":"transfer.created","data":{"note":"żółć 🔥"}}';
const v1Unicode = 'e79fdc9c082518d91c44b04f840a30def11ba60a17277f24a8c2a24b4dbb0971';
const v1Bom = '86e0ffe177839d0988fb59aaf824ea21c4df5d17f882cfc113637bc815eb8b67';
const v1UnicodeSecret = '5b4819cd5299f2505728d7fd9004e03ba6744fb253ac8fbd612799776d0e9504';

const at = (unixSeconds: number) => ({ secret, now: () => unixSeconds * 1000 });
const onTime = at(seconds);
const bytes = (text: string) => new TextEncoder().encode(text);

/** A buffer that holds nothing any more. */
function transferred(): ArrayBuffer {
  const { buffer } = bytes(body);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}

async function refusal(
  theBody: WebhookBody,
  headers: WebhookHeaders | undefined,
  options: WebhookOptions = onTime,
): Promise<WebhookVerificationError> {
  const error: unknown = await unwrapWebhook(theBody, headers, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error as WebhookVerificationError;
}

const codeOf = async (...args: Parameters<typeof refusal>) => (await refusal(...args)).code;

describe('a webhook that the service signed', () => {
  it.each<[string, WebhookBody]>([
    ['text', body],
    ['bytes', bytes(body)],
    ['a Buffer', Buffer.from(body)],
    [
      'a view into a larger buffer',
      Buffer.concat([Buffer.from('xx'), Buffer.from(body), Buffer.from('yy')]).subarray(2, -2),
    ],
    ['an ArrayBuffer', bytes(body).buffer],
  ])('is unwrapped from %s', async (_, theBody) => {
    expect(await unwrapWebhook(theBody, header, onTime)).toEqual(JSON.parse(body));
  });

  it.each<[string, WebhookHeaders]>([
    ['Headers', new Headers({ 'X-Service-Signature': header })],
    ['a record in lower case', { 'x-service-signature': header }],
    ['a record in any case', { host: 'a', 'X-SERVICE-Signature': header }],
    ['a record of lists', { 'x-service-signature': [header] }],
    ['spaces around it', ` t=${seconds},v1=${v1} `],
    ['hex in upper case', `t=${seconds},v1=${v1.toUpperCase()}`],
  ])('is accepted with %s', async (_, headers) => {
    await expect(verifySignature(body, headers, onTime)).resolves.toBeUndefined();
  });

  it('is verified over its bytes: other alphabets and a byte order mark are no trouble', async () => {
    await unwrapWebhook(unicode, `t=${seconds},v1=${v1Unicode}`, onTime);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(unicode)]);
    expect(await unwrapWebhook(marked, `t=${seconds},v1=${v1Bom}`, onTime)).toMatchObject({ id: 'evt_02' });
    const options = { ...onTime, secret: 'whsec_zażółć' };
    await unwrapWebhook(unicode, `t=${seconds},v1=${v1UnicodeSecret}`, options);
  });

  it('may give its time in milliseconds', async () => {
    const milliseconds = `t=${seconds}000,v1=${v1Milliseconds}`;
    await verifySignature(body, milliseconds, onTime);
    expect(await codeOf(body, milliseconds, at(seconds + 301))).toBe('timestamp_too_old');
  });

  it('is accepted up to 300 s either way, or as far as tolerance says', async () => {
    await verifySignature(body, header, at(seconds + 300));
    await verifySignature(body, header, at(seconds - 300));
    await verifySignature(body, header, { ...at(seconds + 3600), tolerance: 3600 });
    expect(await codeOf(body, header, at(seconds + 300.1))).toBe('timestamp_too_old');
    expect(await codeOf(body, header, at(seconds - 300.1))).toBe('timestamp_in_future');
    expect(await codeOf(body, header, { ...at(seconds + 1), tolerance: 0 })).toBe('timestamp_too_old');
  });

  it('is held against the real clock by default', async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const value = await signPayload({ payload: body, secret, timestamp });
    await verifySignature(body, value, { secret });
  });

  it('is accepted throughout a rotation, by receivers with the old secret, the new one or both', async () => {
    const overlap = { 'x-service-signature': header, 'x-service-signature-next': `t=${seconds},v1=${v1New}` };
    const after = { 'x-service-signature': `t=${seconds},v1=${v1New}` };
    for (const known of [secret, 'whsec_test_new', [secret, 'whsec_test_new'], ['whsec_test_new', secret]]) {
      await verifySignature(body, overlap, { ...onTime, secret: known });
      await verifySignature(body, new Headers(overlap), { ...onTime, secret: known });
    }
    await verifySignature(body, after, { ...onTime, secret: [secret, 'whsec_test_new'] });
  });

  it('narrows by type, and leaves kinds to come to the default branch', async () => {
    const event = await unwrapWebhook(body, header, onTime);
    if (event.type === 'secret.consumed') {
      expectTypeOf(event).toEqualTypeOf<Extract<WebhookEvent, { type: 'secret.consumed' }>>();
    }
    switch (event.type) {
      case 'transfer.created':
      case 'transfer.completed':
      case 'transfer.deleted':
      case 'request.created':
      case 'request.closed':
      case 'secret.consumed':
        break;
      default:
        expectTypeOf(event).toEqualTypeOf<UnknownWebhookEvent>();
    }
  });
});

describe('a webhook is refused', () => {
  it('without the header', async () => {
    expect(await codeOf(body, {})).toBe('missing_header');
    expect(await codeOf(body, undefined)).toBe('missing_header');
    expect(await codeOf(body, '')).toBe('missing_header');
    expect(await codeOf(body, new Headers({ signature: header }))).toBe('missing_header');
  });

  it.each([
    'nonsense',
    `v1=${v1}`,
    `t=${seconds}`,
    `t=,v1=${v1}`,
    `t=abc,v1=${v1}`,
    `t=-1,v1=${v1}`,
    `t=1e9,v1=${v1}`,
    `t=${seconds}0000,v1=${v1}`,
    `t=${seconds},t=${seconds},v1=${v1}`,
    `t=${seconds},v1=${v1.slice(1)}`,
    `t=${seconds},v1=${v1}0`,
    `t=${seconds},v1=${v1},v1=zz`,
    `v1=${v1},t=${seconds}`,
    `t=${seconds}, v1=${v1}`,
    `t=${seconds},v1=${v1},v1=${v1}`,
    `t=${seconds},v1=${v1New},v1=${v1}`,
    `t=${seconds},v1=${v1},v2=abc`,
    `t=${seconds},v0=,v1=${v1}`,
    `T=${seconds},V1=${v1}`,
    `t=${seconds},v1=${v1},`,
    `t=${seconds},v1=${v1}=`,
    `t=${seconds}${`,v1=${v1}`.repeat(9)}`,
    `${header}, ${header}`,
  ])('with the header %j', async (value) => {
    expect(await codeOf(body, value)).toBe('malformed_header');
  });

  it('with a signature for another body, time or secret', async () => {
    expect(await codeOf(body.replace('evt_01', 'evt_02'), header)).toBe('signature_mismatch');
    expect(await codeOf(body + '\n', header)).toBe('signature_mismatch');
    expect(await codeOf(body, `t=${seconds + 1},v1=${v1}`)).toBe('signature_mismatch');
    expect(await codeOf(body, `t=0${seconds},v1=${v1}`)).toBe('signature_mismatch');
    expect(await codeOf(body, header, { ...onTime, secret: 'whsec_test_new' })).toBe('signature_mismatch');
    expect(await codeOf(body, `t=${seconds},v1=${'0'.repeat(64)}`)).toBe('signature_mismatch');
    expect(await codeOf('', header)).toBe('signature_mismatch');
  });

  it('for its signature before its time, so that a stranger learns nothing of the clock', async () => {
    expect(await codeOf(body, `t=1,v1=${v1}`)).toBe('signature_mismatch');
  });

  it('when the body was parsed before, and is told how to get the bytes', async () => {
    for (const parsed of [JSON.parse(body) as object, undefined, null, 5, [1]]) {
      const error = await refusal(parsed as never, header);
      expect(error.code).toBe('body_not_raw');
      expect(error.message).toMatch(/express\.raw.+arrayBuffer\(\)/s);
    }
  });

  it.each([[''], [[]], [['']], [`${secret}\n`], [` ${secret}`], [undefined], [[secret, '']]])(
    'with the secret %j',
    async (bad) => {
      expect(await codeOf(body, header, { ...onTime, secret: bad as string })).toBe('invalid_secret');
    },
  );

  it.each([
    [
      'bytes that are not UTF-8',
      Buffer.from('{"type":"\xff"}', 'latin1'),
      '6ff5541556c6ddc8ddb52d90a9e9d1fabe0223831c85aecc0c5d46d2e6462509',
    ],
    ['text that is not JSON', 'hello', '67615df0450bb2580613746d7ff71325823c16f84debe3746e5fdc914c87db9d'],
    ['JSON that is no event', '[1]', '4c9afc99b062322f840072fd4905ed46a42d83f3005820600c379af018f6df7b'],
    ['nothing', '', '9e1153f0920f4e589041f2e95f4fa02ff1126294d7bebc587e31e30d1bf5220f'],
  ])('when what was signed is %s', async (_, theBody, signature) => {
    expect(await codeOf(theBody, `t=${seconds},v1=${signature}`)).toBe('invalid_payload');
  });

  it('with an error that shows neither payload, secret nor header', async () => {
    const errors = [
      await refusal(body, `t=${seconds},v1=${v1New}`),
      await refusal(body, `t=abc,v1=${v1}`),
      await refusal(body, header, at(0)),
      await refusal(body, header, { ...onTime, secret: `${secret}\n` }),
      await refusal(JSON.parse(body) as never, header),
      await refusal(
        'hello',
        `t=${seconds},v1=67615df0450bb2580613746d7ff71325823c16f84debe3746e5fdc914c87db9d`,
      ),
    ];
    for (const error of errors) {
      const shown = inspect(error, { showHidden: true, depth: 9 }) + JSON.stringify(error);
      expect(shown).not.toMatch(/whsec_test|c49ba0f5|4e31e297|67615df0|evt_01|hello|4fzLxk/);
      expect(error.name).toBe('WebhookVerificationError');
    }
  });
});

describe('the signature header', () => {
  it('is what openssl computes', async () => {
    expect(await signPayload({ payload: body, secret, timestamp: seconds })).toBe(header);
    expect(await signPayload({ payload: bytes(unicode), secret, timestamp: seconds })).toBe(
      `t=${seconds},v1=${v1Unicode}`,
    );
    expect(await signPayload({ payload: '', secret, timestamp: seconds })).toMatch(/,v1=9e1153f0/);
  });

  it.each<[string, object, string]>([
    ['a parsed payload', { payload: { id: 'evt_1' } }, 'payload must be text or bytes'],
    ['no payload', { payload: undefined }, 'JSON.stringify(event)'],
    ['a payload that was transferred', { payload: transferred() }, 'payload must be text or bytes'],
    ['no time', { timestamp: NaN }, 'whole seconds'],
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
