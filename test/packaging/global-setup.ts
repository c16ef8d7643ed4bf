import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { succeed } from './execute.ts';
import { makeProject, pack, QUIET } from './pack.ts';

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
  const app = join(directory, 'app');
  const tarball = await pack(directory);
  await makeProject(app);
  await succeed('npm', ['install', '--offline', ...QUIET, tarball], app);

  project.provide('tarball', tarball);
  project.provide('app', app);
  return () => rm(directory, { recursive: true, force: true });
}
