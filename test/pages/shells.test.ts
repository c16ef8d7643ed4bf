import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PANEL_ROUTES, shippedLocales } from '@tempshare/web/site';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { sharedApp } from '../support/server/app.ts';
import { ROOT } from '../support/server/server-process.ts';
import { send } from '../support/network/send.ts';
import { createLinks, expectUnopened } from './ahead.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const KEY = 'JzTZkJb8CgObT8pUBrgcEqvXyPX4j-o47qM22Hi9H4Y';
const KINDS = ['', 'secret/', 'request/', 'room/', 'drop/'];

const app = await sharedApp({
  APP_URL: 'https://share.example/links',
  SITE_NAME: 'Acme "<Share>"',
  SITE_COLOR: '#7a1f5c, #f2a5d8',
  SITE_LOGO: join(ROOT, 'packages/web/src/icon.svg'),
  SITE_LINKS: 'Privacy=https://share.example/privacy?a=1&b=2, Report=mailto:abuse@share.example',
  SITE_NOTICE: 'Run by <Acme>.',
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' });
  return { response, text: await response.text() };
};

describe('a page', () => {
  it.each(shippedLocales().flatMap((locale) => KINDS.map((kind) => `/${locale}/${kind}`)))(
    'stands at %s<id>, in its language, the same for every link',
    async (path) => {
      const { response, text } = await get(`${path}${ID}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(text).toContain(
        `<html lang="${path.split('/')[1]}" dir="${path.startsWith('/ar/') ? 'rtl' : 'ltr'}">`,
      );
      expect((await get(`${path}${'0'.repeat(22)}`)).text).toBe(text);
    },
  );

  it.each([
    `/en/secret/${ID}%23${KEY}`,
    `/en/secret/${ID}.`,
    `/en/${ID}).`,
    `/en/${ID}/`,
    `/en/${ID}?utm_source=mail`,
  ])('is found at %s, as others have changed the link', async (path) => {
    expect((await get(path)).response.status).toBe(200);
  });

  it('is in the language of the reader where that of the link is not there', async () => {
    const { response, text } = await get(`/xx/secret/${ID}`, { 'accept-language': 'fr-CA, de;q=0.5' });
    expect(response.status).toBe(200);
    expect(text).toContain('<html lang="fr"');
  });

  it.each(['?from=mail', '/'])(
    'is found without a language as well, with %s behind the link',
    async (end) => {
      const { response } = await get(`/secret/${ID}${end}`, { 'accept-language': 'de' });
      expect(response.status).toBe(302);
      const { href } = new URL(response.headers.get('location')!, response.url);
      expect(href).toBe(`${app.url}/de/secret/${ID}${end}`);
    },
  );

  it('runs nothing but its own pinned files, is in no frame, and tells nobody where it came from', async () => {
    const { response } = await get(`/en/${ID}`);
    const policy = response.headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|http|\*/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  it('names its files below the address of the service, each with what it hashes to', async () => {
    for (const kind of KINDS) {
      const { text } = await get(`/en/${kind}${ID}`);
      const tags = text.match(/<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]*>/g)!;
      expect(tags.length).toBeGreaterThan(1);
      for (const tag of tags) {
        const [, path, integrity] = /(?:src|href)="\/links(\/[^"]+)" integrity="([^"]+)"/.exec(tag)!;
        const { response, text: content } = await get(path!);
        expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(integrity);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    }
  });

  it('carries the name, colours, picture, links and notice of the operator', async () => {
    const { text } = await get(`/en/${ID}`);
    expect(text).toContain(' · Acme &#34;&#60;Share&#62;&#34;</title>');
    expect(text).not.toContain('Acme "');
    expect(text).toContain('<span>Run by &#60;Acme&#62;.</span>');
    expect(text).toContain(
      '<a href="https://share.example/privacy?a=1&#38;b=2" rel="noreferrer">Privacy</a>',
    );
    expect(text).not.toMatch(/%[A-Z]+%/);
    const [, sheet] = /href="\/links(\/assets\/colors-[^"]+)"/.exec(text)!;
    expect((await get(sheet!)).text).toBe(
      ':root{--accent:#7a1f5c;--on-accent:#ffffff}@media(prefers-color-scheme:dark){:root{--accent:#f2a5d8;--on-accent:#14171b}}',
    );
    const [, logo] = /<img src="\/links(\/assets\/logo-[^"]+)"/.exec(text)!;
    const { headers } = (await get(logo!)).response;
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.* sandbox$/);
  });

  it.each([
    { SITE_COLOR: 'teal' },
    { SITE_COLOR: '#ffff00' },
    { SITE_COLOR: '#14171b' },
    { SITE_COLOR: '#1d5c4d,#1c2025' },
    { SITE_LOGO: '/none.svg' },
    { SITE_LOGO: import.meta.filename },
    { SITE_LINKS: 'Nowhere' },
    { SITE_LINKS: 'Privacy=javascript:alert(1)' },
  ])('is not made with %o', (settings) => {
    const [name, value] = Object.entries(settings)[0]!;
    const refused = (): unknown => readConfig(settings);
    expect(refused).toThrow(`${name} must `);
    expect(refused).not.toThrow(value);
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
  ])('is sent to who takes %s as %s', async (accepted, encoding) => {
    const { status, headers } = await send(app.url, `GET /en/${ID}`, {
      headers: { 'accept-encoding': accepted },
    });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
  });

  it('does not read lists that are longer than any client sends', async () => {
    const long = (name: string): string => `${name}, ${'x, '.repeat(400)}y`;
    const headers = { 'accept-language': long('de'), 'accept-encoding': long('br') };
    const found = await send(app.url, `GET /secret/${ID}`, { headers });
    expect([found.status, found.headers.location]).toEqual([302, `../en/secret/${ID}`]);
    const shell = await send(app.url, `GET /en/${ID}`, { headers });
    expect([shell.status, shell.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('is not for what changes something', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const headers = { accept: 'application/json' };
      const reply = await send(app.url, `${method} /en/secret/${ID}`, { headers });
      expect([reply.status, reply.body.code]).toEqual([405, 'method_not_allowed']);
      expect(reply.headers.allow).toBe('GET, HEAD');
    }
  });

  it('is no place for other paths', async () => {
    for (const path of [
      '/en',
      '/assets/none.js',
      '/en/secret/a/b',
      '/.env',
      `/en/panel/${ID}`,
      '/api/health',
    ]) {
      const { response, text } = await get(path, { accept: 'application/json' });
      expect([path, response.status, JSON.parse(text).code]).toEqual([path, 404, 'not_found']);
    }
  });
});

const compare = (address: string) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'packages/web/build/compare.ts'), address]);

it('what a server sends can be compared with the source', async () => {
  expect((await compare(app.url)).stdout).toMatch(/^same: \d+ files, and all pages run them\n$/);
  const other = createServer((_request, response) => void response.end('<script src="/assets/x.js">'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(compare(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('not the same: /en/secret/') as string,
  });
  other.close();
});

/** Headers of programs that look at links in place of people, or before them. */
const LOOKERS: Record<string, string>[] = [
  { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  { 'user-agent': 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1) BingPreview/1.0b' },
  { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
  { 'user-agent': 'curl/8.9.1' },
  { 'sec-purpose': 'prefetch', 'user-agent': 'Chrome' },
  { 'sec-purpose': 'prefetch;prerender', 'user-agent': 'Chrome' },
  { 'x-moz': 'prefetch', 'user-agent': 'Firefox' },
];

it('nothing is opened, counted or told by programs that look at links, of any kind', async () => {
  const links = await createLinks(16);
  for (const link of links)
    for (const headers of LOOKERS)
      for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method, headers })).status).toBe(200);
  await expectUnopened(links);
});

describe('the panel', () => {
  it.each(PANEL_ROUTES)(
    'stands at %s, in the language of the reader, for no store and no frame',
    async (path) => {
      const { response, text } = await get(path, { 'accept-language': 'de' });
      expect([response.status, response.headers.get('vary'), response.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('Accept-Language'),
        'no-store',
      ]);
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(text).toContain('<html lang="de" dir="ltr">');
      expect(text).toContain('data-kind="panel"');
    },
  );

  it.each(['/developers', '/developers/keys/', '/Account', '/admin/members/x'])(
    'does not stand at %s',
    async (path) => {
      expect((await get(path)).text).not.toContain('data-kind="panel"');
    },
  );
});
