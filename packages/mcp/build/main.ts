/**
 * Makes the package as it is published: `node packages/mcp/build/main.ts [directory]`, by default anew in
 * `packages/mcp/dist`; another directory must not be there yet.
 * One file holds everything, the SDKs included: the packages apart take half as long again to start and thirty times the
 * space, and an install would get whatever versions of them a registry serves that day.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.ts';
import { publishedManifest, SCRIPT, type Manifest } from './manifest.ts';

const mcp = join(import.meta.dirname, '..');
const root = join(mcp, '../..');
const dist = join(mcp, 'dist');
const out = resolve(process.argv[2] ?? dist);
const manifest = JSON.parse(readFileSync(join(mcp, 'package.json'), 'utf8')) as Manifest;

if (out === dist) rmSync(dist, { recursive: true, force: true });
if (existsSync(out)) throw new Error(`${out} is there already`);
mkdirSync(out, { recursive: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [join(mcp, 'src/main.ts')],
  outfile: join(out, SCRIPT),
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
writeFileSync(join(out, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
for (const file of ['README.md', 'CHANGELOG.md', '../../LICENSE'])
  copyFileSync(join(mcp, file), join(out, basename(file)));
