import { decodeLinkKey, type LinkKey } from '../envelope/index.ts';
import { plain, readings } from '../envelope/mend.ts';
import { parseUrl } from '../internal/parse-url.ts';
import { TempshareError } from '../core/tempshare-error.ts';

/** Why a link was not opened; nothing was consumed, but by `unsafe_url`. */
export type LinkErrorCode =
  /** Not a link of such a service. */
  | 'invalid_link'
  /** The content is sealed end-to-end, and the link has lost its fragment. */
  | 'missing_key'
  /** The fragment is no key: it was cut or changed. */
  | 'invalid_link_key'
  /** The service refused the proof of the link's key: the link was damaged or cut, and there is no password to be wrong. */
  | 'wrong_key'
  | 'password_required'
  /** A password was given, but there is none: what it guards could have been exchanged. */
  | 'password_not_used'
  /** The link has a key, but the service says that it can read the content itself. */
  | 'not_end_to_end'
  /** The link was opened, and leads to an address that is not plain http or https. */
  | 'unsafe_url';

/** A link that cannot be opened as it is. Holds the reason only, nothing of the link; `cause` is what the service said, if it did. */
export class LinkError extends TempshareError {
  static override readonly kind: string = 'LinkError';
  readonly code: LinkErrorCode;

  constructor(code: LinkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Parts of a link. */
export interface ParsedLink {
  /** `share` is a transfer or a debug share. */
  kind: 'share' | 'secret' | 'request' | 'room' | 'drop';
  id: string;
  /** URL of the API of its service. */
  baseUrl: string;
  /** Undefined for a link without a fragment. */
  linkKey: LinkKey | undefined;
}

/** A sentence may put anything before a link, such as quotation marks of any language. */
const form = /^[^a-z]*(https?:\/*[^/?@# ]+)(\/[^?#]*)[^#]*(#.*[\w-])?/is;
/**
 * Pattern of the path before the id. A language has two letters. Three letters are one only before a region or a
 * script, or where the link would have none else; `app` in `/app/secret/…` belongs to the base.
 */
const place =
  /^(.*?)(?:\/[a-z]{2}(?:[a-z](?=-|$))?(?:-[a-z]{2}|-[a-z]{4}|-\d{3})*)?(?:\/(secret|request|room|drop))?$/i;
/** A line break inside a host that stands beside no dot or slash: what follows may be the next word of a sentence. */
const split = /[^\s=./]\s+[^\s.]/;
const isId = (word: string) => /^[a-z\d]{22}$/i.test(word);

/**
 * Takes a link apart. `%23`, however often encoded, counts as `#`. What mail and chat programs change about a link is
 * put right where it can mean one thing only: blanks, line breaks, invisible characters, percent-encoding, doubled slashes, capitals,
 * and whatever stands around the link. Nothing is asked or sent: whether the host is one to trust is for the caller to say.
 *
 * @throws LinkError `invalid_link`, or `invalid_link_key` for a fragment that is not a key
 */
export function parseLink(link: string | URL): ParsedLink {
  const [, host = '', path = '', fragment] = form.exec(plain(String(link))) ?? [];
  const url = parseUrl(joined(host));
  const parts = path.split('/').filter((part) => /\w/.test(part));
  const [id] = readings(parts.pop() ?? '', isId);
  const directory = joined(['', ...parts].join('/'));
  const [, base, kind = 'share'] = place.exec(directory)!;
  if (base === directory || !url || split.test(host) || id === undefined) {
    throw new LinkError(
      'invalid_link',
      'this is no whole link of a Tempshare service, such as https://share.example/en/secret/…#…',
    );
  }
  return {
    kind: kind.toLowerCase() as ParsedLink['kind'],
    id,
    baseUrl: encodeURI(`${url.origin}${base}/api/v1`),
    linkKey: fragment === undefined ? undefined : linkKeyOf(fragment),
  };
}

/** A part of an address that was broken over lines. */
const joined = (part: string) => part.replace(/=?\s+/g, '');

function linkKeyOf(fragment: string): LinkKey {
  try {
    return decodeLinkKey(fragment);
  } catch (error) {
    throw new LinkError('invalid_link_key', `${(error as Error).message}; nothing was consumed`);
  }
}
