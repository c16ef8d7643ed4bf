import { shippedLocales } from '@tempshare/web/site';
import { describe, expect, it } from 'vitest';
import { rawExchange } from '../support/network/raw-exchange.ts';
import { send } from '../support/network/send.ts';
import { sharedApp } from '../support/server/app.ts';
import { openVisitor } from './states.ts';
import { violations } from './violations.ts';
import { setStage } from './stage.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const app = await sharedApp({ APP_URL: 'https://share.example/links' });
const stage = await setStage();

const ask = (call: string, headers: Record<string, string> = BROWSER) => send(app.url, call, { headers });
const headingOf = (text: string) => /<h1>(.*)<\/h1>/.exec(text)?.[1];

describe('a browser', () => {
  it.each([
    ['/', 200, 'Sign in'],
    ['/en', 200, 'Share secrets, texts and files for a limited time'],
    ['/en/', 200, 'Share secrets, texts and files for a limited time'],
    ['//en', 200, 'Share secrets, texts and files for a limited time'],
    ['/EN', 200, 'Share secrets, texts and files for a limited time'],
    ['/%65n', 200, 'Share secrets, texts and files for a limited time'],
    ['/?utm_source=mail', 200, 'Sign in'],
    ['/docs', 200, 'For developers'],
    ['/docs/', 200, 'For developers'],
    ['/mistyped', 404, 'There is no page at this address'],
    ['/xx', 404, 'There is no page at this address'],
    [`/en/secrets/${ID}`, 404, 'There is no page at this address'],
    [`/en/panel/${ID}`, 404, 'There is no page at this address'],
    ['/en/secret/a/b', 404, 'There is no page at this address'],
    ['/assets/none.js', 404, 'There is no page at this address'],
    ['/.env', 404, 'There is no page at this address'],
    ['/apis', 404, 'There is no page at this address'],
    ['/healthz/', 404, 'There is no page at this address'],
    ['/%ff', 404, 'There is no page at this address'],
    ['/%', 404, 'There is no page at this address'],
    ['/%00', 404, 'There is no page at this address'],
    ['//', 200, 'Share secrets, texts and files for a limited time'],
    [`//en/secret/${ID}`, 200, 'Someone shared a secret with you'],
    [`/en/Secret/${ID}`, 200, 'Someone shared a secret with you'],
    [`/EN/DROP/${ID}`, 200, 'Send something to this inbox'],
    [`/en%2Froom%2F${ID}`, 200, 'You are invited to a room'],
    [`/en/%73ecret/${ID}%C2%AD`, 200, 'Someone shared a secret with you'],
    [`/en/secret/${ID}%23/key`, 200, 'Someone shared a secret with you'],
  ])('finds a page at %s, under status %i', async (path, status, heading) => {
    const found = await ask(`GET ${path}`);
    expect([found.status, found.headers['content-type'], headingOf(found.text)]).toEqual([
      status,
      'text/html; charset=utf-8',
      heading,
    ]);
    expect(found.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(found.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(found.headers['cache-control']).toBe('no-store');
    expect(found.text).not.toMatch(/<script(?! type="(?:module|application\/json)")|style=|%[A-Z]+%/);
    const head = await ask(`HEAD ${path}`);
    expect([head.status, head.text]).toEqual([status, '']);
    expect(head.headers['content-length']).toBe(found.headers['content-length']);
  });

  it.each(shippedLocales())('is told in %s where links open and where developers go', async (locale) => {
    const { text } = await ask(`GET /${locale}`);
    expect(text).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(text).toContain('href="/links/docs"');
    expect((await ask(`GET /${locale}/mistyped`)).text).toContain(`<html lang="${locale}"`);
    for (const path of ['/', '/docs', '/mistyped']) {
      const asked = await ask(`GET ${path}`, { ...BROWSER, 'accept-language': locale });
      expect(asked.text).toContain(`<html lang="${locale}"`);
      expect(asked.headers.vary).toContain('Accept-Language');
    }
  });

  it('goes from any page to another, all of which are there', async () => {
    for (const path of ['/en', '/docs', '/mistyped']) {
      const { text } = await ask(`GET ${path}`);
      const links = [...text.matchAll(/<a [^>]*href="\/links(\/[^"]*)"/g)].map(([, link]) => link!);
      expect(links.length).toBeGreaterThan(10);
      for (const link of links) expect([link, (await ask(`GET ${link}`)).status]).toEqual([link, 200]);
    }
  });

  it('is told by a page that something cannot be done at it', async () => {
    for (const [path, status] of [
      ['/', 405],
      ['/docs', 405],
      [`/en/secret/${ID}`, 405],
      ['/mistyped', 404],
    ] as const) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status: got, headers } = await send(app.url, `${method} ${path}`, {
          headers: BROWSER,
          raw: 'a=b',
        });
        expect([got, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
        expect(headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined);
      }
    }
  });

  it('breaks no rule of WCAG 2.2 AA at any of them', async () => {
    const one = await openVisitor();
    for (const path of ['/', '/docs', '/mistyped']) {
      for (const scheme of ['light', 'dark'] as const) {
        await one.page.goto(`${stage.url}${path}`);
        // The panel shows that it waits until the server says who is signed in.
        if (path === '/') await one.page.locator('[data-panel=out] h1').waitFor();
        expect(await violations(one, undefined, scheme)).toEqual([]);
      }
    }
    expect(one.complaints).toEqual([]);
    await one.context.close();
  });
});

describe('a program', () => {
  it.each(['application/json', 'application/problem+json', 'application/json, text/plain, */*'])(
    'that accepts %s gets problems as JSON at any path',
    async (accept) => {
      for (const path of [
        '/',
        '/en',
        '/mistyped',
        '/xx',
        '/api',
        '/api/v1/none',
        '//api/v1/none',
        '/api%2Fnone',
      ]) {
        const { status, headers, body } = await ask(`GET ${path}`, { accept });
        expect([path, status, headers['content-type'], body.code]).toEqual([
          path,
          404,
          'application/problem+json; charset=utf-8',
          'not_found',
        ]);
      }
    },
  );

  it.each(['/api', '/api/', '/API/v1/key', '/api/v2', '/api/v1/none', '//api/v1/key', '/api%2Fv1'])(
    'gets JSON of the API at %s, and a browser, too',
    async (path) => {
      for (const headers of [BROWSER, { accept: '*/*' }]) {
        const { status, body } = await ask(`GET ${path}`, headers);
        expect([status, body.code]).toEqual([404, 'not_found']);
      }
    },
  );

  it('that takes anything gets a page', async () => {
    for (const headers of [{ accept: '*/*' }, {} as Record<string, string>])
      expect((await ask('GET /mistyped', headers)).headers['content-type']).toMatch(/^text\/html/);
  });
});

it('robots are kept off, and an icon is there for browsers that have not read a page', async () => {
  const robots = await ask('GET /robots.txt');
  expect([robots.status, robots.headers['content-type'], robots.text]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'User-agent: *\nDisallow: /\n',
  ]);
  const icon = await ask('GET /favicon.ico', { accept: 'image/*' });
  expect([icon.status, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
    200,
    'image/x-icon',
    'public, max-age=86400',
  ]);
  expect(icon.text.length).toBeGreaterThan(100);
});

