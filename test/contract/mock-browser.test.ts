import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inChromium } from '../support/browser/chromium.ts';
import { ROOT } from '../support/server/server-process.ts';

let server: Server;
let address: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "import { run } from './browser/mock-page.ts'; globalThis.run = run;",
      resolveDir: join(ROOT, 'test/support'),
    },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const worker = readFileSync(join(ROOT, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8');
  const scripts: Record<string, string> = {
    '/page.js': outputFiles[0]!.text,
    '/mockServiceWorker.js': worker,
  };
  const page = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';
  server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', scripts[url] ? 'text/javascript' : 'text/html');
    response.end(scripts[url] ?? page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

it('the mock stands in for the service in a browser’s service worker, failures included', async () => {
  const done = await inChromium(address, (page) =>
    page.evaluate(() => (globalThis as unknown as { run: () => Promise<unknown> }).run()),
  );
  expect(done).toEqual({
    secret: { kind: 'secret', secret: 'hunter2' },
    size: 200_000,
    attempts: 2,
    listed: 2,
    unavailable: [503, 9000],
    network: true,
    timeout: true,
  });
});
