import { concat, fromBase64url, toBase64url, utf8 } from './bytes.ts';
import { checkNames } from '../internal/check-names.ts';
import { tagOf } from '../internal/tag.ts';
import { must } from '../core/tempshare-error.ts';
import { kdfIterations, kdfIterationsLeast, kdfIterationsMost } from '../gen/limits.ts';
import { EnvelopeError } from './errors.ts';
import { plain, readings } from './mend.ts';

/** 32 random bytes that travel in the fragment of a link and never reach the service. */
export type LinkKey = Uint8Array<ArrayBuffer>;

/** Rounds of PBKDF2 for a new password. */
export const DEFAULT_ITERATIONS = kdfIterations;

/** Keys derived from a link key and an optional password. Opaque except for the proof and its hash. */
export interface EnvelopeKeys {
  /** AES-256-GCM, not extractable. */
  readonly contentKey: CryptoKey;
  /** HMAC-SHA-256, not extractable: makes the nonces of repeatable sealing. */
  readonly nonceKey: CryptoKey;
  /** Shown to the service to open the item: 32 bytes as base64url. */
  readonly accessProof: string;
  /** SHA-256 of the proof's bytes as base64url, which the service stores in place of the proof. */
  readonly accessProofHash: string;
  /** Undefined without a password. */
  readonly iterations: number | undefined;
}

export interface PasswordOptions {
  /** Left out where there is none: undefined is refused, since it would protect nothing. */
  password?: string;
  /** Rounds of PBKDF2, 100,000 to 1,000,000; default 220,000. Without a password it has no meaning. */
  iterations?: number | undefined;
}

export function createLinkKey(): LinkKey {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** The key as it stands behind the `#` of a link: 43 characters of base64url. */
export function encodeLinkKey(linkKey: LinkKey): string {
  return toBase64url(checkLinkKey(linkKey));
}

/**
 * The key of a link, of its fragment, or of the 43 characters alone. `%23`, however often encoded, counts as `#`. What
 * mail and chat programs add is left out, within the key, too: blanks, line breaks, invisible characters, punctuation.
 *
 * @throws EnvelopeError `invalid_link_key`, also for a link that can be read in two ways
 */
export function decodeLinkKey(link: string): LinkKey {
  const texts = plain(link)
    .replace(/^[^#]*#/, '')
    .split('#');
  const isKey = (text: string) => fromBase64url(text)?.length === 32;
  const [key, another] = new Set(texts.flatMap((text) => readings(text, isKey)));
  return checkLinkKey(another === undefined && key && fromBase64url(key));
}

/**
 * Derives the keys of an item: HKDF-SHA-256 (RFC 5869) over the link key and, with a password,
 * PBKDF2-HMAC-SHA-512 (RFC 8018) of its NFKC form.
 *
 * @throws EnvelopeError before anything is derived, if the rounds or the password cannot be right
 */
export async function deriveKeys(linkKey: LinkKey, options: PasswordOptions = {}): Promise<EnvelopeKeys> {
  checkNames('option of deriveKeys', options, ['password', 'iterations']);
  const { password, iterations = DEFAULT_ITERATIONS } = options;
  // A copy: the caller may overwrite the array meanwhile.
  const key = concat(checkLinkKey(linkKey));
  const stretched =
    'password' in options ? await stretch(key, password, checkIterations(iterations)) : new Uint8Array();
  const root = await hkdf(concat(key, stretched));
  const expand = (info: string) => root(key, info);
  const proof = await expand('access');
  return {
    contentKey: await importKey(await expand('content'), 'AES-GCM', ['encrypt', 'decrypt']),
    nonceKey: await importKey(await expand('nonce'), { name: 'HMAC', hash: 'SHA-256' }, ['sign']),
    accessProof: toBase64url(proof),
    accessProofHash: toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', proof))),
    iterations: 'password' in options ? iterations : undefined,
  };
}

/** @throws EnvelopeError `iterations_out_of_range`: too few would make the proof guessable, too many would hang the opener */
export function checkIterations(iterations: unknown): number {
  if (
    Number.isInteger(iterations) &&
    kdfIterationsLeast <= (iterations as number) &&
    (iterations as number) <= kdfIterationsMost
  )
    return iterations as number;
  throw new EnvelopeError(
    'iterations_out_of_range',
    `the rounds of the key derivation must be a whole number from ${kdfIterationsLeast.toLocaleString('en')} to ${kdfIterationsMost.toLocaleString('en')}`,
  );
}

async function stretch(linkKey: LinkKey, password: unknown, iterations: number) {
  if (typeof password !== 'string' || password === '' || !password.isWellFormed())
    throw new EnvelopeError(
      'invalid_password',
      'the password must be text of at least one character; leave it out where there is none',
    );
  // HMAC pads its key with zeros: a password and the same one with NUL behind it would be one.
  if (password.includes('\0'))
    throw new EnvelopeError('invalid_password', 'the password must not contain U+0000');
  const salt = await (await hkdf(linkKey))(new Uint8Array(), 'salt');
  const key = await subtle().importKey('raw', utf8(password.normalize('NFKC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations }, key, 256),
  );
}

/** @throws TempshareError on a page that was not loaded over https, which browsers give no cryptography */
function subtle(): SubtleCrypto {
  must(
    (crypto as { subtle?: SubtleCrypto }).subtle,
    'end-to-end encryption needs a secure context: load the page over https (or from localhost)',
  );
  return crypto.subtle;
}

async function hkdf(material: Uint8Array<ArrayBuffer>) {
  const key = await subtle().importKey('raw', material, 'HKDF', false, ['deriveBits']);
  return async (salt: Uint8Array<ArrayBuffer>, info: string) =>
    new Uint8Array(
      await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) }, key, 256),
    );
}

export function importKey(
  bytes: Uint8Array<ArrayBuffer>,
  algorithm: string | HmacImportParams,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  return subtle().importKey('raw', bytes, algorithm, false, usages);
}

function checkLinkKey(linkKey: unknown): LinkKey {
  if (tagOf(linkKey) === 'Uint8Array' && (linkKey as LinkKey).length === 32) return linkKey as LinkKey;
  throw new EnvelopeError(
    'invalid_link_key',
    'the link key is missing, damaged or ambiguous: it is the 43 characters after the #',
  );
}
