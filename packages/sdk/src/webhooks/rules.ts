/** Rules shared by the asynchronous and synchronous forms: everything but the HMAC. */
import { readEnv } from '../internal/environment.ts';
import { WebhookVerificationError, type WebhookErrorCode } from './errors.ts';
import { signedBytes, toBytes } from './hmac.ts';
import { checkNames } from '../internal/check-names.ts';
import { must } from '../core/tempshare-error.ts';
import type {
  ReceivedWebhookEvent,
  SignatureHeader,
  WebhookBody,
  WebhookHeaders,
  WebhookOptions,
} from './types.ts';

export interface Candidate {
  secret: string;
  signature: string;
  timestamp: string;
  /** A copy of what is signed, the body after `<timestamp>.`: it stays as it is when the caller's buffer is used again. */
  message: Uint8Array<ArrayBuffer>;
}

export function candidates(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options: WebhookOptions = {},
): Candidate[] {
  checkOptions(options);
  const bytes = rawBytes(body);
  const secrets = secretsOf(options);
  const found: Candidate[] = [];
  for (const value of signatureHeaders(headers)) {
    const { timestamp, signature } = parseSignatureHeader(value);
    const message = signedBytes(timestamp, bytes);
    for (const each of secrets) found.push({ secret: each, signature, timestamp, message });
  }
  return found;
}

/** Judges the age of the first candidate whose signature was right, if there is one, and gives the body it signs. */
export function judge(
  right: Candidate | undefined,
  { tolerance = 300, now = Date.now }: WebhookOptions = {},
): Uint8Array {
  if (!right) {
    refuse(
      'signature_mismatch',
      "no signature fits: pass this endpoint's own secret, and the bytes as received, not parsed before",
    );
  }
  const { timestamp, message } = right;
  const age = now() / 1000 - Number(timestamp) / (timestamp.length === 13 ? 1000 : 1);
  const distance = Math.abs(age);
  if (!(distance <= tolerance)) {
    refuse(
      age < 0 ? 'timestamp_in_future' : 'timestamp_too_old',
      `signed ${Math.round(distance)} s ${age < 0 ? 'in the future' : 'ago'}, tolerance ${tolerance} s: set this machine's clock; for a delivery from a queue pass now: () => its arrival in milliseconds`,
    );
  }
  return message.subarray(timestamp.length + 1);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

export function parseEvent(bytes: Uint8Array): ReceivedWebhookEvent {
  try {
    const event = JSON.parse(decoder.decode(bytes)) as ReceivedWebhookEvent;
    if (event.id && isText(event.id) && isText(event.type) && event.data === Object(event.data)) return event;
  } catch {
    // Fails below; the parser's message would quote the payload.
  }
  refuse('invalid_payload', 'signed, but no event as JSON in UTF-8: check what else signs with this secret');
}

/**
 * Reads `t=<timestamp>,v1=<signature>`: exactly these two parts, in this order (specification, part 6).
 *
 * @throws WebhookVerificationError `malformed_header`
 */
export function parseSignatureHeader(value: string): SignatureHeader {
  const [, timestamp, signature] = /^t=(\d{1,13}),v1=([\da-fA-F]{64})$/.exec(value.trim()) ?? [];
  if (!timestamp || !signature) {
    refuse('malformed_header', 'the header is not t=<timestamp>,v1=<64 hex digits>: pass it as received');
  }
  return { timestamp, signature: signature.toLowerCase() };
}

function rawBytes(body: WebhookBody): Uint8Array {
  try {
    return toBytes(body);
  } catch {
    refuse(
      'body_not_raw',
      'the body must be the bytes as received, not parsed or read before: use express.raw({ type: "application/json" }) on this route, or await request.arrayBuffer() first',
    );
  }
}

/** @throws TempshareError for what no webhook is at fault of */
export function checkOptions(options: WebhookOptions, ...others: string[]): void {
  const { tolerance = 0, now } = options;
  checkNames('option of webhook verification', options, ['secret', 'tolerance', 'now', ...others]);
  // More is a slip, such as milliseconds.
  must(
    tolerance >= 0 && tolerance <= 86_400 && tolerance === Number(tolerance),
    'tolerance must be seconds, 0 to 86400',
  );
  must(
    now === undefined || typeof now === 'function',
    'now must be a function that gives the time in milliseconds',
  );
}

/** @throws WebhookVerificationError `invalid_secret` */
export function secretsOf({ secret }: WebhookOptions): string[] {
  const configured = readEnv('SERVICE_WEBHOOK_SECRET')
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const secrets: unknown[] = [secret ?? configured].flat();
  if (!secrets[0] || !secrets.every((each) => isText(each) && /^\S+$/.test(each))) {
    refuse(
      'invalid_secret',
      'the signing secret is missing or holds white space: pass whsec_… alone, trimmed, or set SERVICE_WEBHOOK_SECRET',
    );
  }
  return secrets as string[];
}

/** The values of the main header, and of the one that the new secret signs during a rotation. */
function signatureHeaders(headers: WebhookHeaders | undefined): string[] {
  const pairs: Iterable<[string, unknown]> = isText(headers)
    ? [['x-service-signature', headers]]
    : (headers as Headers | undefined)?.[Symbol.iterator]
      ? (headers as Headers)
      : Object.entries(headers ?? {});
  const values: string[] = [];
  for (const [name, value] of pairs) {
    if (!/^x-service-signature(-next)?$/i.test(name)) continue;
    // Several values of one header are joined, as HTTP has it, and so are no signature.
    const text = isText(value) ? value : [value].flat().filter(isText).join();
    if (text) values.push(text);
  }
  if (!values[0]) {
    refuse('missing_header', 'no header X-Service-Signature: pass the headers of the request as received');
  }
  return values;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function refuse(code: WebhookErrorCode, message: string): never {
  throw new WebhookVerificationError(code, message);
}
