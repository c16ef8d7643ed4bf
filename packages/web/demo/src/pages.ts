import { LINK, PAGE_HEADERS, PAGE_POLICY, PLAIN, plainPath } from '../../src/addresses.ts';
import { isAt, PANEL_ROUTES } from '../../src/panel/routes.ts';
import { aboutDemo } from './about.ts';
import type { RunningDemo } from './demo.ts';
import { escaped, inEveryLanguage, spokenBy, type Languages } from './words.ts';

/** Stands in the built pages where the path of the demo goes. */
export const BASE = '/_demo_';

interface PagesOptions {
  /** Address of the demo, with a slash at its end. */
  scope: string;
  /** Reads a file that was built beside the pages. @throws TypeError when the host is away */
  read: (path: string) => Promise<string>;
  /** Languages of the reader. */
  wanted: readonly string[];
}

/** The pages as the server sends them: each address has its own, in the language of its path or the reader's. */
export class DemoPages {
  readonly #options: PagesOptions;
  readonly #base: string;
  #languages: Promise<Languages> | undefined;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#base = new URL(options.scope).pathname.replace(/\/$/, '');
  }

  /** The page at an address of the demo; undefined for its files. */
  respond(request: Request, demo: () => Promise<RunningDemo>): Promise<Response> | undefined {
    const { pathname, searchParams, search } = new URL(request.url);
    const path = pathname.slice(this.#base.length);
    if (/^\/(?:assets|site)\/|^\/[^/]+\.(?:html|js|css|ico|txt|map)$/.test(path)) return undefined;
    if (request.method === 'POST') return path === '/start-over' ? this.#startOver(demo) : undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (path === '/about') return this.#about(demo, searchParams.get('language'));
    return this.#page(path, search);
  }

  async #page(path: string, search: string): Promise<Response> {
    if (PANEL_ROUTES.some((route) => isAt(route, path))) return this.#send('panel', await this.#spoken());
    const link = LINK.exec(plainPath(path));
    if (link) {
      const [, locale, kind, kindAlone, rest] = link;
      const name = (kind ?? kindAlone ?? 'share').toLowerCase();
      if (locale !== undefined) return this.#send(name, await this.#spoken(locale));
      const to = `${this.#base}/${await this.#spoken()}/${name}/${rest}${search}`;
      return Response.redirect(new URL(to, this.#options.scope), 302);
    }
    const [isPlain, locale, docs] = PLAIN.exec(plainPath(path)) ?? [];
    const spoken = await this.#spoken(locale);
    const isThere = isPlain !== undefined && (locale === undefined || spoken === locale.toLowerCase());
    return isThere
      ? this.#send(docs ? 'docs' : 'home', spoken)
      : this.#send('missing', spoken, { status: 404 });
  }

  /** The page about the demo, in the frame of the first page. */
  async #about(demo: () => Promise<RunningDemo>, language: string | null): Promise<Response> {
    const running = await demo();
    const code = await this.#spoken(language ?? undefined);
    const { words } = (await this.#all())[code]!;
    const parts = { words, base: this.#base, code, examples: running.examples(), users: running.users() };
    const policy = PAGE_POLICY.map((rule) => (rule.startsWith('form-action') ? "form-action 'self'" : rule));
    return this.#send('home', code, {
      headers: { 'Content-Security-Policy': policy.join('; ') },
      change: (html) =>
        html
          .replace(/<main>[\s\S]*<\/nav>/, () => aboutDemo(parts))
          .replace(/<title>[^·]*/, () => `<title>${escaped(words['demo.about'])} `),
    });
  }

  async #startOver(demo: () => Promise<RunningDemo>): Promise<Response> {
    await (await demo()).startOver();
    return Response.redirect(this.#options.scope, 303);
  }

  async #send(
    name: string,
    code: string,
    {
      status = 200,
      headers = {},
      change = (html: string) => html,
    }: { status?: number; headers?: Record<string, string>; change?: (html: string) => string } = {},
  ): Promise<Response> {
    const html = change(await this.#options.read(`site/${name}.${code}.txt`));
    const banner = await this.#banner();
    const shown = html
      .replace('</head>', () => `<link rel="stylesheet" href="${BASE}/demo.css">\n</head>`)
      .replace('<body>', () => `<body>\n${banner}`)
      .replaceAll(BASE, () => this.#base);
    return new Response(shown, {
      status,
      headers: {
        ...PAGE_HEADERS,
        ...{ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
        ...{ Date: new Date().toUTCString(), ...headers },
      },
    });
  }

  /** The banner at the top of every page, in all languages. */
  async #banner(): Promise<string> {
    const sentences = inEveryLanguage(
      await this.#all(),
      (words, code) =>
        `${escaped(words['demo.banner'])} <a href="${BASE}/about?language=${code}">${escaped(words['demo.about'])}</a>`,
    );
    return `<aside class="demo every">\n${sentences}\n</aside>`;
  }

  /** The language of a path if there is one, else that of the reader. */
  async #spoken(locale?: string): Promise<string> {
    const codes = Object.keys(await this.#all());
    return codes.find((code) => code === locale?.toLowerCase()) ?? spokenBy(this.#options.wanted, codes);
  }

  #all(): Promise<Languages> {
    this.#languages ??= this.#options
      .read('site/languages.txt')
      .then((text) => JSON.parse(text) as Languages)
      .catch((error: unknown) => {
        this.#languages = undefined;
        throw error;
      });
    return this.#languages;
  }
}
