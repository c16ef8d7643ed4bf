const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function randomText(alphabet: string, length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** 22 base62 characters, as in the service's links. */
export const linkId = (): string => randomText(BASE62, 22);
export const prefixedId = (
  prefix: 'evt' | 'file' | 'item' | 'key' | 'msg' | 'req' | 'we' | 'whd' | 'whr',
): string => `${prefix}_${linkId()}`;
/** The PIN of an upload request. */
export const pin = (): string => randomText('0123456789', 8);
export const shortCode = (): string => randomText(CROCKFORD, 8);

/** A key of the service's form; its checksum is not one, so no real service takes it. */
export const apiKey = (environment: 'live' | 'test'): string =>
  `svc_sk_${environment}_${randomText(BASE62, 38)}`;

/** A signing secret: 30 bytes, which base64 writes without padding. */
export const signingSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(30))))}`;

/** A short code as people type it: any case, `O` for `0`, `I` and `L` for `1`; null when it is none. */
export function parseShortCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{4,8}$/.test(code) ? code : null;
}
