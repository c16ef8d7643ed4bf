import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSite, type Kind } from '@tempshare/web/site';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../packages/web');
const site = readSite({ name: 'Tempshare', appUrl: 'https://share.example' })!;

/** What the browser loads before it shows what is there, compressed as it is sent. */
function weight(kind: Kind): number {
  const html = site.shells[kind].en!;
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(2);
  return named.reduce((sum, path) => sum + site.assets.get(path)!.br.length, 0);
}

it.each(['secret', 'share'] as const)('a page for a %s weighs at most 35 kB', (kind) => {
  expect(weight(kind)).toBeLessThanOrEqual(35_000);
});

it('two builds at once leave the pages of one of them, whole, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-pages-'));
  const run = () => promisify(execFile)(process.execPath, [join(WEB, 'build/main.ts'), join(folder, 'dist')]);
  try {
    await run();
    await Promise.all([run(), run(), run()]);
    expect(globSync('*', { cwd: folder })).toEqual(['dist']);
    const built = readSite({ name: 'Tempshare', appUrl: 'https://share.example' }, join(folder, 'dist'));
    expect([...built!.assets.keys()].sort()).toEqual([...site.assets.keys()].sort());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('two builds are the same, byte for byte, so that a server can be compared with the source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-pages-'));
  const contentsOf = async (name: string): Promise<Record<string, string>> => {
    const out = join(folder, name);
    await promisify(execFile)(process.execPath, [join(WEB, 'build/main.ts'), out]);
    const files = globSync('**/*.*', { cwd: out }).sort();
    return Object.fromEntries(
      files.map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex'),
      ]),
    );
  };
  try {
    const first = await contentsOf('first');
    expect(Object.keys(first).length).toBeGreaterThan(100);
    expect(await contentsOf('second')).toEqual(first);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
