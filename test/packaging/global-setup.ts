import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../support/server-process.ts';
import { succeed } from './execute.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The package as `npm pack` made it. */
    tarball: string;
    /** A project where nothing but that tarball is installed. */
    app: string;
  }
}

/** Builds and packs `@tempshare/sdk`, and installs it, without a network, into an empty project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-packaging-')));
  const built = join(directory, 'built');
  const app = join(directory, 'app');
  await succeed(process.execPath, [join(ROOT, 'packages/sdk/build/main.ts'), built], ROOT);
  const packed = await succeed('npm', ['pack', '--json', '--pack-destination', directory], built);
  const tarball = join(directory, tarballOf(packed));

  await mkdir(app);
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await succeed('npm', ['install', ...quiet, tarball], app);

  project.provide('tarball', tarball);
  project.provide('app', app);
  return () => rm(directory, { recursive: true, force: true });
}

/** npm 11 answers a list, npm 12 an object by name. */
function tarballOf(report: string): string {
  const [{ filename }] = Object.values(JSON.parse(report) as object) as [{ filename: string }];
  return filename;
}
