/** Deliveries that were changed on their way, from a seed. */
import type { WebhookBody, WebhookHeaders } from '../src/webhooks/index.ts';

export interface Delivery {
  body: WebhookBody;
  headers: WebhookHeaders;
  secret: string | string[];
}

/** A genuine delivery in its parts, and another one from which parts may be taken. */
export interface Genuine {
  secret: string;
  timestamp: string;
  signature: string;
  body: Buffer;
}

type Random = (below: number) => number;

/** The mulberry32 generator. */
export function random(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const header = (timestamp: string, signature: string) => `t=${timestamp},v1=${signature}`;
const splice = (text: string, at: number, removed: number, added = '') =>
  text.slice(0, at) + added + text.slice(at + removed);
/** Another hexadecimal digit than the one at a place, not the same one in the other case. */
const otherDigit = (hex: string, at: number, roll: Random) =>
  splice(hex, at, 1, ((parseInt(hex[at] as string, 16) + 1 + roll(15)) % 16).toString(16));
const hexNoise = (length: number, roll: Random) =>
  Array.from({ length }, () => roll(16).toString(16)).join('');
const STRANGE = ['\0', ' ', '\t', '\n', '.', ',', '=', ';', '-', '+', 'g', 'é', '０', '٣', '\u2028', '🔑'];
const strange = (roll: Random) => STRANGE[roll(STRANGE.length)] as string;

type Mutation = (genuine: Genuine, other: Genuine, roll: Random) => Partial<Delivery>;

/**
 * Every one differs from what was signed in its signature, its time, its body or its secret, or in the form of the header.
 * What means the same (hex in upper case, white space around the header) is made by none of them.
 */
export const MUTATIONS: Record<string, Mutation> = {
  'a digit of the signature': ({ timestamp, signature }, _, roll) => ({
    headers: header(timestamp, otherDigit(signature, roll(64), roll)),
  }),
  'a signature of noise': ({ timestamp }, _, roll) => ({ headers: header(timestamp, hexNoise(64, roll)) }),
  'the right signature after one of noise': ({ timestamp, signature }, _, roll) => ({
    headers: `${header(timestamp, hexNoise(64, roll))},v1=${signature}`,
  }),
  'the right signature and another part': ({ timestamp, signature }, _, roll) => ({
    headers: `${header(timestamp, signature)},${['v1', 'v2', 'v0', 't', ''][roll(5)]}=${hexNoise(64, roll)}`,
  }),
  'its parts the other way round': ({ timestamp, signature }) => ({
    headers: `v1=${signature},t=${timestamp}`,
  }),
  'white space between its parts': ({ timestamp, signature }, _, roll) => ({
    headers: `t=${timestamp},${[' ', '\t'][roll(2)]}v1=${signature}`,
  }),
  'a signature cut short': ({ timestamp, signature }, _, roll) => ({
    headers: header(timestamp, signature.slice(0, roll(64))),
  }),
  'a signature made longer': ({ timestamp, signature }, _, roll) => ({
    headers: header(timestamp, splice(signature, roll(65), 0, hexNoise(1 + roll(8), roll))),
  }),
  'a signature turned round': ({ timestamp, signature }, _, roll) => {
    const by = 1 + roll(63);
    const turned = signature.slice(by) + signature.slice(0, by);
    return { headers: header(timestamp, turned === signature ? hexNoise(63, roll) : turned) };
  },
  'something strange in the signature': ({ timestamp, signature }, _, roll) => ({
    headers: header(timestamp, splice(signature, 1 + roll(63), roll(2), strange(roll))),
  }),
  "another delivery's signature": ({ timestamp }, other) => ({ headers: header(timestamp, other.signature) }),
  'the right signature under another name': ({ timestamp, signature }, _, roll) => ({
    headers: `t=${timestamp},${['v0', 'v2', 'V1', 'v1 ', 'v', '', 'v11', '1v'][roll(8)]}=${signature}`,
  }),
  'another time': ({ timestamp, signature }, _, roll) => ({
    headers: header(String(Number(timestamp) + (1 + roll(600)) * (roll(2) ? 1 : -1)), signature),
  }),
  'another delivery’s time': ({ signature }, other) => ({ headers: header(other.timestamp, signature) }),
  'the same time in other digits': ({ timestamp, signature }, _, roll) => ({
    headers: header(
      [`0${timestamp}`, `${timestamp}000`, `${timestamp}.0`, `+${timestamp}`, `1.798761600e9`, `0x6B36EC80`][
        roll(6)
      ] as string,
      signature,
    ),
  }),
  'something strange in the time': ({ timestamp, signature }, _, roll) => ({
    headers: header(splice(timestamp, 1 + roll(timestamp.length - 1), roll(2), strange(roll)), signature),
  }),
  'two times': ({ timestamp, signature }, other, roll) => ({
    headers: `${header(timestamp, signature)},t=${roll(2) ? timestamp : other.timestamp}`,
  }),
  'the header twice': ({ timestamp, signature }, other, roll) => {
    const [first, second] = [header(timestamp, signature), header(other.timestamp, other.signature)];
    return { headers: { 'X-Service-Signature': roll(2) ? [first, first] : `${first}, ${second}` } };
  },
  'the header cut short': ({ timestamp, signature }, _, roll) => {
    const whole = header(timestamp, signature);
    return { headers: { 'x-service-signature': whole.slice(0, roll(whole.length)) } };
  },
  'the header under another name': ({ timestamp, signature }, _, roll) => ({
    headers: {
      [['signature', 'x-service-signature2', 'x_service_signature', '__proto__', 'webhook-signature'][
        roll(5)
      ] as string]: header(timestamp, signature),
    },
  }),
  'a bit of the body': ({ body }, _, roll) => {
    const bytes = Buffer.from(body);
    const at = roll(bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << roll(8));
    return { body: bytes };
  },
  'a body cut short': ({ body }, _, roll) => ({ body: body.subarray(0, roll(body.length)) }),
  'a body without its beginning': ({ body }, _, roll) => ({ body: body.subarray(1 + roll(body.length)) }),
  'a body with something more': ({ body }, _, roll) => {
    const at = roll(body.length + 1);
    return {
      body: Buffer.concat([body.subarray(0, at), Buffer.from(strange(roll)), body.subarray(at)]).toString(),
    };
  },
  'a body written again': ({ body }, _, roll) => ({
    body: JSON.stringify(JSON.parse(body.toString()), null, 1 + roll(8)),
  }),
  'a body with a mark before it': ({ body }) => ({ body: `\ufeff${body.toString()}` }),
  'a body in UTF-16': ({ body }) => ({ body: Buffer.from(body.toString(), 'utf16le') }),
  "another delivery's body": (_, other) => ({ body: other.body }),
  'the time moved into the body': ({ timestamp, signature, body }, _, roll) => {
    const at = 1 + roll(timestamp.length - 1);
    return {
      headers: header(timestamp.slice(0, at), signature),
      body: Buffer.concat([Buffer.from(`${timestamp.slice(at)}.`), body]),
    };
  },
  'another secret': (_, other) => ({ secret: other.secret }),
  'a secret in the other case': ({ secret }) => ({ secret: secret.toUpperCase() }),
  'a secret cut short': ({ secret }, _, roll) => ({ secret: secret.slice(0, 1 + roll(secret.length - 1)) }),
  'a secret without its prefix': ({ secret }) => ({ secret: secret.replace('whsec_', '') }),
  'white space at the secret': ({ secret }, _, roll) => ({
    secret: [`${secret}\n`, ` ${secret}`, `${secret}\r\n`, `\t${secret}`, `${secret}\u00a0`][roll(5)],
  }),
  'several other secrets': ({ secret }, other, roll) => ({
    secret: [other.secret, `${secret}${hexNoise(2, roll)}`],
  }),
};
