import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRequire } from './commonjs.ts';
import { NODE_20, NODE_22, NODE_24 } from './runtimes.ts';

/** A fresh folder: what is installed beside the packed SDK, and beside MSW the mock, what else is in it, and what must succeed there. */
export interface Case {
  name: string;
  /** The claim that it shows, as the README of the SDK lists it. */
  shows: { tool: string; versions: string[] }[];
  /** Runs npm and the programs. */
  node: string;
  /** Exact versions, by name. */
  packages: Record<string, string>;
  files: Record<string, string>;
  /** Arguments for Node.js, one list per program. */
  programs: string[][];
  /** Output of the last program, as JSON; when left out, success of each is enough. */
  prints?: object;
  /** A page to load in Chromium when the programs have ended: it calls the `run` of this script. */
  page?: string;
}

const consumer = (file: string): string => readFileSync(join(import.meta.dirname, 'consumer', file), 'utf8');
/** The environment of Jest that docs/testing.md describes. */
function jestEnvironment(): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/testing.md'), 'utf8');
  return /```js\n([^]*?jest-fixed-jsdom[^]*?)```/.exec(text)![1]!;
}
const minor = (version: string): string => version.split('.').slice(0, 2).join('.');
const major = (version: string): string => version.split('.')[0]!;

/** Result of `run` of consumer/peers.js. */
const PEERS = {
  ...{ secret: 'hunter2', gone: true, sevens: 600_000, expired: true, heard: ['Please attach the trace.'] },
  ...{ attempts: 2, unavailable: 9_000, network: true, timeout: true, cutOff: true, malformed: 400 },
  ...{ unhandled: true, status: 'active', missing: true, deliveries: ['transfer.deleted'] },
};
/** Result of `run` of consumer/bundled.js. */
const BUNDLED = { sealed: true, failure: 'APIConnectionError', sent: ['POST', 'GET', 's'] };

const PRINT = 'run().then((result) => console.log(JSON.stringify(result)));\n';
/** The mock of MSW 2 is not told of readers that leave, and would wait for them for 15 seconds. */
const PRINT_AND_EXIT = PRINT.replace(';', '.then(() => process.exit());');
const BOTH_FORMATS = {
  'peers.js': consumer('peers.js'),
  'peers.cjs': withRequire(consumer('peers.js')),
  'main.js': `import { run } from './peers.js';\n${PRINT_AND_EXIT}`,
  'main.cjs': `const { run } = require('./peers.cjs');\n${PRINT_AND_EXIT}`,
};

/** A file that is sealed under MSW 3 for an `https:` address fails an assertion of Node.js 22 itself. */
const overPlainHttp = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      text.replace('https://share.example', 'http://share.example'),
    ]),
  );

/** Node.js, MSW and openapi-fetch: the mock and the path-style client, from ES modules and from CommonJS. */
const peers = (
  [
    ['20.19', NODE_20, '2.10.0', '0.13.0'],
    ['20.19', NODE_20, '2.15.0', '0.14.0'],
    ['22', NODE_22, '2.10.0', '0.15.0'],
    ['22', NODE_22, '2.15.0', '0.16.0'],
    ['22', NODE_22, '3.0.5', '0.17.0'],
    ['24', NODE_24, '3.0.0', '0.17.0'],
    ['24', NODE_24, '3.0.5', '0.17.0'],
  ] as const
).map(([version, node, msw, openapiFetch]): Case => ({
  name: `node-${version}-msw-${msw}-openapi-fetch-${openapiFetch}`,
  shows: [
    { tool: 'Node.js', versions: [version] },
    { tool: 'MSW, for `@tempshare/testing`', versions: [minor(msw)] },
    { tool: 'openapi-fetch, for `./fetch`', versions: [minor(openapiFetch)] },
  ],
  node,
  packages: { msw, 'openapi-fetch': openapiFetch },
  files: node === NODE_22 && msw.startsWith('3') ? overPlainHttp(BOTH_FORMATS) : BOTH_FORMATS,
  programs: [['main.js'], ['main.cjs']],
  prints: PEERS,
}));

/** Jest as it comes: CommonJS, in a realm of its own, without `import()`. */
const jest = [NODE_20, NODE_24].map((node, i): Case => ({
  name: `jest-30-on-node-${['20.19', '24'][i]}`,
  shows: [{ tool: 'Jest, CommonJS', versions: ['30'] }],
  node,
  // The oldest and the newest of MSW that the CommonJS of Jest can load.
  packages: { jest: '30.5.2', msw: ['2.10.0', '2.11.2'][i]!, 'openapi-fetch': '0.14.0' },
  files: {
    'package.json': JSON.stringify({ private: true, type: 'commonjs', jest: { testEnvironment: 'node' } }),
    'peers.cjs': withRequire(consumer('peers.js')),
    'bundled.cjs': withRequire(consumer('bundled.js')),
    'sdk.test.cjs': `test('the mock', async () => expect(await require('./peers.cjs').run()).toEqual(${JSON.stringify(PEERS)}), 120_000);
test('the client', async () => expect(await require('./bundled.cjs').run()).toEqual(${JSON.stringify(BUNDLED)}));
test('a refused connection', async () => {
  const { Tempshare, APIConnectionError } = require('@tempshare/sdk');
  const server = require('node:net').createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  const baseUrl = 'http://127.0.0.1:' + port + '/api/v1';
  const client = new Tempshare({ apiKey: 'svc_sk_test_x', baseUrl, maxRetries: 0 });
  const error = await client.key.get().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(APIConnectionError);
  expect(error.message).toMatch(/ECONNREFUSED/);
});
`,
  },
  programs: [['node_modules/jest/bin/jest.js', '--testMatch', '**/*.test.cjs', '--forceExit']],
}));

