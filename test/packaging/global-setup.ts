import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { succeed } from './execute.ts';
import { makeProject, packBoth, QUIET, type Tarballs } from './pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packages as `npm pack` made them. */
    tarballs: Tarballs;
    /** A project where nothing but these tarballs is installed. */
    app: string;
  }
}

/** Builds and packs the SDK and the mock, and installs them, without a network, into an empty project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-packaging-')));
  const app = join(directory, 'app');
  const tarballs = await packBoth(directory);
  await makeProject(app);
  await succeed('npm', ['install', '--offline', ...QUIET, tarballs.sdk], app);
  // Without MSW, its peer, which no test here gets from a registry.
  await succeed('npm', ['install', '--offline', '--legacy-peer-deps', ...QUIET, tarballs.testing], app);

  project.provide('tarballs', tarballs);
  project.provide('app', app);
  return () => rm(directory, { recursive: true, force: true });
}
