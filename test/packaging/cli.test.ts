import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { succeed } from './execute.ts';
import { NODE_22, NODE_24, NODE_26 } from './runtimes.ts';
import { serve } from './service.ts';

const NODES = { 'Node.js 22': NODE_22, 'Node.js 24': NODE_24, 'Node.js 26': NODE_26 };
const NAME = '@tempshare/cli';

let directory: string;
let app: string;
let built: string;
let tarball: string;
let installed: string;
let version: string;

beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-cli-packaging-')));
  built = join(directory, 'built');
  app = join(directory, 'app');
  await succeed(process.execPath, [join(ROOT, 'packages/cli/build/main.ts'), built], ROOT);
  await succeed('npm', ['pack', '--pack-destination', directory], built);
  ({ version } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as { version: string });
  tarball = join(directory, `tempshare-cli-${version}.tgz`);
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{"private":true}');
  await succeed('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], app);
  installed = join(app, 'node_modules', NAME);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the package of the command line', () => {
  it('publint finds nothing', async () => {
    const bytes = await readFile(tarball);
    const archive = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const { messages } = await publint({ strict: true, pack: { tarball: archive } });
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
  });

  it('is one command with nothing to install beside it', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: NAME,
      bin: { tempshare: 'tempshare.js' },
      engines: { node: '>=22.13' },
    });
    for (const field of [
      'dependencies',
      'peerDependencies',
      'devDependencies',
      'scripts',
      'private',
      'exports',
    ])
      expect(manifest).not.toHaveProperty(field);
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n').sort();
    expect(files).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'THIRD-PARTY-LICENCES.txt',
        'package.json',
        'tempshare.js',
      ].map((file) => `package/${file}`),
    );
  });

  it('imports modules of Node.js alone', async () => {
    const { metafile } = await build({
      entryPoints: [join(installed, 'tempshare.js')],
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', outdir: app, write: false },
      metafile: true,
    });
    const { imports } = Object.values(metafile.inputs)[0] as { imports: { path: string }[] };
    expect(imports.length).toBeGreaterThan(3);
    expect(imports.filter(({ path }) => !isBuiltin(path))).toEqual([]);
  });

  it('holds the licences of what is bundled', () => {
    const text = readFileSync(join(installed, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['commander', 'fflate', 'lean-qr']) expect(text).toMatch(new RegExp(`^${name}$`, 'm'));
  });

  it('takes at most 300,000 bytes of disk', () => {
    const files = execFileSync('find', [join(app, 'node_modules'), '-type', 'f', '-print0'], {
      encoding: 'utf8',
    });
    const bytes = files.split('\0').reduce((sum, file) => sum + (file === '' ? 0 : statSync(file).size), 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(300_000);
  });
});

describe.for(Object.entries(NODES))('the installed command on %s', ([, node]) => {
  it('says its version, and sends a secret that it was given by a pipe', async () => {
    const seen: string[] = [];
    const origin = await serve((request, response) => {
      void readText(request).then((body) => {
        seen.push(`${request.method} ${request.url} ${body}`);
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(CREATED));
      });
    });
    const env = {
      PATH: process.env.PATH,
      HOME: directory,
      SERVICE_API_KEY: `svc_sk_test_${'a'.repeat(38)}`,
      SERVICE_URL: origin,
      SERVICE_APP_URL: 'https://share.example',
    };
    const script = join(app, 'node_modules/.bin/tempshare');
    expect(execFileSync(node, [script, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
    const child = spawn(node, [script, 'secret'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end('hunter2\n');
    const [stdout, stderr, [code]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^https:\/\/share\.example\/en\/secret\/\w{22}#[\w-]{43}\n$/);
    expect(seen).toEqual([expect.stringMatching(/^POST \/api\/v1\/secrets \{.*"secret":"eyJ/)]);
    expect(seen.join()).not.toContain('hunter2');
  });
});

const CREATED = {
  success: true,
  secretId: '7sQmXk2VbT9cLrPz4WnYdA',
  secretUrl: 'https://share.example/en/secret/7sQmXk2VbT9cLrPz4WnYdA',
  burnAfterRead: true,
  encryption: 'e2e',
  expiresAt: '2026-11-22T10:00:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
};
