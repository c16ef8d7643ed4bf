/** Settings that `npm test` and the rest of `npm run test:all` share. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProjectInlineConfiguration } from 'vitest/config';

/** The compile cache of test processes, and of the servers that tests start. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile');

/** A folder for the results that files of one run leave for others. */
process.env.TEST_RUN_DIR ??= mkdtempSync(join(tmpdir(), 'tempshare-run-'));

export const options = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  // One more than the processors of a small machine, because many tests wait for input and output.
  maxWorkers: 3,
};

interface Files {
  /** Globs without the suffix of test files. */
  include: string[];
  /** Suffix of the files; those of `.all.test.ts` are left out unless it is the suffix. */
  suffix?: '.test.ts' | '.all.test.ts';
  setup?: string[];
  provide?: Partial<ProvidedContext>;
  /** Projects of a higher order start when those of a lower one have ended. */
  order?: number;
}

/**
 * Makes a project whose files share processes, and with them loaded modules, servers and browsers. Node.js loads the
 * modules itself, as it does for users, so `vi.mock` and `vi.resetModules` do nothing.
 */
export function project(
  name: string,
  { include, suffix = '.test.ts', setup = [], provide = {}, order = 0 }: Files,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      isolate: false,
      experimental: { viteModuleRunner: false },
      include: include.map((glob) => (glob.endsWith('**') ? `${glob}/*${suffix}` : `${glob}${suffix}`)),
      exclude: suffix === '.test.ts' ? ['**/*.all.test.ts'] : [],
      globalSetup: setup,
      provide,
      sequence: { groupOrder: order },
    },
  };
}
