import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { execute } from './execute.ts';
import { makeProject, QUIET } from './pack.ts';

describe('npm installs the SDK and the mock', () => {
  it.for([
    { peers: ['msw@2.10.0', 'openapi-fetch@0.13.0'] },
    { peers: ['msw@2.15.0', 'openapi-fetch@0.14.0'] },
    { peers: ['msw@3.9.0', 'openapi-fetch@0.17.0'] },
    { peers: ['msw@3.9.0'] },
  ])('beside $peers', async ({ peers }) => {
    expect(await install(peers)).toEqual({ code: 0, conflict: false });
  });

  it.for([{ peers: ['msw@2.9.0'] }, { peers: ['msw@3.9.0', 'openapi-fetch@0.18.0'] }])(
    'not beside $peers, on which it was not tried',
    async ({ peers }) => {
      expect(await install(peers)).toEqual({ code: 1, conflict: true });
    },
  );
});

/** Installs the tarballs beside packages that have these names and versions, and nothing else. */
async function install(peers: readonly string[]): Promise<{ code: number | null; conflict: boolean }> {
  const app = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-peers-')));
  onTestFinished(() => rm(app, { recursive: true, force: true }));
  await makeProject(app);
  for (const peer of peers) {
    const [name, version] = peer.split('@') as [string, string];
    await makeProject(join(app, name), { name, version });
  }
  const folders = peers.map((peer) => `./${peer.split('@')[0]}`);
  const args = ['install', '--offline', ...QUIET, ...Object.values(inject('tarballs')), ...folders];
  const { code, stderr } = await execute('npm', args, app);
  return { code, conflict: stderr.includes('ERESOLVE') };
}
