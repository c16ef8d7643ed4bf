/**
 * Makes the package as it is published: `node packages/sdk/build/main.ts [directory]`, by default anew in
 * `packages/sdk/dist`; another directory must not be there yet.
 * The checkout itself runs the sources, so its manifest cannot be the published one.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { compact, forBothFormats, namePlatformTypes, removeUnreachable } from './declarations.ts';
import { entries, publishedManifest, type Manifest } from './manifest.ts';
import { bundleScripts } from './scripts.ts';

const sdk = join(import.meta.dirname, '..');
const root = join(sdk, '../..');
const dist = join(sdk, 'dist');
const out = resolve(process.argv[2] ?? dist);
const manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as Manifest;
const stems = entries(manifest).map(([, stem]) => stem);

if (out === dist) rmSync(dist, { recursive: true, force: true });
if (existsSync(out)) throw new Error(`${out} is there already`);
const declarations = ['-p', sdk, '--outDir', out, '--emitDeclarationOnly'];
execFileSync(join(root, 'node_modules/@typescript/native/bin/tsc'), declarations, { stdio: 'inherit' });
removeUnreachable(out, stems);
namePlatformTypes(out);
compact(out);
forBothFormats(out, stems);
await bundleScripts(join(sdk, 'src'), stems, out);
writeFileSync(join(out, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
for (const file of ['README.md', 'CHANGELOG.md', 'api.md', '../../LICENSE'])
  copyFileSync(join(sdk, file), join(out, basename(file)));