/** Result of `run` of consumer/dom.js. */
const DOM = {
  ...{ secret: 'hunter2', uploaded: 7, aborted: 'APIUserAbortError', environment: 'object' },
  ...Object.fromEntries(
    ['server', 'e2e'].flatMap((encryption) =>
      ['bytes', 'buffer', 'blob', 'file'].map((kind) => [`${kind}, ${encryption}`, 'hunter2']),
    ),
  ),
};

/** Vitest with the environments that stand in for a browser. */
const dom = Object.entries({ jsdom: '31.0.1', 'happy-dom': '21.0.4' }).map(
  ([environment, version]): Case => ({
    name: environment,
    shows: [{ tool: `${environment}, in Vitest`, versions: [major(version)] }],
    node: NODE_24,
    packages: { vitest: '5.1.0', [environment]: version, msw: '2.15.0' },
    files: {
      'dom.js': consumer('dom.js'),
      'dom.test.js': `// @vitest-environment ${environment}
import { expect, test } from 'vitest';
import { run } from './dom.js';
test('the client', async () => expect(await run()).toEqual(${JSON.stringify(DOM)}), 120_000);
`,
    },
    programs: [['node_modules/vitest/vitest.mjs', 'run']],
  }),
);

/** Jest with jsdom, in the environment that docs/testing.md describes. */
const jestDom = [NODE_20, NODE_24].map((node, i): Case => ({
  name: `jest-jsdom-on-node-${['20.19', '24'][i]}`,
  shows: [{ tool: 'Jest, jest-fixed-jsdom', versions: ['30'] }],
  node,
  packages: {
    ...{ jest: '30.5.2', 'jest-environment-jsdom': '30.5.2', 'jest-fixed-jsdom': '0.0.11' },
    msw: '2.11.2',
  },
  files: {
    'package.json': JSON.stringify({
      private: true,
      type: 'commonjs',
      jest: { testEnvironment: './environment.cjs' },
    }),
    'environment.cjs': jestEnvironment(),
    'dom.cjs': withRequire(consumer('dom.js')),
    'dom.test.cjs': `test('the client', async () => expect(await require('./dom.cjs').run()).toEqual(${JSON.stringify(DOM)}), 120_000);
`,
  },
  programs: [['node_modules/jest/bin/jest.js', '--testMatch', '**/*.test.cjs', '--forceExit']],
}));

const vitest = (
  [
    ['3.2.7', '2.10.0', NODE_20],
    ['4.1.12', '2.15.0', NODE_22],
    ['5.1.0', '3.0.5', NODE_24],
  ] as const
).map(([version, msw, node]): Case => ({
  name: `vitest-${major(version)}`,
  shows: [{ tool: 'Vitest', versions: [major(version)] }],
  node,
  packages: { vitest: version, msw, 'openapi-fetch': '0.17.0' },
  files: {
    'peers.js': consumer('peers.js'),
    'sdk.test.js': `import { expect, test } from 'vitest';
import { run } from './peers.js';
test('the mock', async () => expect(await run()).toEqual(${JSON.stringify(PEERS)}), 120_000);
`,
  },
  programs: [['node_modules/vitest/vitest.mjs', 'run']],
}));

