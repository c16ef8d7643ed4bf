/** The fields of a response that hold a link for a recipient. */
export type LinkField = 'shareUrl' | 'secretUrl';

const HOST = String.raw`(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?`;
/** Few and short, without signs: a sentence hardly fits into them. */
const FOLDERS = String.raw`(?:\/[\w.~-]{1,40}){0,4}`;
/** Any that an address can have (RFC 3986, `pchar`). */
const ANY_FOLDERS = String.raw`(?:\/[\w.~%!$&'()*+,;=:@-]*)*`;
/** Such as `en`, `pt-BR` and `zh-Hant-TW`. */
const LOCALE = '[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?';

/** A host, folders below which the app stands, a locale, the kind, an id; no user, no query. */
const formOf = (folders: string) =>
  new RegExp(String.raw`^https?:\/\/${HOST}${folders}\/${LOCALE}\/(secret\/)?([\dA-Za-z]{22})$`);
const FORM = formOf(FOLDERS);
const OWN_FORM = formOf(ANY_FOLDERS);

/** Characters of a link. */
const LONGEST = 2_048;

/** 22 base62 characters. */
export const isId = (value: string): boolean => /^[\dA-Za-z]{22}$/.test(value);

/** Crockford's base32. */
export const isShortCode = (value: string): boolean => /^[\dA-HJKMNP-TV-Z]{4,8}$/.test(value);

export interface Link {
  /** In ASCII (RFC 3986), an international host name in Punycode. */
  href: string;
  id: string;
}

/**
 * The link of a response; undefined for anything but one of the contract's form. A sealed item's link has its key, of 43
 * characters, as the fragment; another's has none.
 *
 * @param baseUrl where the service is: at the same origin the app may stand in whatever folders
 */
export function linkOf(
  value: unknown,
  name: LinkField,
  { encryption, baseUrl }: { encryption: string; baseUrl: string },
): Link | undefined {
  const url = typeof value === 'string' && value.length <= LONGEST ? URL.parse(value) : null;
  if (!url) return undefined;
  const { href, origin } = url;
  const [address = '', ...fragments] = href.split('#');
  const form = origin === URL.parse(baseUrl)?.origin ? OWN_FORM : FORM;
  const [, secret, id] = form.exec(address) ?? [];
  if (id === undefined || (name === 'secretUrl') !== (secret !== undefined)) return undefined;
  const key = fragments.join('#');
  const fits = encryption === 'e2e' ? /^[\w-]{43}$/.test(key) : href === address;
  return fits ? { href, id } : undefined;
}
