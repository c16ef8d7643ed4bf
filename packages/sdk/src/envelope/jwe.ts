import { concat, fromBase64url, toBase64url, utf8 } from './bytes.ts';
import { EnvelopeError } from './errors.ts';
import { checkIterations, type EnvelopeKeys } from './keys.ts';

const KINDS = ['secret', 'text', 'url', 'file', 'message', 'author'] as const;

/** Kind of a sealed text, bound to it so that one kind cannot pass for another. */
export type SealedKind = (typeof KINDS)[number];

export interface SealOptions {
  kind: SealedKind;
  /**
   * Makes sealing repeatable: the same text, keys and seed give the same bytes. Different for each item, such as an
   * idempotency key. Without it each sealing is different.
   */
  seed?: string | undefined;
}

/** The protected header; it has these members and no other. */
export interface SealedHeader {
  kind: SealedKind;
  /** Undefined without a password. */
  iterations: number | undefined;
}

/**
 * Seals a text as a compact JWE (RFC 7516): `alg` dir, `enc` A256GCM, `typ` the kind, `p2c` the rounds if there is a
 * password.
 *
 * @throws EnvelopeError `invalid_text` for text that has no UTF-8 form; `unsupported_envelope` for a kind that is none
 */
export async function seal(text: string, keys: EnvelopeKeys, { kind, seed }: SealOptions): Promise<string> {
  if (!KINDS.includes(kind))
    throw new EnvelopeError('unsupported_envelope', `a text is sealed as one of ${KINDS.join(', ')}`);
  if (!text.isWellFormed())
    throw new EnvelopeError(
      'invalid_text',
      'the text holds half of a surrogate pair, which cannot be sealed',
    );
  const header = { alg: 'dir', enc: 'A256GCM', typ: `tempshare-${kind}`, p2c: keys.iterations };
  const head = toBase64url(utf8(JSON.stringify(header)));
  const plaintext = utf8(text);
  const iv = await nonce(keys, plaintext, { seed, head });
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(head) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, keys.contentKey, plaintext));
  const [ciphertext, tag] = [sealed.subarray(0, -16), sealed.subarray(-16)];
  return `${head}..${toBase64url(iv)}.${toBase64url(ciphertext)}.${toBase64url(tag)}`;
}

/**
 * Opens what `seal` made.
 *
 * @throws EnvelopeError `unsupported_envelope` without trying, for a header that `seal` never makes;
 *   `decryption_failed` for another key, another password or a changed text
 */
export async function open(sealed: string, keys: EnvelopeKeys, kind: SealedKind): Promise<string> {
  const header = readHeader(sealed);
  if (header.kind !== kind) refuse(`it is sealed as ${header.kind}, not as ${kind}`);
  if (header.iterations !== keys.iterations) refuse('its key derivation differs from that of the item');
  const [head = '', , ...rest] = sealed.split('.');
  const [iv, ciphertext, tag] = rest.map((part) => fromBase64url(part));
  if (!ciphertext || iv?.length !== 12 || tag?.length !== 16) return refuse('its parts are malformed');
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(head) };
  try {
    const plaintext = await crypto.subtle.decrypt(algorithm, keys.contentKey, concat(ciphertext, tag));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext);
  } catch {
    throw new EnvelopeError(
      'decryption_failed',
      'the content does not open: the link or the password is wrong, or the content was changed',
    );
  }
}

/** Reads and checks the protected header. @throws EnvelopeError `unsupported_envelope`; `iterations_out_of_range` */
export function readHeader(sealed: string): SealedHeader {
  const parts = typeof sealed === 'string' ? sealed.split('.', 6) : [];
  const bytes = fromBase64url(parts[0] ?? '');
  if (parts.length !== 5 || parts[1] !== '' || !bytes) return refuse('it is not a compact JWE without a key');
  const text = decodeHeader(bytes);
  const header = parseHeader(text);
  const { alg, enc, typ, p2c, ...others } = header;
  if (alg !== 'dir' || enc !== 'A256GCM') refuse('its encryption is unknown');
  if (Object.keys(others).length > 0) refuse(`its header has unknown members`);
  const kind = KINDS.find((name) => typ === `tempshare-${name}`);
  if (kind === undefined) return refuse('its type is unknown');
  const iterations = p2c === undefined ? undefined : checkIterations(p2c);
  // One of them stands twice, has escapes, or is written in another way, or there is white space.
  if (JSON.stringify(header) !== text) refuse('its header is not minimal JSON');
  return { kind, iterations };
}

function decodeHeader(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('its header is not UTF-8');
  }
}

function parseHeader(text: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === 'object' && header !== null) return header as Record<string, unknown>;
  } catch {}
  return refuse('its header is not JSON');
}

/** 12 bytes: random, or a keyed hash of everything that is sealed, which repeats only with it. */
async function nonce(
  keys: EnvelopeKeys,
  plaintext: Uint8Array,
  { seed, head }: { seed: string | undefined; head: string },
) {
  if (seed === undefined) return crypto.getRandomValues(new Uint8Array(12));
  const message = concat(utf8(JSON.stringify([seed, head])), plaintext);
  return new Uint8Array(await crypto.subtle.sign('HMAC', keys.nonceKey, message)).slice(0, 12);
}

function refuse(reason: string): never {
  throw new EnvelopeError('unsupported_envelope', `this is not a sealed text of this service: ${reason}`);
}
