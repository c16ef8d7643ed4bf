import { Router, type Request, type Response } from 'express';
import {
  compressed,
  LINK,
  PAGE_HEADERS,
  PANEL_ROUTES,
  PLAIN,
  plainPath,
  type Kind,
  type Plain,
  type ShellKind,
  type Site,
  type SiteFile,
} from '@tempshare/web/site';
import { ServiceProblem } from '../domain/problem.ts';
import { encodingOf, localeOf } from './pipeline/negotiation.ts';
import type { Role } from '../domain/role.ts';

/** File names contain the hash of the content. */
const FOREVER = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';
const METHODS = 'GET, HEAD';

/** An image that is opened by itself is a document, and may contain scripts. */
const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const HTML = 'text/html; charset=utf-8';
const ROBOTS = 'User-agent: *\nDisallow: /\n';
const ONE_YEAR = 31_536_000;

export interface PagesDeps {
  /** Undefined if the pages are not built. */
  site: Site | undefined;
  locales: readonly string[];
  defaultLocale: string;
  /** A server for recipients has no panel, only the page of the link in mails. */
  role: Role;
  appOrigin: string;
}

const isOfApi = (request: Request): boolean => /^\/api(?:\/|$)/i.test(plainPath(request.path));

const takesJson = (request: Request): boolean =>
  (request.get('Accept') ?? '').length < 1_000 &&
  request.accepts(['html', 'json', 'application/problem+json']) !== 'html';

class SiteResponses {
  readonly #files = new Map<string, SiteFile>();
  readonly #deps: PagesDeps & { site: Site };

  constructor(deps: PagesDeps & { site: Site }) {
    this.#deps = deps;
  }

  /** Locale of the path if there is one, else of `Accept-Language`. */
  localeOf(request: Request, named?: string): string {
    const { locales } = this.#deps;
    return locales.find((locale) => locale === named?.toLowerCase()) ?? localeOf(request, this.#deps);
  }

  /** Sets the headers of a page, in `locale` or in the reader's language. */
  prepare(response: Response, name: ShellKind | Plain, locale?: string): SiteFile {
    const request = response.req;
    const { shells, plain } = this.#deps.site;
    const spoken = this.localeOf(request, locale);
    const html = (name in shells ? shells[name as ShellKind] : plain[name as Plain])[spoken] as string;
    const key = `${name}.${spoken}`;
    const file = this.#files.get(key) ?? compressed(HTML, Buffer.from(html));
    this.#files.set(key, file);
    response.set(PAGE_HEADERS);
    if (spoken !== locale?.toLowerCase()) response.vary('Accept-Language');
    return file;
  }
}

/** Serves the pages. They are the same for every link of a kind: nothing is looked up, counted or consumed. */
export function pages(deps: PagesDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { site, appOrigin } = deps;
  if (!site) return router;
  const responses = new SiteResponses({ ...deps, site });

  if (appOrigin.startsWith('https:')) {
    router.use((_request, response, next) => {
      response.set('Strict-Transport-Security', `max-age=${ONE_YEAR}`);
      next();
    });
  }
  serveAssets(router, site);
  router.get(deps.role === 'all' ? [...PANEL_ROUTES] : ['/stop-notices'], (request, response, next) => {
    if (takesJson(request)) next();
    else send(request, response, responses.prepare(response, 'panel'));
  });
  router.use((request, response, next) => {
    const path = plainPath(request.path);
    const link = isOfApi(request) ? null : LINK.exec(path);
    const plain = isOfApi(request) ? null : PLAIN.exec(path);
    if (!link && !plain) {
      next();
      return;
    }
    if (request.method === 'OPTIONS') {
      response.set('Allow', METHODS).status(204).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ServiceProblem('method_not_allowed', `Use ${METHODS} here.`, { headers: { Allow: METHODS } });
    }
    if (link) serveLink(responses, response, link);
    else if (plain) servePlain(responses, response, { match: plain, next });
  });
  return router;
}

function serveAssets(router: Router, site: Site): void {
  const serve = (path: string | RegExp, find: (request: Request) => SiteFile | undefined, cached: string) =>
    router.get(path, (request, response, next) => {
      const found = find(request);
      if (!found) return next();
      response.set({
        'Cache-Control': cached,
        'Content-Security-Policy': ASSET_POLICY,
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      send(request, response, found);
    });
  const robots = compressed('text/plain; charset=utf-8', Buffer.from(ROBOTS));
  serve(/^\/assets\/[^/]+$/, ({ path }) => site.assets.get(path), FOREVER);
  serve('/favicon.ico', () => site.favicon, FOR_A_DAY);
  serve('/robots.txt', () => robots, FOR_A_DAY);
}

/** Serves the page of a link, or redirects a link without a locale to one in the reader's language. */
function serveLink(responses: SiteResponses, response: Response, match: RegExpExecArray): void {
  const request = response.req;
  const [, locale, kind, kindAlone, rest] = match;
  const name = (kind ?? kindAlone ?? 'share').toLowerCase() as Kind;
  if (locale !== undefined) return send(request, response, responses.prepare(response, name, locale));
  // Relative, since only the browser knows what precedes the path.
  const up = '../'.repeat(request.path.split('/').length - 2);
  const query = /\?.*$/.exec(request.url)?.[0] ?? '';
  response
    .vary('Accept-Language')
    .redirect(302, `${up}${responses.localeOf(request)}/${name}/${rest}${query}`);
}

/** Serves the home page or the documentation. */
function servePlain(
  responses: SiteResponses,
  response: Response,
  { match, next }: { match: RegExpExecArray; next: () => void },
): void {
  const request = response.req;
  const [, locale, docs] = match as unknown as [string, string?, string?];
  if (locale !== undefined && responses.localeOf(request, locale) !== locale.toLowerCase()) next();
  else if (!docs && takesJson(request)) next();
  else send(request, response, responses.prepare(response, docs ? 'docs' : 'home', locale));
}

/** Renders the page of a problem and sets its headers. Undefined for the API, for programs, and without pages. */
export function problemPage(deps: PagesDeps): (request: Request, response: Response) => string | undefined {
  const { site } = deps;
  if (!site) return () => undefined;
  const responses = new SiteResponses({ ...deps, site });
  return (request, response) => {
    if (isOfApi(request)) return undefined;
    response.vary('Accept');
    if (takesJson(request)) return undefined;
    const [, locale] = /^\/([^/]*)/.exec(plainPath(request.path)) ?? [];
    const name = response.statusCode < 500 ? 'missing' : 'away';
    return responses.prepare(response, name, locale).identity.toString();
  };
}

function send(request: Request, response: Response, file: SiteFile): void {
  const encoding = encodingOf(request);
  response.type(file.type).vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  const body = file[encoding];
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}
