/** The SDK as `npm pack` makes it, on the Node.js that runs. Other runtimes are tried in test/packaging. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, LOADED } from '../../../test/packaging/loading.ts';
import { makeProject, pack } from '../../../test/packaging/pack.ts';
import { markdown, section, tableRows } from '../../../test/support/docs/readme-blocks.ts';

const app = realpathSync(mkdtempSync(join(tmpdir(), 'tempshare-packed-')));
const installed = join(app, 'node_modules/@tempshare/sdk');
let tarball: string;

beforeAll(async () => {
  tarball = await pack('sdk', app);
  await makeProject(app);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

it('loads every entry point as ES module and as CommonJS, and no other file', async () => {
  expect(await load(process.execPath, app)).toEqual(LOADED);
});

it('takes at most 921,000 bytes installed and 222,000 bytes packed', async () => {
  const files = await readdir(installed, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name))),
  );
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(921_000);
  expect(statSync(tarball).size).toBeLessThanOrEqual(222_000);
});

const CALL = `import { Tempshare } from '@tempshare/sdk';
const client = new Tempshare({ apiKey: 'svc_sk_live_…', baseUrl: 'https://share.example/api/v1' });
console.log((await client.secrets.create({ secret: 'hunter2' })).secretUrl);`;
const OPENING = `import { openLink } from '@tempshare/sdk/open';
export const open = (link) => openLink(link);`;
const SECRET = `import { peekSecret } from '@tempshare/sdk/open';
export const open = async (link) => (await peekSecret(link)).open();`;
const VERIFICATION = `import { unwrapWebhook } from '@tempshare/sdk/webhooks';
export const receive = (body, headers) => unwrapWebhook(body, headers, { secret: 'whsec_…' });`;

/** Bytes of what loads at once, minified and compressed with gzip -9, without the parts that are loaded on demand. */
const SIZES = [
  { what: 'the client and one call', program: CALL, budget: 12_611 },
  { what: 'opening a link, `openLink`', program: OPENING, budget: 24_500 },
  { what: 'opening a secret alone, `peekSecret`', program: SECRET, budget: 12_600 },
  { what: 'both of them and sealing, in one file', program: CALL + OPENING, budget: 30_800, split: false },
  { what: 'webhook verification', program: VERIFICATION, budget: 2_500 },
  { what: 'the envelope, all of it', program: "export * from '@tempshare/sdk/envelope';", budget: 4_000 },
];

describe('the size of a program', () => {
  it.for(SIZES)('for $what is at most $budget bytes', async ({ program, budget, split }) => {
    const size = await bundleSize(program, split);
    expect(size).toBeGreaterThan(500);
    expect(size).toBeLessThanOrEqual(budget);
  });

  it('is the one that the README promises', () => {
    const promised = tableRows(section(markdown('packages/sdk/README.md'), 'How large is it?'));
    expect(promised).toEqual(SIZES.map(({ what, budget }) => [what, `${budget.toLocaleString('en')} B`]));
  });
});

async function bundleSize(program: string, splitting = true): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: app },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', splitting },
    ...{ outdir: app, write: false, metafile: true },
  });
  const atOnce = loadedAtOnce(metafile);
  return outputFiles
    .filter(({ path }) => atOnce.has(basename(path)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}

/** The entry and what it imports statically, by file name. */
function loadedAtOnce({ outputs }: Metafile): Set<string> {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') follow(path);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (entryPoint === '<stdin>') follow(file);
  return new Set([...reached].map((file) => basename(file)));
}
