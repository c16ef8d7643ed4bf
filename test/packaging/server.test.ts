/** `@tempshare/server` as npm installs it: scripts that hold everything but PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tempshare } from '@tempshare/sdk';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, startServerProcess, type ServerProcess } from '../support/server/server-process.ts';
import { execute, succeed } from './execute.ts';
import { makeProject } from './pack.ts';
import { NODE_22 } from './runtimes.ts';

const installed = {} as { directory: string; app: string; files: string; script: string; tarball: string };
const { version } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as {
  version: string;
};

beforeAll(async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-server-packaging-')));
  const [built, app] = [join(directory, 'built'), join(directory, 'app')];
  await succeed(process.execPath, [join(ROOT, 'server/build/main.ts'), built], ROOT);
  await succeed('npm', ['pack', '--pack-destination', directory], built);
  const tarball = join(directory, `tempshare-server-${version}.tgz`);
  await makeProject(app);
  // Scripts of packages are left out, as npm may be told to do: the server makes what they would have made.
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await succeed('npm', ['install', ...quiet, tarball], app);
  const files = join(app, 'node_modules/@tempshare/server');
  Object.assign(installed, { directory, app, files, tarball, script: join(files, 'tempshare-server.js') });
});
afterAll(() => rm(installed.directory, { recursive: true, force: true }));

describe('the package', () => {
  it('publint finds nothing', async () => {
    const bytes = readFileSync(installed.tarball);
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    expect((await publint({ strict: true, pack: { tarball } })).messages).toEqual([]);
  });

  it('is two packages and at most 80 MB with PostgreSQL', () => {
    const packages = globSync('node_modules/{@*/*,[!@.]*}/package.json', { cwd: installed.app });
    const files = globSync('node_modules/**', { cwd: installed.app }).map((file) =>
      join(installed.app, file),
    );
    const bytes = files.map((file) => statSync(file)).reduce((sum, each) => sum + each.size, 0);
    expect(packages).toHaveLength(2);
    expect(bytes).toBeGreaterThan(50_000_000);
    expect(bytes).toBeLessThanOrEqual(80_000_000);
  });

  it('holds the licences of what is bundled', () => {
    const text = readFileSync(join(installed.files, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const each of ['express', 'express-openapi-validator', 'knex', 'pg', '@aws-sdk/client-s3'])
      expect(text).toMatch(new RegExp(`^${each}$`, 'm'));
  });

  it('says its version, and commands as a person types them here', () => {
    const say = (...args: string[]) =>
      execFileSync(process.execPath, [installed.script, ...args], { encoding: 'utf8' });
    expect(say('--version')).toBe(`${version}\n`);
    expect(say('--help')).toMatch(/^ {2}tempshare-server admin --help {2}/m);
    expect(say('admin', '--help')).toMatch(/^ {2}tempshare-server admin keys create /m);
    expect(say('--help') + say('admin', '--help')).not.toMatch(/npm (start|run)/);
  });

  it('says on an older Node.js which one it needs', async () => {
    const { code, stderr } = await execute(NODE_22, [installed.script], installed.app);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Tempshare needs Node\.js 24\.7 or newer\. This is 22\.[\d.]+\.\n$/),
    });
  });
});

describe('the installed server, in two processes', () => {
  const env = () => ({ DATA_DIR: join(installed.directory, 'data'), WORKERS: '2', NODE_ENV: undefined });
  const start = () => startServerProcess(env(), [], installed.script);
  const reveal = async (secretId: string): Promise<unknown> => {
    const address = `${server.baseUrl}/public/secrets/${secretId}/reveal`;
    const response = await fetch(address, { method: 'POST' });
    return { status: response.status, ...((await response.json()) as object) };
  };
  let server: ServerProcess;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  it('has its pages, its contract and its own PostgreSQL', async () => {
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<!doctype html>');
    const limits = await fetch(`${server.baseUrl}/public/limits`);
    expect(limits.status).toBe(200);
    const icon = await fetch(`${server.url}/favicon.ico`);
    expect(icon.status).toBe(200);
  });

  it('opens a secret once, and masks a log in its thread', async () => {
    const client = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
    const { secretId } = await client.secrets.create({ secret: 'hunter2', encryption: 'server' });
    expect(await reveal(secretId)).toMatchObject({ status: 200, secret: 'hunter2' });
    expect(await reveal(secretId)).toMatchObject({ status: 404 });
    const share = await client.debugShares.create({ logs: 'password=Tr0ub4dor-3' });
    expect(JSON.stringify(share)).not.toContain('Tr0ub4dor');
  });

  it('takes commands of an operator beside it, and keeps everything over a restart', async () => {
    const client = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
    const { secretId } = await client.secrets.create({ secret: 'kept', encryption: 'server' });
    const args = [installed.script, 'admin', 'keys', 'list'];
    const listed = execFileSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: join(installed.directory, 'data') },
    });
    expect(listed).toMatch(/^key_\w+ .*first key/m);

    expect(await server.stop()).toBe(0);
    server = await start();
    expect(await reveal(secretId)).toMatchObject({ secret: 'kept' });
  });
});