describe('a link without a language', () => {
  const located = async (target: string) => {
    const request = `GET ${target} HTTP/1.1\r\nHost: a\r\nAccept-Language: de\r\n\r\n`;
    const [reply] = await rawExchange(app.url, request, 1);
    return [reply!.status, reply!.headers.location];
  };
  it.each([
    [`/secret/${ID}`, `../de/secret/${ID}`],
    [`/secret/${ID}/`, `../../de/secret/${ID}/`],
    [`//secret//${ID}`, `../../../de/secret/${ID}`],
    [`/Secret/${ID}?a=b`, `../de/secret/${ID}?a=b`],
    [`/secret/${ID}%23key`, `../de/secret/${ID}%23key`],
    [`http://h/secret/${ID}`, `../de/secret/${ID}`],
    [`http://h//secret/${ID}?a=b`, `../../de/secret/${ID}?a=b`],
    [`https://h:8443/links/../drop/${ID}`, undefined],
  ])('%s leads to %s', async (target, location) => {
    expect(await located(target)).toEqual([location === undefined ? 404 : 302, location]);
    if (location === undefined) return;
    const { pathname } = new URL(target, 'http://h');
    expect(new URL(location, new URL(pathname, 'http://h')).pathname).toMatch(
      /^\/de\/(?:secret|drop)\/7sQmXk2VbT9cLrPz4WnYdA/,
    );
  });

  it('is the same page in absolute form', async () => {
    for (const target of [`http://h/en/secret/${ID}`, 'http://h/', 'http://h', 'http://h/docs?a']) {
      const [reply] = await rawExchange(app.url, `GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`, 1);
      expect([target, reply!.status]).toEqual([target, 200]);
    }
  });
});

it('pages over plain http promise no https', async () => {
  const { headers } = await send(stage.url, 'GET /', { headers: BROWSER });
  expect(headers['strict-transport-security']).toBeUndefined();
});
