import pino from 'pino';
import { describe, expect, inject, it, vi, type TestContext } from 'vitest';
import { Jobs, type Recurring } from '../../../server/src/jobs/jobs.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';

const SOON = { timeout: 60_000, interval: 20 };

const every = (name: string, ...steps: Recurring['steps']): Recurring => ({ name, everySeconds: 1, steps });

/** A step that counts how often it is begun. Vitest clears the counts of its own mocks before each test, also of those beside it. */
function counted(work: () => Promise<unknown> = async () => undefined) {
  const step = async (): Promise<void> => {
    step.calls++;
    await work();
  };
  step.calls = 0;
  return step;
}

/** Makes a database for one test, and what processes do on it with their jobs. */
async function begin({ onTestFinished }: TestContext) {
  const database = await createTestDatabase();
  const running: Jobs[] = [];
  const logged: { level: number; msg: string; error: { message: string } }[] = [];
  const stopAll = () => Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  onTestFinished(async () => {
    await stopAll();
    await database.drop();
  });
  return {
    database,
    logged,
    stopAll,
    /** Begins the jobs of one process. */
    startJobs: (recurring: Recurring[], connection = database.connection): Jobs => {
      const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
      const jobs = new Jobs({ connection, pooled: false, log, recurring });
      running.push(jobs);
      jobs.start();
      return jobs;
    },
    /** Returns errors. That the database is away, which a busy one may seem, is a warning. */
    faults: () => logged.filter(({ level }) => level > 40),
    slots: () =>
      database.query<{ slot: string; state: string }>(
        'SELECT singleton_on::text AS slot, state::text FROM pgboss.job ORDER BY 1',
      ),
  };
}

