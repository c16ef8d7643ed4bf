import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { execute } from './execute.ts';
import { tryCase } from './fresh-folder.ts';
import { CASES } from './matrix-cases.ts';

/** The oldest peers, and the newest of each line that the README names. */
const TRIED = [
  'jest-30-on-node-20.19',
  'jest-30-on-node-24',
  'jest-jsdom-on-node-20.19',
  'node-22-msw-2.15.0-openapi-fetch-0.16.0',
  'node-24-msw-3.0.5-openapi-fetch-0.17.0',
  'jsdom',
  'happy-dom',
];

it.for(TRIED)('npm installs the packages beside others, and they work there: %s', async (tried, { skip }) => {
  const each = CASES.find(({ name }) => name === tried)!;
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-fresh-')));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const asked = ['view', 'jest', 'version', '--fetch-retries', '0', '--fetch-timeout', '10000'];
  if ((await execute('npm', asked, directory)).code !== 0) skip('no package registry is reachable from here');
  expect(await tryCase(each, inject('tarballs'), join(directory, 'app'))).toBeUndefined();
});
