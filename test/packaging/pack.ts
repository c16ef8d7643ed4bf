import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/server-process.ts';
import { succeed } from './execute.ts';

/** Builds and packs `@tempshare/sdk` in a directory; gives the tarball's path. */
export async function pack(directory: string): Promise<string> {
  const built = join(directory, 'built');
  await succeed(process.execPath, [join(ROOT, 'packages/sdk/build/main.ts'), built], ROOT);
  const packed = await succeed('npm', ['pack', '--json', '--pack-destination', directory], built);
  return join(directory, tarballOf(packed));
}

/** npm 11 answers a list, npm 12 an object by name. */
function tarballOf(report: string): string {
  const [{ filename }] = Object.values(JSON.parse(report) as object) as [{ filename: string }];
  return filename;
}

/** Makes a project without dependencies. */
export async function makeProject(directory: string, more: object = {}): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(
    join(directory, 'package.json'),
    JSON.stringify({ private: true, type: 'module', ...more }),
  );
}

/** How npm installs here: packages are looked at, and nothing of theirs is run. */
export const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts'];
