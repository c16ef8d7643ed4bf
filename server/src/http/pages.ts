import { Router, type Request, type Response } from 'express';
import { compressed, type Kind, type Site, type SiteFile } from '@tempshare/web/site';
import { encodingOf, localeOf } from './negotiation.ts';

/** Names of files hold their content's hash. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Scripts and styles of the server's own files alone, which the shell pins by their hashes, and nothing of anybody
 * else: no frame, form, plug-in or foreign origin, and no script out of a string (Trusted Types).
 */
const POLICY = [
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
].join('; ');

/** A picture that is opened by itself is a document, and may hold scripts. */
const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Behind the id may stand what mail programs and messengers put there, and the `#` of a key as `%23`. */
const LINK =
  /^\/(?!api\/)(?:([A-Za-z]{2,3}(?:-[A-Za-z\d]+)*)\/(?:(secret|request|room|drop)\/)?|(?:secret|request|room|drop)\/)[\dA-Za-z][^/]*\/?$/;

const HTML = 'text/html; charset=utf-8';

/** What the pages need to know. */
export interface PagesDeps {
  /** Undefined when they have not been built. */
  site: Site | undefined;
  locales: readonly string[];
  defaultLocale: string;
}

/**
 * The pages that a person finds at a link. They are the same for every link of a kind, whether something is there or
 * not: nothing is looked up, counted or consumed by asking for one.
 */
export function pages({ site, locales, defaultLocale }: PagesDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  if (!site) return router;
  const spoken = (request: Request): string => localeOf(request, { locales, defaultLocale });
  const shells = new Map<string, SiteFile>();
  const shellOf = (kind: Kind, locale: string): SiteFile => {
    const name = `${kind}.${locale}`;
    const shell = shells.get(name) ?? compressed(HTML, Buffer.from(site.shells[kind][locale] as string));
    shells.set(name, shell);
    return shell;
  };

  router.get(/^\/assets\/[^/]+$/, (request, response, next) => {
    const file = site.assets.get(request.path);
    if (!file) {
      next();
      return;
    }
    response.set({
      'Cache-Control': FOREVER,
      'Content-Security-Policy': ASSET_POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    send(request, response, file);
  });
  router.get(LINK, (request, response) => {
    const [, locale, kind] = LINK.exec(request.path) as unknown as [string, string?, string?];
    if (locale === undefined) {
      // Relative, since only the browser knows what stands before the path.
      const up = request.path.endsWith('/') ? '../../' : '../';
      response.vary('Accept-Language').redirect(302, `${up}${spoken(request)}${request.url}`);
      return;
    }
    response.set(HEADERS);
    send(
      request,
      response,
      shellOf((kind ?? 'share') as Kind, locales.includes(locale) ? locale : spoken(request)),
    );
  });
  return router;
}

function send(request: Request, response: Response, file: SiteFile): void {
  const encoding = encodingOf(request);
  response.type(file.type).vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  const body = file[encoding];
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}
