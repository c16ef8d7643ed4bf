/**
 * Scripts and styles of the server's own files alone, which the shell pins by their hashes, and nothing of anybody
 * else: no frame, form, plug-in or foreign origin, and no script out of a string (Trusted Types).
 */
export const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Headers of every page. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY.join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Path of a link, also with text behind its id or with the `#` of its key as `%23`, as mail programs and messengers leave it. */
export const LINK =
  /^\/(?!api\/)(?:([a-z]{2,3}(?:-[a-z\d]+)*)\/(?:(secret|request|room|drop)\/)?|(?:(secret|request|room|drop)\/))([\da-z](?:[^/]*\/?|[^/]*%(?:25)*23.*))$/i;

/** A page that belongs to no link. */
export const PLAIN = /^\/(?:([a-z]{2,3}(?:-[a-z\d]+)*)\/?|(docs)\/?)?$/i;

/** A path without what changes nothing in it: encoded letters and slashes, doubled slashes. */
export const plainPath = (path: string): string =>
  path
    .replace(/%(?:25)*([\da-f]{2})/gi, (encoded, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w.~/-]/.test(character) ? character : encoded;
    })
    .replace(/\/{2,}/g, '/');
