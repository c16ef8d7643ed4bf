import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Far more than any of them takes: a machine that is busy with something else fails nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // The servers that tests start, by the hundred, compile their modules once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node-compile') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/test/**/*.test.ts',
            'server/test/**/*.test.ts',
            'test/house/**/*.test.ts',
            'examples/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/contract/**/*.test.ts', 'test/stories/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['test/pages/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts', 'test/pages/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'packaging',
          include: ['test/packaging/**/*.test.ts'],
          globalSetup: ['test/packaging/global-setup.ts'],
        },
      },
    ],
  },
});
