import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compact, forBothFormats, namePlatformTypes, removeUnreachable } from './declarations.ts';
import { entries, publishedManifest, type Manifest } from './manifest.ts';
import { bundleScripts } from './scripts.ts';

/**
 * Makes a package as it is published. The checkout itself runs the sources, so its manifest cannot be the published one.
 *
 * @param source the workspace, a folder of `packages/`
 * @param directory where to; by default anew in `dist` of the workspace. Another one must not be there yet.
 */
export async function buildPackage(
  source: string,
  directory: string | undefined,
  options: {
    /** Bundled parts of unpublished packages, by name. Everything else stays an import. */
    bundled?: Record<string, string>;
  } = {},
): Promise<void> {
  const packages = dirname(source);
  const root = dirname(packages);
  const dist = join(source, 'dist');
  const out = resolve(directory ?? dist);
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  const stems = entries(manifest).map(([, stem]) => stem);

  if (out === dist) rmSync(dist, { recursive: true, force: true });
  if (existsSync(out)) throw new Error(`${out} is there already`);
  // The declarations of the packages that it imports come along, and are left behind.
  const emitted = mkdtempSync(`${out}-`);
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  try {
    execFileSync(compiler, ['-p', source, '--rootDir', packages, '--outDir', emitted], { stdio: 'inherit' });
    renameSync(join(emitted, basename(source), 'src'), out);
  } finally {
    rmSync(emitted, { recursive: true });
  }
  removeUnreachable(out, stems);
  namePlatformTypes(out);
  compact(out);
  forBothFormats(out, stems);
  await bundleScripts(join(source, 'src'), stems, out, options.bundled ?? {});
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
  for (const file of ['README.md', 'CHANGELOG.md', 'api.md', '../../LICENSE'])
    copyFileSync(join(source, file), join(out, basename(file)));
}
