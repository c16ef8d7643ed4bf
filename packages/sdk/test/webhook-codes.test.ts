import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { signPayload } from '../src/webhooks/sign.ts';
import {
  unwrapWebhook,
  WebhookVerificationError,
  type WebhookBody,
  type WebhookErrorCode,
  type WebhookHeaders,
  type WebhookOptions,
} from '../src/webhooks/index.ts';
import { unwrapWebhookSync } from '../src/webhooks/node.ts';

type Call = [WebhookBody, WebhookHeaders | undefined, WebhookOptions];

const seconds = 1798761600;
const secret = 'whsec_cGF5bG9hZCBhbmQgc2VjcmV0IHN0YXkgaG9tZQ';
const body = '{"id":"evt_hush","type":"secret.consumed","data":{"object":{"secretId":"hush"}}}';
const header = await signPayload({ payload: body, secret, timestamp: seconds });
const noEvent = await signPayload({ payload: 'hush', secret, timestamp: seconds });
const at = (unixSeconds: number) => ({ secret, now: () => unixSeconds * 1000 });

const ADVICE: [WebhookErrorCode, string, Call, RegExp][] = [
  [
    'body_not_raw',
    'a parsed body',
    [JSON.parse(body) as never, header, at(seconds)],
    /express\.raw\(\{ type/,
  ],
  ['body_not_raw', 'no body', [undefined as never, header, at(seconds)], /request\.arrayBuffer\(\) first/],
  ['invalid_secret', 'no secret', [body, header, { secret: '' }], /missing.*pass whsec_…/],
  [
    'invalid_secret',
    'a secret out of a file',
    [body, header, { secret: `${secret}\n` }],
    /white space.*trimmed/,
  ],
  ['missing_header', 'no header', [body, {}, at(seconds)], /pass the headers of the request as received/],
  ['malformed_header', 'a cut header', [body, header.slice(0, -1), at(seconds)], /64 hex.*as received/],
  [
    'signature_mismatch',
    'a wrong secret',
    [body, header, { ...at(seconds), secret: 'whsec_x' }],
    /own secret.*bytes as received, not parsed/,
  ],
  [
    'timestamp_too_old',
    'a clock that is ahead, or a queue',
    [body, header, at(seconds + 3600)],
    /signed 3600 s ago, tolerance 300 s: set this machine's clock.*queue.*now: \(\) =>.*milliseconds/,
  ],
  [
    'timestamp_in_future',
    'a clock that is behind',
    [body, header, at(seconds - 3600)],
    /signed 3600 s in the future, tolerance 300 s: set this machine's clock/,
  ],
  ['invalid_payload', 'what is no event', ['hush', noEvent, at(seconds)], /what else signs with this secret/],
];

describe.each([
  ['unwrapWebhook', unwrapWebhook],
  ['unwrapWebhookSync', async (...call: Call) => unwrapWebhookSync(...call)],
])('%s', (_, unwrap) => {
  it('gives the event', async () => {
    expect(await unwrap(body, header, at(seconds))).toEqual(JSON.parse(body));
  });

  it.each(ADVICE)('answers %s to %s, and says how to mend it', async (code, _what, call, advice) => {
    const error: unknown = await unwrap(...call).catch((reason: unknown) => reason);
    if (!(error instanceof WebhookVerificationError)) return expect.unreachable(String(error));
    expect(error).toMatchObject({ name: 'WebhookVerificationError', code });
    expect(error.message).toMatch(advice);
    const shown = [
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      JSON.stringify(Object.getOwnPropertyDescriptors(error)),
      String(error.stack),
    ].join();
    for (const kept of ['hush', secret.slice(6), header.slice(-60), noEvent.slice(-60), String(seconds)])
      expect(shown).not.toContain(kept);
    expect(error.cause).toBeUndefined();
  });
});

it('there is advice for each of the eight codes, here and in docs/webhooks.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z]+_[a-z_]+)` +\| [^|]+ \|$/gm)].map(([, code]) => code);
  expect(documented).toEqual([...new Set(ADVICE.map(([code]) => code))]);
  expect(new Set(ADVICE.map(([code]) => code)).size).toBe(8);
});