// Each waits for slots of a second, so they wait together.
describe.concurrent('recurring jobs', () => {
  it('are done once a slot, however many processes there are that begin at once', async (test) => {
    const { startJobs, faults, slots, stopAll } = await begin(test);
    let runs = 0;
    const job = every('count', async () => void runs++);
    for (let i = 0; i < 4; i++) startJobs([job]);
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(2), SOON);
    const done = (await slots()).filter(({ state }) => state === 'completed');
    expect(runs).toBeGreaterThanOrEqual(done.length);
    await stopAll();
    const taken = await slots();
    expect(new Set(taken.map(({ slot }) => slot)).size).toBe(taken.length);
    // A process that has taken a slot when it is told to stop does nothing in it.
    expect(runs).toBeLessThanOrEqual(taken.filter(({ state }) => state !== 'created').length);
    expect(faults()).toEqual([]);
  });

  it('go on elsewhere when a process never comes back with one', async (test) => {
    const { startJobs } = await begin(test);
    const end = Promise.withResolvers<void>();
    const hangs = counted(() => end.promise);
    startJobs([every('sweep', hangs)]);
    await vi.waitFor(() => expect(hangs.calls).toBe(1), SOON);
    const works = counted();
    startJobs([every('sweep', works)]);
    await vi.waitFor(() => expect(works.calls).toBeGreaterThanOrEqual(2), SOON);
    expect(hangs.calls).toBe(1);
    end.resolve();
  });

  it('do their other steps when one fails, log why, and try again at the next slot', async (test) => {
    const { startJobs, logged } = await begin(test);
    const fails = counted(() => Promise.reject(new Error('no luck')));
    const next = counted();
    startJobs([every('sweep', fails, next)]);
    await vi.waitFor(() => expect(fails.calls).toBeGreaterThanOrEqual(2), SOON);
    await vi.waitFor(() => expect(next.calls).toBeGreaterThanOrEqual(2), SOON);
    expect(logged[0]).toMatchObject({
      level: 50,
      msg: 'The job sweep failed.',
      error: { message: 'no luck' },
    });
  });

  it('do not wait for one another', async (test) => {
    const { startJobs } = await begin(test);
    const end = Promise.withResolvers<void>();
    const quick = counted();
    startJobs([every('slow', () => end.promise), every('quick', quick)]);
    await vi.waitFor(() => expect(quick.calls).toBeGreaterThanOrEqual(2), SOON);
    end.resolve();
  });

  it('wait for a database that is away, say so once, and go on when it is back', async (test) => {
    const { startJobs, faults, logged, database } = await begin(test);
    const proxy = await startPostgresProxy(database.connection);
    const step = counted();
    startJobs([every('sweep', step), every('clean-up', step)], proxy.connection);
    await vi.waitFor(() => expect(step.calls).toBeGreaterThanOrEqual(2), SOON);

    logged.length = 0;
    await proxy.cut();
    await vi.waitFor(() => expect(logged).toHaveLength(1), SOON);
    const before = step.calls;
    await proxy.mend();
    await vi.waitFor(() => expect(step.calls).toBeGreaterThanOrEqual(before + 2), SOON);
    expect(faults()).toEqual([]);
    await proxy.cut();
  });

  it('go on when the clock of the database was set back', async (test) => {
    const { startJobs, faults, database } = await begin(test);
    const step = counted();
    startJobs([every('sweep', step)]);
    await vi.waitFor(() => expect(step.calls).toBeGreaterThanOrEqual(2), SOON);
    // Rows as if it had been an hour later until now: its slots, and the job that waited for its turn.
    await database.query(`
      INSERT INTO pgboss.job (name, state, policy, singleton_on, start_after, created_on)
      SELECT 'sweep', (CASE second WHEN 3600 THEN 'created' ELSE 'completed' END)::pgboss.job_state, 'short',
        date_trunc('second', now() AT TIME ZONE 'UTC') + second * interval '1 second',
        now() + second * interval '1 second', now() + second * interval '1 second'
      FROM generate_series(2, 3600) AS second ON CONFLICT DO NOTHING`);
    const before = step.calls;
    await vi.waitFor(() => expect(step.calls).toBeGreaterThanOrEqual(before + 2), SOON);
    expect(faults()).toEqual([]);
  });

  it('begin once there is a database', async (test) => {
    const { startJobs, logged, database, stopAll } = await begin(test);
    const proxy = await startPostgresProxy(database.connection);
    await proxy.cut();
    const step = counted();
    startJobs([every('sweep', step)], proxy.connection);
    await vi.waitFor(() => expect(logged).toHaveLength(1), SOON);
    expect(logged[0]).toMatchObject({ level: 40, msg: expect.stringContaining('cannot start') as string });
    await proxy.mend();
    await vi.waitFor(() => expect(step.calls).toBeGreaterThan(0), SOON);
    await stopAll();
    await proxy.cut();
  });

  it('take the schema that an operator has made', async (test) => {
    const { startJobs, faults, database } = await begin(test);
    await database.query('CREATE SCHEMA pgboss');
    const step = counted();
    startJobs([every('sweep', step)]);
    await vi.waitFor(() => expect(step.calls).toBeGreaterThan(0), SOON);
    expect(faults()).toEqual([]);
  });

  // Behind a pooler all sessions are its own.
  it.skipIf(inject('pooler'))('let go of the database when they stop', async (test) => {
    const { startJobs, database } = await begin(test);
    const step = counted();
    const jobs = startJobs([every('sweep', step)]);
    await vi.waitFor(() => expect(step.calls).toBeGreaterThan(0), SOON);
    const connections = () =>
      database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tempshare jobs'`,
      );
    expect(await connections()).not.toEqual([]);
    await jobs.stop();
    await vi.waitFor(async () => expect(await connections()).toEqual([]), SOON);
  });

  it('finish the step that is under way at a stop, and begin no other', async (test) => {
    const { startJobs, slots } = await begin(test);
    const finish = Promise.withResolvers<void>();
    const first = counted(() => finish.promise);
    const second = counted();
    const jobs = startJobs([every('sweep', first, second)]);
    await vi.waitFor(() => expect(first.calls).toBe(1), SOON);
    const stopped = jobs.stop();
    finish.resolve();
    await stopped;
    expect((await slots()).map(({ state }) => state)).toContain('completed');
    expect(first.calls).toBe(1);
    expect(second.calls).toBe(0);
  });

  it('stop while the database is away', async (test) => {
    const { startJobs, database } = await begin(test);
    const proxy = await startPostgresProxy(database.connection);
    const step = counted();
    const jobs = startJobs([every('sweep', step)], proxy.connection);
    await vi.waitFor(() => expect(step.calls).toBeGreaterThan(0), SOON);
    await proxy.cut();
    await jobs.stop();
  });
});
