import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Jobs, type Recurring } from '../../../server/src/jobs/jobs.ts';
import { recurringJobs } from '../../../server/src/recurring.ts';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { Blobs, PostgresBlobs } from '../../../server/src/storage/blobs.ts';
import { openDatabase } from '../../../server/src/storage/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { holdClock } from '../../support/clocks/held-clock.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { rowsIn } from '../../support/rows/rows.ts';

const SOON = { timeout: 60_000, interval: 20 };

describe('recurring jobs', () => {
  let database: TestDatabase;
  const running: Jobs[] = [];
  const logged: { level: number; msg: string; error: { message: string } }[] = [];

  beforeEach(async () => {
    logged.length = 0;
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    await database.drop();
  });

  /** What a process does with its jobs, begun. */
  function startJobs(recurring: Recurring[], connection = database.connection): Jobs {
    const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
    const jobs = new Jobs({ connection, pooled: false, log, recurring });
    running.push(jobs);
    jobs.start();
    return jobs;
  }

  const every = (name: string, ...steps: Recurring['steps']): Recurring => ({ name, everySeconds: 1, steps });
  /** What was logged beside that the database is away, as one that is busy may seem. */
  const faults = () => logged.filter(({ level }) => level > 40);
  const slots = () =>
    database.query<{ slot: string; state: string }>(
      'SELECT singleton_on::text AS slot, state::text FROM pgboss.job ORDER BY 1',
    );

  it('are done once a slot, however many processes there are that begin at once', async () => {
    let runs = 0;
    const job = every('count', async () => void runs++);
    for (let i = 0; i < 4; i++) startJobs([job]);
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(4), SOON);
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    const taken = await slots();
    expect(new Set(taken.map(({ slot }) => slot)).size).toBe(taken.length);
    expect(taken.filter(({ state }) => state === 'completed')).toHaveLength(runs);
    expect(faults()).toEqual([]);
  });

  it('go on elsewhere when a process never comes back with one', async () => {
    const end = Promise.withResolvers<void>();
    const hangs = vi.fn(() => end.promise);
    startJobs([every('sweep', hangs)]);
    await vi.waitFor(() => expect(hangs).toHaveBeenCalledOnce(), SOON);
    const works = vi.fn(async () => undefined);
    startJobs([every('sweep', works)]);
    await vi.waitFor(() => expect(works.mock.calls.length).toBeGreaterThanOrEqual(2), SOON);
    expect(hangs).toHaveBeenCalledOnce();
    end.resolve();
  });

  it('do their other steps when one fails, log why, and try again at the next slot', async () => {
    const fails = vi.fn(async () => Promise.reject(new Error('no luck')));
    const next = vi.fn(async () => undefined);
    startJobs([every('sweep', fails, next)]);
    await vi.waitFor(() => expect(fails.mock.calls.length).toBeGreaterThanOrEqual(2), SOON);
    await vi.waitFor(() => expect(next.mock.calls.length).toBeGreaterThanOrEqual(2), SOON);
    expect(logged[0]).toMatchObject({
      level: 50,
      msg: 'The job sweep failed.',
      error: { message: 'no luck' },
    });
  });

  it('do not wait for one another', async () => {
    const end = Promise.withResolvers<void>();
    const quick = vi.fn(async () => undefined);
    startJobs([every('slow', () => end.promise), every('quick', quick)]);
    await vi.waitFor(() => expect(quick.mock.calls.length).toBeGreaterThanOrEqual(3), SOON);
    end.resolve();
  });

  it('wait for a database that is away, say so once, and go on when it is back', async () => {
    const proxy = await startPostgresProxy(database.connection);
    const step = vi.fn(async () => undefined);
    startJobs([every('sweep', step), every('clean-up', step)], proxy.connection);
    await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThanOrEqual(2), SOON);

    logged.length = 0;
    await proxy.cut();
    await vi.waitFor(() => expect(logged).toHaveLength(1), SOON);
    const before = step.mock.calls.length;
    await proxy.mend();
    await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThanOrEqual(before + 3), SOON);
    expect(faults()).toEqual([]);
    await proxy.cut();
  });

  it.each([
    { away: 1, into: 5, when: 'between sweeps' },
    { away: 200, into: 9, when: 'between sweeps' },
    { away: 1, into: 0, when: 'in the middle of one' },
    { away: 33, into: 0, when: 'in the middle of one' },
  ])(
    'sweep within a minute of the return of a network that has swallowed everything for $away s, $when',
    async ({ away, into, when }) => {
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
      try {
        const vault = new ItemVault(new Keyring([randomBytes(32)]), new PasswordKdf());
        const blobs = new Blobs(new PostgresBlobs(pool));
        let swallow = (): void => undefined;
        const first = async (): Promise<void> => {
          // A connection that has just been heard of gets statements without a doubt.
          await pool.query('SELECT 1');
          swallow();
        };
        const recurring = recurringJobs({ database: pool, blobs, vault }).map((job) =>
          job.name === 'sweep' ? { ...job, steps: [first, ...job.steps] } : job,
        );
        startJobs(recurring, proxy.connection);
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
        await pool.close();
      }
    },
  );

  it('go on when the clock of the database was set back', async () => {
    const step = vi.fn(async () => undefined);
    startJobs([every('sweep', step)]);
    await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThanOrEqual(2), SOON);
    // What would be there if it had been an hour later until now: its slots, and the job that waited for its turn.
    await database.query(`
      INSERT INTO pgboss.job (name, state, policy, singleton_on, start_after, created_on)
      SELECT 'sweep', (CASE second WHEN 3600 THEN 'created' ELSE 'completed' END)::pgboss.job_state, 'short',
        date_trunc('second', now() AT TIME ZONE 'UTC') + second * interval '1 second',
        now() + second * interval '1 second', now() + second * interval '1 second'
      FROM generate_series(2, 3600) AS second ON CONFLICT DO NOTHING`);
    const before = step.mock.calls.length;
    await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThanOrEqual(before + 4), SOON);
    expect(faults()).toEqual([]);
  });

  it('begin once there is a database', async () => {
    const proxy = await startPostgresProxy(database.connection);
    await proxy.cut();
    const step = vi.fn(async () => undefined);
    startJobs([every('sweep', step)], proxy.connection);
    await vi.waitFor(() => expect(logged).toHaveLength(1), SOON);
    expect(logged[0]).toMatchObject({ level: 40, msg: expect.stringContaining('cannot start') as string });
    await proxy.mend();
    await vi.waitFor(() => expect(step).toHaveBeenCalled(), SOON);
    await running.pop()?.stop();
    await proxy.cut();
  });

  it('take the schema that an operator has made', async () => {
    await database.query('CREATE SCHEMA pgboss');
    const step = vi.fn(async () => undefined);
    startJobs([every('sweep', step)]);
    await vi.waitFor(() => expect(step).toHaveBeenCalled(), SOON);
    expect(faults()).toEqual([]);
  });

  // Behind a pooler all sessions are its own.
  it.skipIf(inject('pooler'))('let go of the database when they stop', async () => {
    const step = vi.fn(async () => undefined);
    const jobs = startJobs([every('sweep', step)]);
    await vi.waitFor(() => expect(step).toHaveBeenCalled(), SOON);
    const connections = () =>
      database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tempshare jobs'`,
      );
    expect(await connections()).not.toEqual([]);
    await jobs.stop();
    await vi.waitFor(async () => expect(await connections()).toEqual([]), SOON);
  });

  it('finish the step that is under way at a stop, and begin no other', async () => {
    const finish = Promise.withResolvers<void>();
    const first = vi.fn(() => finish.promise);
    const second = vi.fn(async () => undefined);
    const jobs = startJobs([every('sweep', first, second)]);
    await vi.waitFor(() => expect(first).toHaveBeenCalledOnce(), SOON);
    const stopped = jobs.stop();
    finish.resolve();
    await stopped;
    expect((await slots()).map(({ state }) => state)).toContain('completed');
    expect(first).toHaveBeenCalledOnce();
    expect(second).not.toHaveBeenCalled();
  });

  it('stop while the database is away', async () => {
    const proxy = await startPostgresProxy(database.connection);
    const step = vi.fn(async () => undefined);
    const jobs = startJobs([every('sweep', step)], proxy.connection);
    await vi.waitFor(() => expect(step).toHaveBeenCalled(), SOON);
    await proxy.cut();
    await jobs.stop();
  });
});
