import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { Jobs } from '../../../server/src/jobs/jobs.ts';
import { recurringJobs } from '../../../server/src/start/recurring.ts';
import { Links } from '../../../server/src/domain/links.ts';
import { Blobs, PostgresBlobs } from '../../../server/src/storage/blobs/blobs.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { holdClock } from '../../support/clocks/held-clock.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { rowsIn } from '../../support/rows/rows.ts';

it.each([
  { away: 1, into: 5, when: 'between sweeps' },
  { away: 200, into: 9, when: 'between sweeps' },
  { away: 1, into: 0, when: 'in the middle of one' },
  { away: 33, into: 0, when: 'in the middle of one' },
])(
  'recurring jobs sweep within a minute of the return of a network that has swallowed everything for $away s, $when',
  async ({ away, into, when }) => {
    const database = await createTestDatabase();
    const proxy = await startPostgresProxy(database.connection);
    const pool = openDatabase({ connection: proxy.connection, poolSize: 4 });
    const rows = rowsIn(database);
    const swept = async (): Promise<boolean> =>
      (await database.query(`SELECT FROM secrets WHERE state = 'waiting'`)).length === 0;
    // The database's clock does not wait: each ten seconds all slots are those of another time.
    const clock = holdClock(proxy.isQuiet, (second) =>
      second > 0 && second % 10 === 0
        ? database.query('UPDATE pgboss.job SET singleton_on = NULL')
        : undefined,
    );
    let jobs: Jobs | undefined;
    try {
      const vault = new ItemVault(new Keyring([randomBytes(32)]), new PasswordKdf());
      const blobs = new Blobs(new PostgresBlobs(pool));
      let swallow = (): void => undefined;
      const first = async (): Promise<void> => {
        // A connection that has just been heard of gets statements without a doubt.
        await pool.query('SELECT 1');
        swallow();
      };
      const recurring = recurringJobs({
        database: pool,
        blobs,
        vault,
        mails: undefined,
        links: new Links(''),
      }).map((job) => (job.name === 'sweep' ? { ...job, steps: [first, ...job.steps] } : job));
      const log = pino({ level: 'silent' });
      jobs = new Jobs({ connection: proxy.connection, pooled: false, log, recurring });
      jobs.start();
      await rows.insert('secrets', { id: 'first', expires_at: '-1 second' });
      await clock.pass(Infinity, swept);
      await clock.pass(10 + into);
      if (when === 'between sweeps') proxy.swallow();
      else {
        const swallowed = vi.fn(proxy.swallow);
        swallow = swallowed;
        await clock.pass(20, () => swallowed.mock.calls.length > 0);
        swallow = () => undefined;
      }
      // Not before: a sweep that was at work then would have seen it.
      await rows.insert('secrets', { id: 'second', expires_at: '-1 second' });
      await clock.pass(away);
      expect(await swept()).toBe(false);
      proxy.relent();
      await clock.pass(60, swept);
      expect(await swept()).toBe(true);
    } finally {
      await proxy.cut();
      clock.release();
      await jobs?.stop();
      await pool.close();
      await database.drop();
    }
  },
);
