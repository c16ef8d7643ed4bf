import { defineConfig } from 'vitest/config';
import { options, project } from './projects.ts';

/** `npm test`: all that a change can break. */
export default defineConfig({
  test: {
    ...options,
    projects: [
      project('unit', {
        include: ['packages/*/test/**', 'server/test/**', 'test/house/**', 'examples/**'],
      }),
      project('server', {
        include: ['test/contract/*', 'test/contract/scenarios/*', 'test/stories/**'],
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
