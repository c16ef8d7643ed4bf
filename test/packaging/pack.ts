import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/server/server-process.ts';
import { succeed } from './execute.ts';

/** The tarballs of `@tempshare/sdk` and `@tempshare/testing`. */
export interface Tarballs {
  sdk: string;
  testing: string;
}

/** Builds and packs both packages in a directory. */
export const packBoth = async (directory: string): Promise<Tarballs> => ({
  sdk: await pack('sdk', directory),
  testing: await pack('testing', directory),
});

/** Builds and packs a package; returns the path of its tarball. */
export async function pack(name: keyof Tarballs, directory: string): Promise<string> {
  const built = join(directory, `built-${name}`);
  await succeed(process.execPath, [join(ROOT, `packages/${name}/build/main.ts`), built], ROOT);
  const packed = await succeed('npm', ['pack', '--json', '--pack-destination', directory], built);
  return join(directory, tarballOf(packed));
}

/** npm 11 returns a list, npm 12 an object by name. */
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
