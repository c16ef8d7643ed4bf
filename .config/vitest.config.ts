import { defineConfig } from 'vitest/config';
import { options, project } from './projects.ts';

/** `npm test`: all that a change can break. */
export default defineConfig({
  test: {
    ...options,
    projects: [
      project('unit', {
        // The mock's own tests hold the timers of their process, in which no server may run.
        include: [
          'packages/*/test/**',
          'server/test/**',
          'test/house/**',
          'examples/**',
          'test/contract/mock*',
        ],
      }),
      project('server', {
        include: ['test/contract/!(mock*)', 'test/contract/scenarios/*', 'test/stories/**'],
        setup: ['test/support/global-setup.ts'],
      }),
      project('pages', {
        include: ['test/pages/**'],
        setup: ['test/support/global-setup.ts', 'test/pages/global-setup.ts'],
      }),
      project('afterwards', {
        include: ['test/contract/afterwards/*'],
        setup: ['test/support/global-setup.ts'],
        // Looks at what the others left in TEST_RUN_DIR.
        order: 1,
      }),
    ],
  },
});
