import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { execute, succeed } from './execute.ts';
import { load, LOADED, subpaths, withPeer } from './loading.ts';
import { NODE_20, NODE_22 } from './runtimes.ts';

const app = inject('app');
const tarballs = inject('tarballs');
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
/** Entries for Node.js alone. */
const onNode = ['@tempshare/sdk/webhooks/node'];

/** Fields that only the manifest of one package has. */
const PACKAGES = {
  sdk: { peerDependenciesMeta: { 'openapi-fetch': { optional: true } } },
  testing: {
    peerDependencies: { '@tempshare/sdk': expect.any(String), msw: expect.any(String) },
    publishConfig: { access: 'public', provenance: true },
  },
};

describe.for(['sdk', 'testing'] as const)('@tempshare/%s', (name) => {
  const tarball = tarballs[name];
  const installed = join(app, 'node_modules/@tempshare', name);
  const manifest = json(join(installed, 'package.json'));
  const development = json(join(ROOT, 'packages', name, 'package.json'));
  const documents = ['README.md', 'CHANGELOG.md', 'api.md'];

  it('publint finds nothing', async () => {
    const bytes = await readFile(tarball);
    const archive = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages } = await publint({ strict: true, pack: { tarball: archive } });
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
  });

  it('attw finds nothing, for ES modules, CommonJS and resolvers that know no exports', async () => {
    const attw = join(ROOT, 'test/packaging/node_modules/.bin/attw');
    const flags = ['--profile', 'strict', '--no-definitely-typed', '--format', 'json'];
    const { code, stdout } = await execute(attw, [tarball, ...flags], app);
    const { analysis } = JSON.parse(stdout);
    expect({ code, problems: analysis.problems }).toEqual({ code: 0, problems: [] });
    expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(manifest.exports));
  });

  it('the manifest asks for nothing but peers, and keeps what belongs to the checkout to itself', () => {
    expect(manifest).toMatchObject({
      name: `@tempshare/${name}`,
      version: development.version,
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public', provenance: true },
      ...PACKAGES[name],
    });
    for (const field of ['dependencies', 'devDependencies', 'scripts', 'private'])
      expect(manifest).not.toHaveProperty(field);
    expect(Object.keys(manifest.exports)).toEqual([...Object.keys(development.exports), './package.json']);
  });

  it('the tarball holds scripts, declarations and documents, and no source, map or test', () => {
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    const all = ['package.json', 'LICENSE', ...documents];
    for (const document of all) expect(files).toContain(`package/${document}`);
    const others = files.filter((file) => !all.includes(file.slice('package/'.length)));
    expect(
      others.filter((file) => !/\.(js|cjs|d\.ts|d\.cts)$/.test(file) || /\.test\.|\/build\//.test(file)),
    ).toEqual([]);
    for (const file of others) {
      const text = readFileSync(join(installed, file.slice('package/'.length)), 'utf8');
      expect(text, file).not.toMatch(/(from|import|require)\s*\(?['"]\.[^'"]*\.ts['"]|sourceMappingURL/);
      expect(text, file).not.toMatch(/(from|import|require)\s*\(?['"]@tempshare\/contract/);
    }
  });

  it('every link of its documents leads to a file that is in it', () => {
    for (const document of documents) {
      const text = readFileSync(join(installed, document), 'utf8');
      for (const [, target, fragment] of text.matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)) {
        const to = target === '' ? text : readFileSync(join(installed, target as string), 'utf8');
        if (fragment !== undefined) expect(anchors(to), `${document}: ${fragment}`).toContain(fragment);
      }
    }
  });
});

// On the Node.js that runs, packages/sdk/test/packed.test.ts does the same.
it.for([
  ['20.19', NODE_20],
  ['22', NODE_22],
] as const)('loads as ES modules and as CommonJS on Node.js %s', async ([, node]) => {
  expect(await load(node, app)).toEqual(LOADED);
});

it('its two formats know what the other has thrown, made and taken', async () => {
  const program = `import { createRequire } from 'node:module';
import * as imported from '@tempshare/sdk';
import { fetchHandler } from '@tempshare/sdk/webhooks/fetch';
const require = createRequire(process.cwd() + '/');
const required = require('@tempshare/sdk');
const { createWebhookHandler } = require('@tempshare/sdk/webhooks');
const { LinkError } = require('@tempshare/sdk/open');

const settings = { apiKey: null, baseUrl: 'http://127.0.0.1:1/api/v1', maxRetries: 0 };
const thrown = (call) => call.then(() => undefined, (error) => error);
const [one, two] = [new imported.Tempshare(settings), new required.Tempshare(settings)];
const errors = [await thrown(one.openapi.get()), await thrown(two.openapi.get())];
const generator = (async function* () { yield new Uint8Array(3); })();
const share = (client) => thrown(client.transfers.create({ type: 'file', file: generator, encryption: 'server' }));
await share(two);
const handler = createWebhookHandler({ secret: 'whsec_x' }).onUnknown(() => {});
const refused = await fetchHandler(handler, { onError() {} })(new Request('http://localhost/', { method: 'POST', body: '{}' }));
const link = await import('@tempshare/sdk/open').then(({ openLink }) => thrown(openLink('x')));
console.log(JSON.stringify({
  different: imported.Tempshare !== required.Tempshare,
  errors: errors.map((error) => [imported, required].map(({ APIConnectionError }) => error instanceof APIConnectionError)),
  others: errors.map((error) => [imported, required].some(({ RateLimitError }) => error instanceof RateLimitError)),
  link: link instanceof LinkError,
  taken: (await share(one)).message.includes('in use already'),
  refused: refused.status,
}));`;
  const printed = await succeed(process.execPath, ['--input-type=module', '-e', program], app);
  expect(JSON.parse(printed)).toEqual({
    different: true,
    errors: [
      [true, true],
      [true, true],
    ],
    others: [false, false],
    link: true,
    taken: true,
    refused: 400,
  });
});

it('what runs in browsers and workers imports no module of Node.js and no other package', async () => {
  const portable = subpaths.filter((subpath) => ![...withPeer, ...onNode].includes(subpath));
  const { metafile, warnings } = await build({
    stdin: {
      contents: portable.map((subpath, i) => `export * as m${i} from '${subpath}';`).join('\n'),
      resolveDir: app,
    },
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: app,
    write: false,
    metafile: true,
  });
  expect(warnings).toEqual([]);
  const inputs = Object.entries(metafile.inputs);
  const foreign = inputs.filter(([file, { imports }]) => {
    const own = file === '<stdin>' || file.includes('node_modules/@tempshare/sdk/');
    return !own || imports.some(({ external }) => external);
  });
  expect(foreign).toEqual([]);
  expect(inputs.length).toBeGreaterThan(portable.length);
});

/** The anchors of a document's headings, as renderers of Markdown make them. */
const anchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) =>
      `#${(title as string)
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(' ', '-')}`,
  );

it('@tempshare/testing takes at most 625,000 bytes installed and 108,000 bytes packed', async () => {
  const installed = join(app, 'node_modules/@tempshare/testing');
  const files = await readdir(installed, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)));
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(625_000);
  expect(statSync(tarballs.testing).size).toBeLessThanOrEqual(108_000);
});

it('a call that nobody awaits is printed by the name of its class', async () => {
  const program = `import { Tempshare } from '@tempshare/sdk';
const fetch = () => new Promise(() => {});
console.log(new Tempshare({ apiKey: null, baseUrl: 'http://localhost/api/v1', fetch }).openapi.get());
process.exit();`;
  const printed = await succeed(process.execPath, ['--input-type=module', '-e', program], app);
  expect(printed.trim()).toBe('APIPromise {}');
});
