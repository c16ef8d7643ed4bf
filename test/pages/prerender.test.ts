import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLink } from '@tempshare/sdk/open';
import { expect, it } from 'vitest';
import { openBareChromium } from '../support/browser/bare-chromium.ts';
import { movedTo, setStage } from './stage.ts';

const stage = await setStage();

it('a page that Chromium prerenders looks at its link, and burns nothing, neither then nor when it is shown', async () => {
  const { owner } = stage;
  const { secretId, secretUrl } = await owner.secrets.create({ secret: 'hunter2' });
  const { id, shareUrl } = await owner.transfers.create({ type: 'text', text: 'once', oneTime: true });
  let list = '';
  const asked: { line: string; purpose: string }[] = [];
  const service = new URL(stage.url);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    asked.push({ line: `${method} ${path}`, purpose: String(headers['sec-purpose']) });
    if (path === '/list') return void outgoing.setHeader('content-type', 'text/html').end(list);
    const { hostname, port } = service;
    const sent = forward({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode as number, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  await once(proxy.listen(0, 'localhost'), 'listening');
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  const links = [secretUrl, shareUrl].map((link) => movedTo(url, link));
  const rules = { prerender: [{ eagerness: 'immediate', urls: links }] };
  list = `<!doctype html><script type="speculationrules">${JSON.stringify(rules)}</script>
<script>setInterval(() => { if (document.cookie.includes('go')) location.href = ${JSON.stringify(links[0])}; }, 100)</script>`;
  const chromium = await openBareChromium(`${url}/list`);
  try {
    const looks = [`GET /api/v1/public/secrets/${secretId}`, `GET /api/v1/public/transfers/${id}`];
    const ahead = () => asked.filter(({ purpose }) => purpose.includes('prerender')).map(({ line }) => line);
    // Only scripts that ran ask that, in pages that nobody has opened.
    await expect.poll(ahead).toEqual(expect.arrayContaining(looks));
    await chromium.ask(`${url}/list`, `document.cookie = 'go=1'`);
    const shown = () =>
      chromium.ask(
        links[0]!.split('#')[0]!,
        `({ began: performance.getEntriesByType('navigation')[0].activationStart > 0, says: document.title })`,
      );
    await expect.poll(shown).toMatchObject({ began: true });
    expect(asked.filter(({ line }) => /\/(?:open|reveal)/.test(line))).toEqual([]);
    expect((await owner.secrets.get(secretId)).state).toBe('waiting');
    expect(await openLink(shareUrl)).toMatchObject({ text: 'once' });
  } finally {
    await chromium.close();
    proxy.closeAllConnections();
    proxy.close();
  }
});
