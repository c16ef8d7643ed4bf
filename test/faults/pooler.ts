/**
 * Runs the scenarios of the contract and the stories of races through PgBouncer in transaction mode:
 * `npm run test:pooler [file…]`. It is found by `PGBOUNCER` or PATH. `.ci/pgbouncer` installs one.
 */
import { spawnSync } from 'node:child_process';
import { findPgBouncer } from '../support/database/pgbouncer.ts';

/** Parts of paths, with the tests of `npm test` and with those of the rest of `npm run test:all`. */
const FILES = {
  '.config/vitest.config.ts': [
    ...[
      'test/contract/scenarios/',
      '/burn.',
      '/idempotency.',
      '/request-races.',
      '/expiry-races.',
      '/rooms.',
    ],
    ...['/requests.', '/drops.', '/files.', '/broken-downloads.', '/sessions.', '/rate-limit.', '/capacity.'],
    ...['/lists.', '/sweep.', '/jobs.', '/transactions.'],
  ],
  '.config/vitest.all.config.ts': [
    ...['/pooler.', '/uploads-under-kills.', '/broken-downloads.', '/webhooks-never-lost.', '/outbox.'],
    ...['/lost-readings.', '/backup.', '/burn.', '/request-races.', '/sweep.', '/jobs.', '/capacity.'],
  ],
};

const found = findPgBouncer();
if ('missing' in found) {
  console.log(`Skipped: ${found.missing}.`);
  process.exit();
}
console.log(`Through PgBouncer ${found.version}.`);
const chosen = process.argv.slice(2);
for (const [config, files] of Object.entries(FILES)) {
  const args = ['run', '--root', '.', '--config', config, '--project', 'server', '--passWithNoTests'];
  const { status } = spawnSync('vitest', [...args, ...(chosen.length > 0 ? chosen : files)], {
    env: { ...process.env, TEST_POOLER: '1' },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
