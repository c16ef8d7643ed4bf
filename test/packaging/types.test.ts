import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { execute } from './execute.ts';

const app = inject('app');
const modules = join(ROOT, 'node_modules');

/** The platform that a project declares. */
const SURROUNDINGS = {
  // The declarations of MSW itself need the DOM.
  node: { lib: ['es2020'], types: ['node'], mock: false },
  dom: { lib: ['es2023', 'dom', 'dom.iterable'], types: [], mock: true },
};
const MODULES = { nodenext: 'nodenext', node16: 'node16', bundler: 'esnext', node10: 'esnext' };

/** The newest compiler, which is fast, tries all combinations; the older ones each way of resolving and each platform. */
const COMPILERS = [
  {
    ...{ typescript: '7', tsc: join(modules, '@typescript/native/bin/tsc'), mock: true },
    projects: [
      ['nodenext', 'node'],
      ['nodenext', 'dom'],
      ['node16', 'node'],
      ['node16', 'dom'],
      ['bundler', 'node'],
      ['bundler', 'dom'],
    ],
  },
  {
    ...{ typescript: '6', tsc: join(modules, 'typescript/bin/tsc6'), mock: true },
    projects: [
      ['nodenext', 'node'],
      ['bundler', 'dom'],
    ],
  },
  {
    ...{ typescript: '5.6', tsc: join(ROOT, 'test/packaging/node_modules/typescript-5/bin/tsc') },
    // The declarations of MSW 3 need 5.7.
    mock: false,
    projects: [
      ['nodenext', 'node'],
      ['bundler', 'dom'],
      // Version 6 deprecates it.
      ['node10', 'dom'],
    ],
  },
] satisfies {
  typescript: string;
  tsc: string;
  /** Whether the declarations of `@tempshare/testing` are compiled, too. */
  mock: boolean;
  projects: [keyof typeof MODULES, keyof typeof SURROUNDINGS][];
}[];
/** Programs that compile with `exactOptionalPropertyTypes`, and programs that do not; this project itself does not set it. */
const EXACT = `import type { Tempshare } from '@tempshare/sdk';
import { deriveKeys } from '@tempshare/sdk/envelope';
import type { PeekedLink } from '@tempshare/sdk/open';
import type { TransferCreate } from '@tempshare/sdk/types';
declare const client: Tempshare, draft: TransferCreate, peeked: PeekedLink;
export const opened = (password?: string, idempotencyKey?: string) => peeked.open({ password, idempotencyKey });
// @ts-expect-error: it protects nothing.
export const text = (password?: string) => client.transfers.create({ type: 'text', text: 'a', password });
// @ts-expect-error: the same.
export const file = (file: Blob) => client.transfers.create({ type: 'file', file, password: undefined });
// @ts-expect-error: the same.
export const drafted = () => client.transfers.create({ ...draft, password: undefined });
// @ts-expect-error: the same.
export const secret = () => client.secrets.create({ secret: 'a', password: undefined });
// @ts-expect-error: the same.
export const room = () => client.rooms.create({ name: 'a', password: undefined });
// @ts-expect-error: the same.
export const keys = () => deriveKeys(new Uint8Array(32), { password: undefined });
`;

describe('a strict project compiles against the declarations of the package', () => {
  let subpaths: string[];

  beforeAll(async () => {
    const manifest = await readFile(join(app, 'node_modules/@tempshare/sdk/package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { exports: object };
    subpaths = Object.keys(exports).filter((subpath) => subpath !== './package.json');
    for (const file of ['program.ts', 'types.ts', 'mock.ts', 'commonjs.cts'])
      await copyFile(join(import.meta.dirname, 'consumer', file), join(app, file));
    await writeFile(join(app, 'exact.ts'), EXACT);
    for (const name of [
      '@types/node',
      'undici-types',
      'msw',
      'openapi-fetch',
      'openapi-typescript-helpers',
    ]) {
      await mkdir(dirname(join(app, 'node_modules', name)), { recursive: true });
      await symlink(join(modules, name), join(app, 'node_modules', name));
    }
  });

  const projects = COMPILERS.flatMap(({ projects, mock, ...compiler }) =>
    projects.map(([moduleResolution, platform]) => ({
      ...{ ...compiler, ...SURROUNDINGS[platform], moduleResolution, platform },
      module: MODULES[moduleResolution],
      mock: mock && SURROUNDINGS[platform].mock,
    })),
  );

  it.for(projects)(
    'with TypeScript $typescript, moduleResolution $moduleResolution, declarations of $platform',
    async ({ tsc, typescript, platform, module, moduleResolution, lib, types, mock }) => {
      const stem = [typescript, moduleResolution, platform].join('-');
      const every = subpaths
        .map((subpath, i) => `export type * as all${i} from '@tempshare/sdk${subpath.slice(1)}';`)
        .concat(mock ? ["export type * as testing from '@tempshare/testing';"] : []);
      await writeFile(join(app, `every-${stem}.ts`), every.join('\n'));
      const files = [`every-${stem}.ts`, 'program.ts', 'types.ts', 'exact.ts', ...(mock ? ['mock.ts'] : [])];
      if (module.startsWith('node')) {
        // MSW 3 itself is no CommonJS.
        const required = every.filter((line) => !line.includes('@tempshare/testing'));
        await writeFile(join(app, `every-${stem}.cts`), required.join('\n'));
        files.push(`every-${stem}.cts`, 'commonjs.cts');
      }
      const compilerOptions = {
        ...{ target: 'es2022', module, moduleResolution, lib, types },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        ...{ noImplicitOverride: true, noPropertyAccessFromIndexSignature: true, isolatedModules: true },
        ...{ verbatimModuleSyntax: true, skipLibCheck: false, noEmit: true },
      };
      const project = join(app, `tsconfig-${stem}.json`);
      await writeFile(project, JSON.stringify({ compilerOptions, files }));
      const { code, stdout, stderr } = await execute(process.execPath, [tsc, '-p', project], app);
      expect({ code, printed: stdout + stderr }).toEqual({ code: 0, printed: '' });
    },
  );
});