const RESOLUTIONS = { node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' };

const typescript = ['5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2'].map((version): Case => {
  // The declarations of MSW 3 need 5.7, and are no CommonJS.
  const msw = version < '5.9' ? '2.15.0' : '3.0.5';
  const projects = Object.entries(RESOLUTIONS).map(([moduleResolution, module]) => {
    const compilerOptions = {
      ...{ target: 'es2022', module, moduleResolution, lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ isolatedModules: true, skipLibCheck: false, noEmit: true },
    };
    const commonJs = moduleResolution === 'bundler' ? [] : ['commonjs.cts'];
    const files = ['program.ts', 'types.ts', 'mock.ts', ...commonJs];
    return [`tsconfig-${moduleResolution}.json`, JSON.stringify({ compilerOptions, files })] as const;
  });
  return {
    name: `typescript-${minor(version)}`,
    shows: [{ tool: 'TypeScript, `node16`, `nodenext`, `bundler`', versions: [minor(version)] }],
    node: NODE_24,
    packages: { typescript: version, msw, 'openapi-fetch': version < '5.9' ? '0.14.0' : '0.17.0' },
    files: {
      ...Object.fromEntries(
        ['program.ts', 'types.ts', 'mock.ts', 'commonjs.cts'].map((file) => [file, consumer(file)]),
      ),
      ...Object.fromEntries(projects),
    },
    programs: projects.map(([file]) => ['node_modules/typescript/bin/tsc', '-p', file]),
  };
});

const bundled = {
  'bundled.js': consumer('bundled.js'),
  'main.js': `import { run } from './bundled.js';\n${PRINT}`,
  'page.js': "import { run } from './bundled.js';\nglobalThis.run = run;\n",
};

const bundlers: Case[] = [
  {
    name: 'esbuild',
    shows: [{ tool: 'esbuild', versions: ['0.28'] }],
    node: NODE_24,
    packages: { esbuild: '0.28.2' },
    files: {
      ...bundled,
      'build.js': `import { build } from 'esbuild';
for (const format of ['esm', 'cjs'])
  await build({ entryPoints: ['main.js'], bundle: true, minify: true, format, platform: 'node', outfile: 'out/' + format + '.' + (format === 'esm' ? 'mjs' : 'cjs') });
`,
    },
    programs: [['build.js'], ['out/cjs.cjs'], ['out/esm.mjs']],
    prints: BUNDLED,
  },
  {
    name: 'webpack-5',
    shows: [{ tool: 'webpack', versions: ['5'] }],
    node: NODE_24,
    packages: { webpack: '5.112.2' },
    files: {
      ...bundled,
      'required.cjs': `const { run } = require('./bundled.cjs');\n${PRINT}`,
      'bundled.cjs': withRequire(bundled['bundled.js']),
      'build.cjs': `const webpack = require('webpack');
const of = (name, entry, target) => ({ name, entry, target, mode: 'production', context: __dirname, output: { path: __dirname + '/out', filename: name + '.cjs' } });
webpack([of('required', './required.cjs', 'node'), of('imported', './main.js', 'node'), of('page', './page.js', 'web')], (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) { console.log(error ?? stats.toString()); process.exit(1); }
});
`,
    },
    programs: [['build.cjs'], ['out/required.cjs'], ['out/imported.cjs']],
    prints: BUNDLED,
    page: 'out/page.cjs',
  },
  {
    name: 'vite-8',
    shows: [{ tool: 'Vite', versions: ['8'] }],
    node: NODE_24,
    packages: { vite: '8.3.8' },
    files: {
      ...bundled,
      'build.js': `import { build } from 'vite';
const lib = (entry) => ({ entry, formats: ['es'], fileName: entry.replace('.js', '') });
await build({ logLevel: 'warn', build: { outDir: 'out', emptyOutDir: false, lib: lib('page.js') } });
await build({ logLevel: 'warn', build: { outDir: 'out', emptyOutDir: false, ssr: 'main.js' }, ssr: { noExternal: true } });
`,
    },
    programs: [['build.js'], ['out/main.js']],
    prints: BUNDLED,
    page: 'out/page.js',
  },
  {
    name: 'next-16',
    shows: [{ tool: 'Next.js, its build', versions: ['16'] }],
    node: NODE_24,
    packages: { next: '16.4.6', react: '19.3.0', 'react-dom': '19.3.0' },
    files: {
      'bundled.js': bundled['bundled.js'],
      'app/layout.jsx':
        'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n',
      // Made while building, which runs it.
      'app/page.jsx': `import { run } from '../bundled.js';
export default async function Page() {
  const result = JSON.stringify(await run());
  if (result !== ${JSON.stringify(JSON.stringify(BUNDLED))}) throw new Error(result);
  return <p>{result}</p>;
}
`,
      'app/open/page.jsx': `'use client';
import { openLink } from '@tempshare/sdk/open';
export default function Page() {
  return <button onClick={() => openLink(location.href)}>Open</button>;
}
`,
      'app/webhooks/route.js': `import { createWebhookHandler } from '@tempshare/sdk/webhooks';
import { fetchHandler } from '@tempshare/sdk/webhooks/fetch';
export const POST = fetchHandler(createWebhookHandler({ secret: 'whsec_x' }).onUnknown(() => {}));
`,
    },
    programs: [
      ['node_modules/next/dist/bin/next', 'build', '--webpack'],
      ['node_modules/next/dist/bin/next', 'build'],
    ],
  },
];

export const CASES: Case[] = [...peers, ...jest, ...jestDom, ...vitest, ...dom, ...typescript, ...bundlers];

/** The README's table: each tool with the versions that the cases show, in their order. */
export function whatRuns(): [tool: string, versions: string][] {
  const versions = new Map<string, Set<string>>();
  for (const { tool, versions: shown } of CASES.flatMap(({ shows }) => shows))
    for (const version of shown) versions.set(tool, (versions.get(tool) ?? new Set()).add(version));
  return [...versions].map(([tool, shown]) => [tool, [...shown].join(', ')]);
}
