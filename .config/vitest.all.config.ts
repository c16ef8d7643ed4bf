import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { options, project } from './projects.ts';

const root = join(import.meta.dirname, '..');

/** Files of `npm test` that leave some of their tests out, by `further`. */
const further = globSync('test/{contract,stories}/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes("support/further.ts'"))
  .map((file) => file.replace(/\.test\.ts$/, ''));

/**
 * The part of `npm run test:all` that `npm test` leaves out: `*.all.test.ts`, packaging, items in several databases, and
 * single tests of other files.
 */
export default defineConfig({
  test: {
    ...options,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      // Projects start in the order of their names. A long file of this one would run alone at the end.
      project('alone', {
        include: ['packages/*/test/**', 'server/test/**', 'test/house/**'],
        suffix: '.all.test.ts',
      }),
      project('server', {
        include: ['test/contract/*', 'test/stories/**'],
        suffix: '.all.test.ts',
        setup: ['test/support/global-setup.ts'],
      }),
      project('spread', {
        include: ['test/contract/scenarios/*'],
        setup: ['test/support/global-setup.ts'],
        provide: { spread: true },
      }),
      project('further', {
        include: further,
        setup: ['test/support/global-setup.ts'],
        provide: { further: true },
      }),
      project('pages', {
        include: ['test/pages/**'],
        suffix: '.all.test.ts',
        setup: ['test/support/global-setup.ts', 'test/pages/global-setup.ts'],
      }),
      project('packaging', {
        include: ['test/packaging/*'],
        setup: ['test/packaging/global-setup.ts'],
      }),
    ],
  },
});
