/** A checkout that is installed with `npm ci --omit=dev`: the server, PostgreSQL and, where it is needed, Node.js. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, lstatSync, realpathSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, startServerProcess } from '../support/server/server-process.ts';
import { execute, succeed, type Ended } from './execute.ts';
import { NODE_22, NODE_24 } from './runtimes.ts';

const MANIFESTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '{packages/*,server,examples,deploy/node}/package.json',
];
/** Bytes of an installation, without Node.js. */
const MOST = 80_000_000;

let directory: string;
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-checkout-')));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Copies the parts of the checkout that an installation reads, and those that `npm start` runs. */
function checkOut(name: string, ...files: string[]): string {
  const to = join(directory, name);
  for (const file of [...globSync(MANIFESTS, { cwd: ROOT }), ...files])
    cpSync(join(ROOT, file), join(to, file));
  return to;
}

const NPM = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
/** Installs by the npm of this machine, run by a certain Node.js. */
const install = (node: string, cwd: string, ...args: string[]): Promise<Ended> =>
  execute(node, [NPM, 'ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', ...args], cwd, node);

function measure(checkout: string): { packages: number; bytes: number } {
  const folder = join(checkout, 'node_modules');
  const [files, packages] = ['**', '**/node_modules/{@*/*,[!@.]*}/package.json'].map((glob) =>
    globSync(glob, { cwd: folder }).filter((file) => !/(^|\/)node-linux-/.test(file)),
  ) as [string[], string[]];
  const bytes = files.map((file) => lstatSync(join(folder, file))).reduce((sum, { size }) => sum + size, 0);
  const direct = globSync('{@*/*,[!@.]*}/package.json', { cwd: folder }).filter(
    (file) => !file.startsWith('node-linux-') && !lstatSync(join(folder, dirname(file))).isSymbolicLink(),
  );
  return { packages: packages.length + direct.length, bytes };
}

describe('npm ci --omit=dev', () => {
  it('installs PostgreSQL alone beside a Node.js that is new enough, and npm start runs what was built', async () => {
    const checkout = checkOut('new', 'server/start.js');
    await succeed(
      process.execPath,
      [join(ROOT, 'server/build/main.ts'), join(checkout, 'server/dist')],
      ROOT,
    );
    expect(await install(NODE_24, checkout, '--ignore-scripts')).toMatchObject({ code: 0 });
    const { packages, bytes } = measure(checkout);
    expect(packages).toBe(1);
    expect(bytes).toBeGreaterThan(50_000_000);
    expect(bytes).toBeLessThanOrEqual(MOST);
    expect(existsSync(join(checkout, 'node_modules/.bin/node'))).toBe(false);

    const data = join(directory, 'data');
    const server = await startServerProcess({ DATA_DIR: data }, [], join(checkout, 'server/start.js'));
    onTestFinished(async () => void (await server.stop()));
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<!doctype html>');
    const help = [join(checkout, 'server/start.js'), 'admin', '--help'];
    expect(await succeed(process.execPath, help, checkout)).toMatch(
      /^ {2}npm run --silent admin -- keys create /m,
    );
  });

  it('brings Node.js 24 where that of the machine is older', async () => {
    const checkout = checkOut('old');
    expect(await install(NODE_22, checkout, '--ignore-scripts')).toMatchObject({ code: 0 });
    const version = execFileSync('node', ['--version'], {
      encoding: 'utf8',
      env: { PATH: [join(checkout, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    });
    expect(version).toMatch(/^v24\./);
    expect(measure(checkout)).toMatchObject({ packages: 1 });
  });

  it('says what is missing where nothing was built', async () => {
    const checkout = checkOut('unbuilt', 'server/start.js', 'packages/web/build/prepare.ts');
    const installed = await install(NODE_24, checkout);
    expect(installed.code).toBe(1);
    expect(installed.stderr).toContain('Run "npm ci" and "npm run build" before "npm ci --omit=dev".');
    const started = await execute(process.execPath, [join(checkout, 'server/start.js')], checkout);
    expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('Run "npm ci" first.') });
  });
});
