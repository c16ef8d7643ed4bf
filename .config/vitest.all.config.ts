import { defineConfig } from 'vitest/config';
import { options, project } from './projects.ts';

/** The part of `npm run test:all` that `npm test` leaves out: `*.all.test.ts`, packaging, and items in several databases. */
export default defineConfig({
  test: {
    ...options,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      project('unit', {
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
