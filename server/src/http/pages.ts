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

/** Names of files hold their content's hash. */
const FOREVER = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';
const METHODS = 'GET, HEAD';

/** A picture that is opened by itself is a document, and may hold scripts. */
const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const HTML = 'text/html; charset=utf-8';
const ROBOTS = 'User-agent: *\nDisallow: /\n';
const ONE_YEAR = 31_536_000;

/** Settings of the pages. */
export interface PagesDeps {
  /** Undefined when they have not been built. */
  site: Site | undefined;
  locales: readonly string[];
  defaultLocale: string;
  /** Only a server for everybody has the panel; the other one has the page of a link in mails. */
  role: Role;
  /** Origin of the public address. */
  appOrigin: string;
}

/** Whether a request is for the API, whose problems are JSON whoever asks. */
const isOfApi = (request: Request): boolean => /^\/api(?:\/|$)/i.test(plainPath(request.path));

/** Whether a client that asks for a page prefers JSON, as programs do. */
const takesJson = (request: Request): boolean =>
  (request.get('Accept') ?? '').length < 1_000 &&
  request.accepts(['html', 'json', 'application/problem+json']) !== 'html';

/** The site as requests ask for it. */
class SiteResponses {
  readonly #files = new Map<string, SiteFile>();
  readonly #deps: PagesDeps & { site: Site };

  constructor(deps: PagesDeps & { site: Site }) {
    this.#deps = deps;
  }

  /** The language of a path if there is one, else the one that the browser asks for. */
  localeOf(request: Request, named?: string): string {
    const { locales } = this.#deps;
    return locales.find((locale) => locale === named?.toLowerCase()) ?? localeOf(request, this.#deps);
  }

  /** Sets the headers of a page, in a language of its own or in that of the reader. */
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

/**
 * The pages that a person finds at a link, and those that belong to none. They are the same for every link of a kind,
 * whether something is there or not: nothing is looked up, counted or consumed by asking for one.
 */
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
  const file = (path: string | RegExp, find: (request: Request) => SiteFile | undefined, cached: string) =>
    router.get(path, (request, response, next) => {
      const found = find(request);
      if (!found) {
        next();
        return;
      }
      response.set({
        'Cache-Control': cached,
        'Content-Security-Policy': ASSET_POLICY,
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      send(request, response, found);
    });
  const robots = compressed('text/plain; charset=utf-8', Buffer.from(ROBOTS));
  file(/^\/assets\/[^/]+$/, ({ path }) => site.assets.get(path), FOREVER);
  file('/favicon.ico', () => site.favicon, FOR_A_DAY);
  file('/robots.txt', () => robots, FOR_A_DAY);

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
    if (link) {
      const [, locale, kind, kindAlone, rest] = link;
      const name = (kind ?? kindAlone ?? 'share').toLowerCase() as Kind;
      if (locale !== undefined) {
        send(request, response, responses.prepare(response, name, locale));
        return;
      }
      // Relative, since only the browser knows what stands before the path.
      const up = '../'.repeat(request.path.split('/').length - 2);
      const query = /\?.*$/.exec(request.url)?.[0] ?? '';
      response
        .vary('Accept-Language')
        .redirect(302, `${up}${responses.localeOf(request)}/${name}/${rest}${query}`);
      return;
    }
    const [, locale, docs] = plain as unknown as [string, string?, string?];
    if (locale !== undefined && responses.localeOf(request, locale) !== locale.toLowerCase()) next();
    else if (!docs && takesJson(request)) next();
    else send(request, response, responses.prepare(response, docs ? 'docs' : 'home', locale));
  });
  return router;
}

/**
 * The page that a browser gets for a problem, whose headers it sets.
 *
 * @returns undefined for what gets JSON: the API, programs that ask for it, and servers without pages
 */
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
