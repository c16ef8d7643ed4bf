import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tempshare } from '@tempshare/sdk';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openChromium, type OpenedChromium } from '../support/browser/chromium.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';
import { serve } from './service.ts';
import type { recipient } from './consumer/recipient.ts';

type Recipient = typeof recipient;

let dataDir: string;
let service: ServerProcess;
let owner: Tempshare;
let pages: Server;
let chromium: OpenedChromium;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tempshare-other-origin-'));
  service = await startServerProcess({ DATA_DIR: dataDir, RATE_LIMIT_ANONYMOUS: '100000' });
  owner = new Tempshare({ apiKey: service.apiKey, baseUrl: service.baseUrl });
  const script = await bundled();
  pages = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/page.js' ? 'text/javascript' : 'text/html');
    response.end(
      url === '/page.js' ? script : '<!doctype html><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  // Links lead to localhost, which is another site.
  chromium = await openChromium(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await chromium.close();
  pages.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The page's script, with the package as it was packed. */
async function bundled(): Promise<string> {
  const program = await readFile(join(import.meta.dirname, 'consumer/recipient.ts'), 'utf8');
  const { outputFiles } = await build({
    stdin: {
      contents: `${program}\nObject.assign(globalThis, { recipient });`,
      resolveDir: inject('app'),
      loader: 'ts',
    },
    ...{ bundle: true, format: 'esm', target: 'es2022', conditions: ['browser'], write: false },
  });
  return outputFiles[0]!.text;
}

/** Lets the page do something. */
function page<Name extends keyof Recipient>(
  name: Name,
  ...given: Parameters<Recipient[Name]>
): Promise<Awaited<ReturnType<Recipient[Name]>>> {
  return chromium.page.evaluate(
    ([name, given]) =>
      (globalThis as unknown as { recipient: Record<string, (...given: unknown[]) => Promise<never>> })
        .recipient[name]!(...given),
    [name, given] as [string, unknown[]],
  );
}

const bytes = () => new Blob(['%PDF-1.7']);
const modes = ['e2e', 'server'] as const;

describe.each(modes)('a page of another origin opens, sealed by %s,', (encryption) => {
  it('a text, and learns before whether a password is needed', async () => {
    const { shareUrl } = await owner.transfers.create({ type: 'text', text: 'naïve ☕', encryption });
    expect(await page('peek', shareUrl)).toBe(false);
    expect(await page('open', shareUrl)).toBe('naïve ☕');
  });

  it('a link', async () => {
    const targetUrl = 'https://example.com/a?b=c#d';
    const { shareUrl } = await owner.transfers.create({ type: 'url', targetUrl, encryption });
    expect(await page('open', shareUrl)).toBe(targetUrl);
  });

  it('a secret, once', async () => {
    const { secretUrl } = await owner.secrets.create({ secret: 'hunter2', encryption });
    expect(await page('open', secretUrl)).toBe('hunter2');
    expect(await page('refusal', secretUrl)).toMatchObject({ name: 'NotFoundError', status: 404 });
  });

  it('what has a password, and is told of a wrong one', async () => {
    const { secretUrl } = await owner.secrets.create({ secret: 'hunter2', password: 'azalea', encryption });
    expect(await page('refusal', secretUrl, { password: 'wrong' })).toEqual({
      name: 'PermissionDeniedError',
      status: 403,
      code: 'invalid_password',
      requestId: expect.stringMatching(/^req_/),
      retryAfterMs: undefined,
    });
    expect(await page('open', secretUrl, { password: 'azalea' })).toBe('hunter2');
  });

  it.each([false, true])('a file, once: %s', async (oneTime) => {
    const file = { type: 'file', file: bytes(), fileName: 'plan.pdf', oneTime, encryption } as const;
    const { shareUrl } = await owner.transfers.create(file);
    expect(await page('open', shareUrl)).toEqual(['plan.pdf', 8, '%PDF-1.7']);
    if (oneTime) expect(await page('refusal', shareUrl)).toMatchObject({ name: 'NotFoundError' });
    else expect(await page('open', shareUrl)).toEqual(['plan.pdf', 8, '%PDF-1.7']);
  });

  it('a file over a line that is cut in the middle, whole', async () => {
    const line = await startCuttingProxy(service.baseUrl);
    const file = randomBytes(3_000_077);
    const { shareUrl } = await owner.transfers.create({ type: 'file', file, oneTime: true, encryption });
    line.plan = () => ({ after: 1_300_000, reset: encryption === 'e2e' });
    const [sha256, ranges] = await page('digest', shareUrl, { baseUrl: urlOf(line.baseUrl), maxRetries: 9 });
    await line.close();
    expect(sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(line.cuts).toBeGreaterThan(1);
    expect(ranges).toContainEqual(expect.stringMatching(/^bytes=[1-9]\d*-/));
  });

  it('a room, in which it posts, sends, reads and follows', async () => {
    const { roomUrl } = await owner.rooms.create({ name: 'Incident', encryption });
    expect(await page('take', roomUrl)).toEqual({
      name: 'Incident',
      followed: ['second', 'a.txt'],
      listed: ['attached', 'second', 'first'],
    });
  });
});

describe('a page of another origin', () => {
  it('opens a debug share', async () => {
    const { shareUrl } = await owner.debugShares.create({ logs: 'it crashed' });
    expect(await page('open', shareUrl)).toBe('it crashed');
  });

  it('answers an upload request with its PIN', async () => {
    const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'The contract' });
    expect(await page('respond', requestUrl, pin)).toBe('The contract');
    const { files } = await owner.requests.files.list(requestId);
    expect(files).toMatchObject([{ fileName: 'contract.txt', size: 12 }]);
    expect((await owner.requests.get(requestId)).state).toBe('closed');
  });

  it('leaves a message and a file in an inbox', async () => {
    const { dropId, dropUrl } = await owner.drops.create({ label: 'Tips' });
    expect(await page('leave', dropUrl)).toBe('Tips');
    const { items } = await owner.drops.items.list(dropId);
    expect(items).toMatchObject([{ message: 'for you', file: { fileName: 'leak.txt', size: 6 } }]);
  });

  it('tries again over a line that breaks', async () => {
    const { shareUrl } = await owner.transfers.create({ type: 'text', text: 'at last' });
    expect(await page('insist', shareUrl)).toBe('at last');
  });

  it('reads how long to wait', async () => {
    const { secretUrl } = await owner.secrets.create({
      secret: 'x',
      password: 'azalea',
      encryption: 'server',
    });
    const wrong = { password: 'wrong' };
    for (let i = 0; i < 5; i++) await page('refusal', secretUrl, wrong);
    const { retryAfterMs, ...refusal } = await page('refusal', secretUrl, wrong);
    expect(refusal).toMatchObject({ name: 'RateLimitError', status: 429, code: 'too_many_attempts' });
    expect(retryAfterMs).toBeGreaterThan(1000);
  });

  it('reads that a file is too large', async () => {
    const { dropId } = await owner.drops.create({ label: 'Tips' });
    const { uploadUrl = '' } = await owner.public.drops.items.create(dropId, { file: { fileName: 'a' } });
    expect(await page('flood', uploadUrl)).toEqual([413, 'payload_too_large']);
  });

  it('burns nothing by an image, a form, a beacon or a post that nobody has let through', async () => {
    const { secretId, secretUrl } = await owner.secrets.create({ secret: 'x', encryption: 'server' });
    const body = { type: 'text', text: 'y', oneTime: true, encryption: 'server' } as const;
    const { id, shareUrl } = await owner.transfers.create(body);
    for (const path of [`secrets/${secretId}/reveal`, `transfers/${id}/open`]) {
      const { url, arrived } = await watched(`/public/${path}`);
      await page('visit', url);
      // The preflights of the two as JSON are answered, but not as those with credentials would have to be.
      await expect
        .poll(() => arrived.toSorted())
        .toEqual([
          'GET  405',
          'OPTIONS  204',
          'OPTIONS  204',
          'POST  400',
          'POST  400',
          'POST application/x-www-form-urlencoded 400',
          'POST multipart/form-data 400',
          'POST text/plain 400',
          'POST text/plain 400',
          'POST text/plain 400',
          'POST text/plain 400',
        ]);
    }
    expect(await owner.secrets.get(secretId)).toMatchObject({ state: 'waiting' });
    expect(await owner.transfers.get(id)).toMatchObject({ views: 0 });
    expect(await page('open', secretUrl)).toBe('x');
    expect(await page('open', shareUrl)).toBe('y');
  });

  it('downloads nothing ahead of its visitor', async () => {
    const file = { type: 'file', file: bytes(), oneTime: true, encryption: 'server' } as const;
    const { id } = await owner.transfers.create(file);
    const { downloadUrl = '' } = await owner.public.transfers.open(id);
    const { url, arrived } = await watched(new URL(downloadUrl).pathname.slice('/api/v1'.length));
    await page('ahead', url);
    await expect.poll(() => arrived).toEqual(['GET  400']);
    expect(await (await fetch(url)).text()).toBe('%PDF-1.7');
  });

  it('does nothing with the key of an owner', async () => {
    const { total } = await owner.transfers.list();
    const failure = 'APIConnectionError';
    expect(await page('call', urlOf(service.url), service.apiKey)).toEqual([failure, failure, failure]);
    expect((await owner.transfers.list()).total).toBe(total);
  });
});

/** An address of the service by way of what notes the requests that come, and the responses to them. */
async function watched(path: string): Promise<{ url: string; arrived: string[] }> {
  const arrived: string[] = [];
  const origin = await serve((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const onward = forward(new URL(url, service.url), { method, headers }, (reply) => {
      const type = headers['content-type']?.split(';')[0] ?? '';
      arrived.push(`${method} ${type} ${reply.statusCode}`);
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(onward);
  });
  return { url: urlOf(origin) + path, arrived };
}

/** The address of the API, as links lead to it. */
const urlOf = (link: string): string => new URL('/api/v1', link).href.replace('127.0.0.1', 'localhost');
