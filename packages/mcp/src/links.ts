/** The fields of an answer that hold a link for a recipient. */
export type LinkField = 'shareUrl' | 'secretUrl';

/** A host, an app below at most four folders, a locale, the kind, an id; no user, no query. */
const FORM =
  /^https?:\/\/((?:[\w.-]{1,100}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?(?:\/[\w.~-]{1,40}){0,4})\/[a-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,2}\/(secret\/)?([\dA-Za-z]{22})$/;

/** 22 base62 characters. */
export const isId = (value: string): boolean => /^[\dA-Za-z]{22}$/.test(value);

/** Crockford's base32. */
export const isShortCode = (value: string): boolean => /^[\dA-HJKMNP-TV-Z]{4,8}$/.test(value);

export interface Link {
  /** In ASCII (RFC 3986), an international host name in Punycode. */
  href: string;
  /** The host, and the folders below which the app stands. */
  app: string;
  id: string;
}

/**
 * The link of an answer; undefined for anything but one of the contract's form. A sealed item's link has its key, of 43
 * characters, as the fragment; another's has none.
 */
export function linkOf(value: unknown, name: LinkField, encryption: string): Link | undefined {
  const href = typeof value === 'string' && value.length < 500 ? URL.parse(value)?.href : undefined;
  const [address = '', ...fragments] = (href ?? '').split('#');
  const [, app, secret, id] = FORM.exec(address) ?? [];
  if (href === undefined || app === undefined || id === undefined) return undefined;
  if ((name === 'secretUrl') !== (secret !== undefined)) return undefined;
  const key = fragments.join('#');
  const fits = encryption === 'e2e' ? /^[\w-]{43}$/.test(key) : href === address;
  return fits ? { href, app, id } : undefined;
}
