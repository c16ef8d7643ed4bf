import { WebhookVerificationError, type WebhookErrorCode } from './errors.ts';
import { signedBytes, signingKey, toBytes } from './sign.ts';
import type { WebhookEvent } from './types.ts';

export { WebhookVerificationError, type WebhookErrorCode } from './errors.ts';
export type { WebhookEvent } from './types.ts';

/** The request's body as it was received, before any parser: text stands for its UTF-8 bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** The request's headers, or the value of `X-Service-Signature` alone. */
export type WebhookHeaders = string | Headers | Record<string, string | readonly string[] | undefined>;

export interface WebhookOptions {
  /** The endpoint's signing secret, `whsec_…`; several while it is being rotated. */
  secret: string | readonly string[];
  /** How many seconds the timestamp may lie in the past or the future; default 300. */
  tolerance?: number | undefined;
  /** The time to hold the timestamp against, in milliseconds: when the request came in, if it is verified later. */
  now?: (() => number) | undefined;
}

/** Stands for any text in types alone; an enum, since narrowing by `type` works with nothing wider. */
declare enum UnknownType {
  Text = '',
}

/** An event of a kind that this version of the package does not know: the `default` of a `switch` over `type`. */
export interface UnknownWebhookEvent {
  id: string;
  /** Text, to read or to log. */
  type: UnknownType;
  apiVersion: string;
  createdAt: string;
  livemode: boolean;
  data: { object: Record<string, unknown> };
}

/** The parts of a signature header. */
export interface SignatureHeader {
  /** The text after `t=`, which is what is signed: unix seconds, or milliseconds if it has 13 digits. */
  timestamp: string;
  /** Each `v1`, 64 hexadecimal digits in lower case. */
  signatures: string[];
}

/**
 * Verifies a webhook and gives its event. Deliveries repeat: act once per `id`.
 *
 * @throws WebhookVerificationError; its `code` says why, its message how to mend it. Answer 400.
 *
 * @example
 * const event = await unwrapWebhook(await request.arrayBuffer(), request.headers, { secret });
 * if (event.type === 'secret.consumed') …
 */
export async function unwrapWebhook(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options: WebhookOptions,
): Promise<WebhookEvent | UnknownWebhookEvent> {
  await verifySignature(body, headers, options);
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(toBytes(body)));
  } catch {
    // Fails below; the parser's message would quote the payload.
  }
  if (typeof (event as { type?: unknown } | null | undefined)?.type !== 'string') {
    refuse(
      'invalid_payload',
      'the signature is right, but the body is not an event as JSON in UTF-8: check what else signs with this secret',
    );
  }
  return event as WebhookEvent;
}

/**
 * Verifies a webhook's signature (specification, part 6) and then its age.
 *
 * @throws WebhookVerificationError
 */
export async function verifySignature(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options: WebhookOptions,
): Promise<void> {
  const { secret, tolerance = 300, now = Date.now } = options;
  if (typeof body !== 'string' && !(body instanceof ArrayBuffer) && !ArrayBuffer.isView(body)) {
    refuse(
      'body_not_raw',
      'the body must be the bytes or text as received, not a parsed object: use express.raw({ type: "application/json" }) on this route, or await request.arrayBuffer()',
    );
  }
  const bytes = toBytes(body);
  const keys = await Promise.all(checkSecrets(secret).map(signingKey));
  let matched: string | undefined;
  for (const { timestamp, signatures } of signatureHeaders(headers).map(parseSignatureHeader)) {
    const signed = signedBytes(timestamp, bytes);
    for (const signature of signatures) {
      const mac = Uint8Array.from(signature.match(/../g)!, (hex) => parseInt(hex, 16));
      for (const key of keys) {
        if (await crypto.subtle.verify('HMAC', key, mac, signed)) matched ??= timestamp;
      }
    }
  }
  if (matched === undefined) {
    refuse(
      'signature_mismatch',
      "no signature fits: check that the secret is this endpoint's own, and that the body is the bytes as received, not parsed and written again",
    );
  }
  const seconds = Number(matched) / (matched.length === 13 ? 1000 : 1);
  const age = now() / 1000 - seconds;
  if (!(age <= tolerance)) {
    refuse(
      'timestamp_too_old',
      `signed more than ${tolerance} s ago: check the clock; if it waited in a queue, pass now: () => arrivalTime`,
    );
  }
  if (!(-age <= tolerance)) {
    refuse(
      'timestamp_in_future',
      `signed more than ${tolerance} s in the future: check the clock of this machine`,
    );
  }
}

/**
 * Reads `t=<timestamp>,v1=<signature>`: parts in any order, `v1` up to eight times, other schemes passed over.
 *
 * @throws WebhookVerificationError `malformed_header`
 */
export function parseSignatureHeader(value: string): SignatureHeader {
  const parts = value.split(',').map((part) => part.trim().split('='));
  const of = (name: string) => parts.filter(([key]) => key === name).map(([, ...rest]) => rest.join('='));
  const timestamps = of('t');
  const signatures = of('v1').map((hex) => hex.toLowerCase());
  const [timestamp = ''] = timestamps;
  if (
    timestamps.length !== 1 ||
    !/^\d{1,13}$/.test(timestamp) ||
    signatures.length < 1 ||
    signatures.length > 8 ||
    !signatures.every((hex) => /^[\da-f]{64}$/.test(hex))
  ) {
    refuse(
      'malformed_header',
      'the signature header is not t=<timestamp>,v1=<64 hex digits>: pass it as it was received',
    );
  }
  return { timestamp, signatures };
}

/** The values of the main header, and of the one that the new secret signs during a rotation. */
function signatureHeaders(headers: WebhookHeaders | undefined): string[] {
  const values = ['x-service-signature', 'x-service-signature-next'].flatMap((name) =>
    valuesOf(headers, name),
  );
  if (values.length === 0) {
    refuse(
      'missing_header',
      'the header X-Service-Signature is missing: pass the headers of the request as received',
    );
  }
  return values;
}

function valuesOf(headers: WebhookHeaders | undefined, wanted: string): string[] {
  const pairs: [string, unknown][] =
    typeof headers === 'string'
      ? [['x-service-signature', headers]]
      : isHeaders(headers)
        ? [[wanted, headers.get(wanted)]]
        : Object.entries(headers ?? {});
  return pairs.flatMap(([name, value]) =>
    value && name.toLowerCase() === wanted ? [String(value as string)] : [],
  );
}

/** By shape, so that the Headers of another fetch implementation will do. */
function isHeaders(headers: WebhookHeaders | undefined): headers is Headers {
  return typeof (headers as Headers | undefined)?.get === 'function';
}

function checkSecrets(secret: string | readonly string[]): string[] {
  const secrets: unknown[] = [secret].flat();
  if (secrets.length === 0 || !secrets.every((each) => typeof each === 'string' && /^\S+$/.test(each))) {
    refuse(
      'invalid_secret',
      'the signing secret is empty or holds white space: pass whsec_… alone, trimmed if it was read from a file',
    );
  }
  return secrets as string[];
}

function refuse(code: WebhookErrorCode, message: string): never {
  throw new WebhookVerificationError(code, message);
}
