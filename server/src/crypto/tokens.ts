import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomChunk } from './random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Buffer for building texts, longer than any. */
const scratch = Buffer.alloc(64);

/** Uniform random characters. Bytes beyond the largest multiple of the alphabet are rejected. */
function randomText(alphabet: string, length: number): string {
  const bound = 256 - (256 % alphabet.length);
  for (let drawn = 0; drawn < length;) {
    const chunk = randomChunk(length + 8);
    for (let i = 0; i < chunk.length && drawn < length; i++) {
      const byte = chunk[i] as number;
      if (byte < bound) scratch[drawn++] = alphabet.charCodeAt(byte % alphabet.length);
    }
  }
  const text = scratch.toString('latin1', 0, length);
  scratch.fill(0);
  return text;
}

/** Id of anything with a link: 22 base62 characters, 131 bits. */
export const linkId = (): string => randomText(BASE62, 22);

/** Derives a link id from 32 secret bytes, enough for a uniform distribution. */
export function deriveLinkId(bytes: Buffer): string {
  // Base conversion on limbs of one large number; a BigInt would be allocated for each digit.
  const limbs = Array.from({ length: 16 }, (_, i) => bytes.readUInt16BE(2 * i));
  let id = '';
  for (let digit = 0; digit < 22; digit++) {
    let rest = 0;
    for (let i = 0; i < limbs.length; i++) {
      const part = rest * 65_536 + (limbs[i] as number);
      limbs[i] = Math.floor(part / 62);
      rest = part % 62;
    }
    id += BASE62[rest] as string;
  }
  return id;
}

/** Owner's code of a transfer: 8 characters of Crockford's base32. */
export const shortCode = (): string => randomText(CROCKFORD, 8);

type Prefix =
  | 'aud'
  | 'evt'
  | 'key'
  | 'acc'
  | 'req'
  | 'file'
  | 'blob'
  | 'msg'
  | 'item'
  | 'we'
  | 'whd'
  | 'whr'
  | 's'
  | 'user'
  | 'ses'
  | 'inv'
  | 'pk'
  | 'mail';

/** Id without a link, such as `evt_…`: a prefix and 22 base62 characters. */
export const prefixedId = (prefix: Prefix): string => `${prefix}_${randomText(BASE62, 22)}`;

/** Beginnings of such ids, equally frequent. */
export const idStarts = (prefix: Prefix): readonly string[] =>
  [...BASE62].map((character) => `${prefix}_${character}`);

/** Token of an item's file: the item's id, which makes it findable, and 131 random bits. */
export const itemToken = (prefix: 'u' | 'd', itemId: string): string =>
  `${prefix}_${itemId}${randomText(BASE62, 22)}`;

/** Derives such a token from 32 secret bytes. */
export const deriveItemToken = (prefix: 'd', itemId: string, bytes: Buffer): string =>
  `${prefix}_${itemId}${deriveLinkId(bytes)}`;

/** Token of a session or one-time link of the panel: 43 base62 characters, 256 bits. */
export const panelToken = (): string => randomText(BASE62, 43);

export const isPanelToken = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);

/** Recovery code of a person: 10 characters of Crockford's base32, 50 bits, in two halves. */
export const recoveryCode = (): string => randomText(CROCKFORD, 10).toLowerCase().replace(/^.{5}/, '$&-');

/** PIN of an upload request: 8 digits. */
export const pinCode = (): string => randomText('0123456789', 8);

export const isLinkId = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);

export const isPrefixedId = (prefix: 'file' | 'item' | 'msg' | 'author', text: string): boolean =>
  text.startsWith(`${prefix}_`) && isLinkId(text.slice(prefix.length + 1));

/** Item id of a token; undefined for tokens of earlier versions. */
export const itemOfToken = (token: string): string | undefined =>
  token.length === 2 + 22 + 22 ? token.slice(2, 24) : undefined;

export const isToken = (prefix: 'u' | 'd' | 's', text: string): boolean =>
  text.startsWith(`${prefix}_`) && /^(?:[0-9A-Za-z]{22}){1,2}$/.test(text.slice(2));

/** Parses a typed short code: any case, `O` for `0`, `I` and `L` for `1`; null if invalid. */
export function parseShortCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{4,8}$/.test(code) ? code : null;
}

export type Environment = 'live' | 'test';

const KEY = /^svc_sk_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** New API key: prefix, 32 random base62 characters (190 bits) and their CRC-32 in 6 characters. */
export function generateApiKey(environment: Environment): string {
  const unchecked = `svc_sk_${environment}_${randomText(BASE62, 32)}`;
  return unchecked + checksum(unchecked);
}

/** Checks format and checksum, so that a mistyped key needs no query. */
export function isWellFormedApiKey(text: string): boolean {
  return KEY.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = (BASE62[rest % 62] as string) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export const sha256 = (data: string | Uint8Array): Buffer => hash('sha256', data, 'buffer');
