/**
 * The scenarios of the contract, and what races, through PgBouncer in transaction mode: `npm run test:pooler [file…]`.
 * It is found by `PGBOUNCER` or PATH; `.ci/pgbouncer` installs one.
 */
import { spawnSync } from 'node:child_process';
import { findPgBouncer } from '../support/database/pgbouncer.ts';

const STORIES = [
  ...[
    'pooler',
    'burn',
    'idempotency',
    'request-races',
    'expiry-races',
    'rooms',
    'requests',
    'drops',
    'files',
  ],
  ...[
    'uploads-under-kills',
    'broken-downloads',
    'sessions',
    'rate-limit',
    'capacity',
    'lists',
    'sweep',
    'jobs',
  ],
  ...['webhooks-never-lost', 'outbox', 'lost-readings', 'transactions', 'backup'],
];

const found = findPgBouncer();
if ('missing' in found) {
  console.log(`Skipped: ${found.missing}.`);
  process.exit();
}
console.log(`Through PgBouncer ${found.version}.`);
const files = process.argv.slice(2);
const chosen =
  files.length > 0 ? files : ['test/contract/server', ...STORIES.map((name) => `test/stories/${name}`)];
const { status } = spawnSync(
  'vitest',
  [
    'run',
    '--root',
    '.',
    '--config',
    '.config/vitest.config.ts',
    ...chosen.map((file) => file.replace(/(\.test\.ts)?$/, '.test.ts')),
  ],
  { env: { ...process.env, TEST_POOLER: '1' }, stdio: 'inherit' },
);
process.exit(status ?? 1);
