import { decodeLinkKey, type LinkKey } from '../envelope/index.ts';
import { parseUrl } from '../core/parse-url.ts';
import { TempshareError } from '../core/tempshare-error.ts';

/** Why a link was not opened; nothing was consumed, but by `unsafe_url`. */
export type LinkErrorCode =
  /** Not a link of such a service. */
  | 'invalid_link'
  /** The content is sealed end-to-end, and the link has lost its fragment. */
  | 'missing_key'
  /** What stands behind the `#` is no key: it was cut or changed. */
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

/** What a link says by itself. */
export interface ParsedLink {
  /** `share` is a transfer or a debug share. */
  kind: 'share' | 'secret' | 'request' | 'room' | 'drop';
  id: string;
  /** Where the API of its service is. */
  baseUrl: string;
  /** Undefined for a link without a fragment. */
  linkKey: LinkKey | undefined;
}

const form = /^(.*)\/[a-z]{2,3}(?:-[a-z\d]+)*\/(?:(secret|request|room|drop)\/)?([\da-z]{22})\/?$/i;

/** What stands before the key of a link: `%23` for `#`, and `%2523` and so on where it was encoded more than once. */
export const hash = /#|%(?:25)*23/i;

/** What a sentence may put before a link, and behind one that has no fragment: quotation marks of any language, marks of direction. */
const before = /^[^a-z]+/i;
const behind = /[^a-z\d/]+$/i;

/** Characters of a link; those of the service have at most some 200. A stranger's longer one is not looked at. */
const MAX_LINK = 4_096;

/**
 * Takes a link apart. `%23`, however often encoded, counts as `#`. Nothing is asked or sent: whether the host is one to trust is for the caller
 * to say.
 *
 * @throws LinkError `invalid_link`, or `invalid_link_key` for a fragment that is not a key
 */
export function parseLink(link: string | URL): ParsedLink {
  const given = String(link);
  const text = given.length > MAX_LINK ? '' : given.replace(before, '');
  const [address = '', ...fragments] = text.split(hash);
  const url = parseUrl(address.replace(behind, ''));
  const [, path, kind = 'share', id] =
    (/^https?:$/.test(url?.protocol ?? '') && form.exec(url!.pathname)) || [];
  if (!url || id === undefined || url.username !== '' || url.password !== '') {
    throw new LinkError(
      'invalid_link',
      'this is not a link of a Tempshare service: pass it whole, such as https://share.example/en/secret/…#…',
    );
  }
  const fragment = fragments.join('#');
  return {
    kind: kind.toLowerCase() as ParsedLink['kind'],
    id,
    baseUrl: `${url.origin}${path}/api/v1`,
    linkKey: fragment === '' ? undefined : linkKeyOf(fragment),
  };
}

function linkKeyOf(fragment: string): LinkKey {
  try {
    return decodeLinkKey(fragment);
  } catch (error) {
    throw new LinkError('invalid_link_key', `${(error as Error).message}; nothing was consumed`);
  }
}
