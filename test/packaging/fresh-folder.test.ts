import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { execute } from './execute.ts';
import { tryCase } from './fresh-folder.ts';
import { CASES } from './matrix-cases.ts';

it('npm installs the packages beside older peers and Jest, whose CommonJS loads all of them', async ({
  skip,
}) => {
  const each = CASES.find(({ name }) => name === 'jest-30-on-node-20.19')!;
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-fresh-')));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const asked = ['view', 'jest', 'version', '--fetch-retries', '0', '--fetch-timeout', '10000'];
  if ((await execute('npm', asked, directory)).code !== 0) skip('no package registry is reachable from here');
  expect(await tryCase(each, inject('tarballs'), join(directory, 'app'))).toBeUndefined();
});
