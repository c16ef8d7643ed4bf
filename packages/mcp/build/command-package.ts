import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.ts';
import { publishedManifest, type Manifest } from './manifest.ts';

/** A package that is one command. */
interface CommandPackage {
  /** Its folder, with `src/main.ts`. */
  folder: string;
  /** Name of the command; its script is `<command>.js`. */
  command: string;
  /** Versions of Node.js that it runs on. */
  node: string;
}

/**
 * Makes a package of one command as it is published, anew in its `dist` unless the command line names another directory,
 * which must not be there yet.
 * One file holds everything, the SDKs included: the packages apart take half as long again to start and thirty times the
 * space, and an install would get whatever versions of them a registry serves that day.
 */
export async function buildCommandPackage({ folder, command, node }: CommandPackage): Promise<void> {
  const root = join(folder, '../..');
  const dist = join(folder, 'dist');
  const out = resolve(process.argv[2] ?? dist);
  const script = `${command}.js`;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

  if (out === dist) rmSync(dist, { recursive: true, force: true });
  if (existsSync(out)) throw new Error(`${out} is there already`);
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'src/main.ts')],
    outfile: join(out, script),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
  });
  writeFileSync(join(out, 'THIRD-PARTY-LICENCES.txt'), licencesOf(Object.keys(metafile.inputs), root));
  const published = publishedManifest(manifest, { bin: { [command]: script }, engines: { node } });
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of ['README.md', 'CHANGELOG.md', '../../LICENSE'])
    copyFileSync(join(folder, file), join(out, basename(file)));
}
