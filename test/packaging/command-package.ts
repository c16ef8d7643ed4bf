/** Packages that are one bundled command: how they are packed and installed, and what is true of each. */
import { execFileSync } from 'node:child_process';
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
import { serve } from './service.ts';

interface Description {
  /** Folder below packages, and name in the scope. */
  name: string;
  command: string;
  node: string;
  /** Packages in the bundle, whose licences it holds. */
  bundled: readonly string[];
  /** Bytes of the installed package: more, and at most. */
  size: readonly [number, number];
}

export interface Installed {
  directory: string;
  /** Folder of the built package. */
  built: string;
  /** Folder of an application that has the package installed. */
  app: string;
  version: string;
}

/** Packs and installs a package for the tests of a file, and tests what is true of each. */
export function commandPackage({
  name,
  command,
  node,
  bundled,
  size: [least, most],
}: Description): Installed {
  const script = `${command}.js`;
  const installed = {} as Installed & { tarball: string; files: string };

  beforeAll(async () => {
    const directory = await realpath(await mkdtemp(join(tmpdir(), `tempshare-${name}-packaging-`)));
    const [built, app] = [join(directory, 'built'), join(directory, 'app')];
    await succeed(process.execPath, [join(ROOT, `packages/${name}/build/main.ts`), built], ROOT);
    await succeed('npm', ['pack', '--pack-destination', directory], built);
    const { version } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as Installed;
    const tarball = join(directory, `tempshare-${name}-${version}.tgz`);
    await mkdir(app);
    await writeFile(join(app, 'package.json'), '{"private":true}');
    await succeed('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], app);
    const files = join(app, 'node_modules/@tempshare', name);
    Object.assign(installed, { directory, built, app, version, tarball, files });
  });
  afterAll(() => rm(installed.directory, { recursive: true, force: true }));

  const manifestOf = async () => JSON.parse(await readFile(join(installed.files, 'package.json'), 'utf8'));

  describe('the package', () => {
    it('publint finds nothing', async () => {
      const bytes = await readFile(installed.tarball);
      const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      const { messages } = await publint({ strict: true, pack: { tarball } });
      const manifest = await manifestOf();
      expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
    });

    it('is one command with nothing to install beside it', async () => {
      const manifest = await manifestOf();
      expect(manifest).toMatchObject({
        name: `@tempshare/${name}`,
        bin: { [command]: script },
        engines: { node },
      });
      const fields = ['dependencies', 'peerDependencies', 'devDependencies', 'scripts', 'private', 'exports'];
      for (const field of fields) expect(manifest).not.toHaveProperty(field);
      const files = execFileSync('tar', ['-tzf', installed.tarball], { encoding: 'utf8' }).trim().split('\n');
      const texts = ['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-LICENCES.txt'];
      expect(files.sort()).toEqual([...texts, 'package.json', script].map((file) => `package/${file}`));
    });

    it('imports modules of Node.js alone', async () => {
      const { metafile } = await build({
        entryPoints: [join(installed.files, script)],
        ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', write: false },
        ...{ outdir: installed.app, metafile: true },
      });
      const { imports } = Object.values(metafile.inputs)[0] as { imports: { path: string }[] };
      expect(imports.length).toBeGreaterThan(3);
      expect(imports.filter(({ path }) => !isBuiltin(path))).toEqual([]);
    });

    it('holds the licences of what is bundled', () => {
      const text = readFileSync(join(installed.files, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
      for (const each of bundled) expect(text).toMatch(new RegExp(`^${each}$`, 'm'));
    });

    it(`takes at most ${most.toLocaleString('en')} bytes of disk`, () => {
      const found = execFileSync('find', [join(installed.app, 'node_modules'), '-type', 'f', '-print0'], {
        encoding: 'utf8',
      });
      const files = found.split('\0').filter((file) => file !== '');
      const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
      expect(bytes).toBeGreaterThan(least);
      expect(bytes).toBeLessThanOrEqual(most);
    });
  });
  return installed;
}

/** A service that creates secrets, and the requests that it has seen. */
export async function secretService(): Promise<{ origin: string; seen: string[] }> {
  const seen: string[] = [];
  const origin = await serve((request, response) => {
    void readText(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(CREATED));
    });
  });
  return { origin, seen };
}

/** Expects that a service has got one secret, sealed. */
export function expectSealed(seen: readonly string[], secret: string): void {
  expect(seen).toEqual([expect.stringMatching(/^POST \/api\/v1\/secrets \{.*"secret":"eyJ/)]);
  expect(seen.join()).not.toContain(secret);
}

const CREATED = {
  success: true,
  secretId: '7sQmXk2VbT9cLrPz4WnYdA',
  secretUrl: 'https://share.example/en/secret/7sQmXk2VbT9cLrPz4WnYdA',
  burnAfterRead: true,
  encryption: 'e2e',
  expiresAt: '2026-11-22T10:00:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
};
