import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../support/server-process.ts';
import { execute } from './execute.ts';

const app = inject('app');
const modules = join(ROOT, 'node_modules');

const RESOLUTIONS = [
  { moduleResolution: 'nodenext', module: 'nodenext' },
  { moduleResolution: 'bundler', module: 'esnext' },
];
const COMPILERS = [
  { typescript: '7', tsc: join(modules, '@typescript/native/bin/tsc'), resolutions: RESOLUTIONS },
  { typescript: '6', tsc: join(modules, 'typescript/bin/tsc6'), resolutions: RESOLUTIONS },
  {
    typescript: '5.9',
    tsc: join(modules, 'typescript-5/bin/tsc'),
    // Version 6 deprecates the third.
    resolutions: [...RESOLUTIONS, { moduleResolution: 'node10', module: 'esnext' }],
  },
];
const SURROUNDINGS = [
  // The declarations of MSW itself need the DOM.
  { name: '@types/node and no DOM', lib: ['es2020'], types: ['node'], mock: false },
  { name: 'the DOM and no @types/node', lib: ['es2023', 'dom', 'dom.iterable'], types: [], mock: true },
];

describe('a strict project compiles against the declarations of the package', () => {
  let subpaths: string[];

  beforeAll(async () => {
    const manifest = await readFile(join(app, 'node_modules/@tempshare/sdk/package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { exports: object };
    subpaths = Object.keys(exports).filter((subpath) => subpath !== './package.json');
    for (const file of ['program.ts', 'types.ts', 'mock.ts'])
      await copyFile(join(import.meta.dirname, 'consumer', file), join(app, file));
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

  const projects = COMPILERS.flatMap(({ resolutions, ...compiler }) =>
    resolutions.flatMap((resolution) =>
      SURROUNDINGS.map((surroundings) => ({
        ...{ ...compiler, ...resolution, ...surroundings },
        // They are not found with `node10` either.
        mock: surroundings.mock && resolution.moduleResolution !== 'node10',
      })),
    ),
  );

  it.for(projects)(
    'with TypeScript $typescript, moduleResolution $moduleResolution, $name',
    async ({ tsc, typescript, name, module, moduleResolution, lib, types, mock }) => {
      const stem = [typescript, moduleResolution, types.length === 0 ? 'dom' : 'node'].join('-');
      const every = subpaths
        .filter((subpath) => mock || subpath !== './testing')
        .map((subpath, i) => `export type * as all${i} from '@tempshare/sdk${subpath.slice(1)}';`);
      await writeFile(join(app, `every-${stem}.ts`), every.join('\n'));
      const files = [`every-${stem}.ts`, 'program.ts', 'types.ts', ...(mock ? ['mock.ts'] : [])];
      const compilerOptions = {
        ...{ target: 'es2022', module, moduleResolution, lib, types },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        ...{ noImplicitOverride: true, noPropertyAccessFromIndexSignature: true, isolatedModules: true },
        ...{ verbatimModuleSyntax: true, skipLibCheck: false, noEmit: true },
      };
      const project = join(app, `tsconfig-${stem}.json`);
      await writeFile(project, JSON.stringify({ compilerOptions, files }));
      const { code, stdout, stderr } = await execute(process.execPath, [tsc, '-p', project], app);
      expect(stdout + stderr, name).toBe('');
      expect(code).toBe(0);
    },
  );
});
