import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Tempshare } from '@tempshare/sdk';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { succeed } from './execute.ts';
import { NODE_24 } from './runtimes.ts';
import { API_KEY, startService } from './service.ts';

const SOURCE = join(import.meta.dirname, 'next-14');
const NEXT = 'node_modules/next/dist/bin/next';

describe('server components of Next.js 14, which stores what they fetch', () => {
  let directory: string;
  let server: ReturnType<typeof spawn> | undefined;
  let url: string;
  beforeAll(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-next-')));
    for (const name of ['app', 'next.config.js', 'package.json'])
      await cp(join(SOURCE, name), join(directory, name), { recursive: true });
    await mkdir(join(directory, 'node_modules'));
    for (const name of ['next', 'react', 'react-dom'])
      await symlink(join(SOURCE, 'node_modules', name), join(directory, 'node_modules', name));
    await symlink(join(inject('app'), 'node_modules/@tempshare'), join(directory, 'node_modules/@tempshare'));
    await succeed(NODE_24, [NEXT, 'build'], directory);
    server = spawn(NODE_24, [NEXT, 'start', '-p', '0', '-H', '127.0.0.1'], {
      cwd: directory,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    url = await new Promise((resolve, reject) => {
      createInterface({ input: server!.stdout! }).on('line', (line) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
        if (found) resolve(found);
      });
      server!.once('exit', () => reject(new Error('Next.js ended before it listened')));
    });
  });

  afterAll(async () => {
    const ended = server && once(server, 'exit');
    server?.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
  });

  /** The text of a page. */
  const page = async (path: string, params: Record<string, string>): Promise<string | undefined> => {
    const response = await fetch(`${url}/${path}?${new URLSearchParams(params).toString()}`);
    return /<p>([^<]*)<\/p>/.exec(await response.text())?.[1];
  };
  const stored = () => readdir(join(directory, '.next/cache/fetch-cache')).catch(() => []);

  it('store nothing of what they open, and see the present state of a secret', async () => {
    const { mockUrl: baseUrl } = await startService();
    const client = new Tempshare({ baseUrl, apiKey: API_KEY });
    const { secretId, secretUrl } = await client.secrets.create({ secret: 'hunter2' });
    const mine = { id: secretId, baseUrl, apiKey: API_KEY };

    expect(await page('state', mine)).toBe('state waiting');
    expect(await page('open', { link: secretUrl, baseUrl })).toBe('opened hunter2');
    expect(await page('state', mine)).toBe('state consumed');
    expect(await stored()).toEqual([]);

    // Shows that this is where it would be.
    expect(await page('cached', mine)).toBe('state consumed');
    await expect.poll(stored).toHaveLength(1);
  });
});
