import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isUnavailable, OutcomeUnknownError } from '../../../server/src/storage/postgres/database-errors.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { startPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';

const COUNT = 20;
const COUNTERS = new Set(Array.from({ length: COUNT }, (_, i) => `${i + 1}`));
/** Nobody who sleeps is given up before the test is. */
const PATIENT = { responseMs: 120_000, session: { statement_timeout: '120s' } };
let testDatabase: TestDatabase;
let proxy: PostgresProxy;
let database: Database;
let other: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  other = openDatabase({ connection: testDatabase.connection, poolSize: 10 });
  await testDatabase.query(
    'CREATE TABLE notes (text text PRIMARY KEY CHECK (text NOT LIKE $$%!$$), xid xid8 DEFAULT pg_current_xact_id())',
  );
  await testDatabase.query('CREATE TABLE counters (name text PRIMARY KEY, count int NOT NULL DEFAULT 0)');
  await testDatabase.query('INSERT INTO counters SELECT generate_series(1, 20)::text');
  await testDatabase.query('CREATE TABLE naps (name text PRIMARY KEY)');
  await testDatabase.query(`CREATE FUNCTION nap(who text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
    WHILE EXISTS (SELECT FROM naps WHERE name = who) LOOP PERFORM pg_sleep(0.01); END LOOP;
    RETURN who;
  END $$`);
});
beforeEach(async () => {
  await testDatabase.query('TRUNCATE notes');
  proxy = await startPostgresProxy(testDatabase.connection);
  database = openDatabase({ connection: proxy.connection, poolSize: 10, ...PATIENT });
});
afterEach(async () => {
  await wake();
  await database.close();
  await proxy.cut();
});
afterAll(async () => {
  await other.close();
  await testDatabase.drop();
});

const note = (text: string, signal?: AbortSignal): Promise<unknown> =>
  database.query('INSERT INTO notes VALUES ($1)', [text], { signal, lockKey: text });
const many = <Value>(make: (name: string) => Promise<Value>): Promise<PromiseSettledResult<Value>[]> =>
  Promise.allSettled(Array.from({ length: COUNT }, (_, i) => make(`${i + 1}`)));
const count = (on: Database, name: string): Promise<unknown> =>
  on.query('UPDATE counters SET count = count + 1 WHERE name = $1', [name], { lockKey: name });
const noted = async (): Promise<{ text: string; xid: string }[]> =>
  testDatabase.query('SELECT text, xid::text FROM notes');
/** Has `nap` with this name last until all are woken. */
const sendToSleep = (name: string): Promise<unknown> =>
  testDatabase.query('INSERT INTO naps VALUES ($1)', [name]);
const wake = (): Promise<unknown> => testDatabase.query('DELETE FROM naps');
const noteAsleep = (name: string, who = name): Promise<unknown> =>
  database.query('INSERT INTO notes SELECT $1 FROM nap($2)', [name, who], { lockKey: name });
const sleeping = (what: string): Promise<object[]> =>
  testDatabase.query(`SELECT ${what} FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`);
const reasons = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));

/** Has something be done when the note 7 is committed, until the result is called. */
async function atCommit(what: string): Promise<() => Promise<unknown>> {
  await testDatabase.query(
    `CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${what}; RETURN NULL; END $$`,
  );
  await testDatabase.query(
    `CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW WHEN (NEW.text = '7') EXECUTE FUNCTION at_commit()`,
  );
  return () => testDatabase.query('DROP FUNCTION at_commit CASCADE');
}

/** Collects the counters that each batch names, until the test is over. */
function sentBatches(): string[][] {
  const { prototype } = pg.Connection as unknown as {
    prototype: { bind: (bound: { values?: string[] }) => void; sync: () => void };
  };
  const batches: string[][] = [];
  const given = new Map<unknown, string[]>();
  const { bind, sync } = prototype;
  prototype.bind = function (this: typeof prototype, bound) {
    given.set(this, [...(given.get(this) ?? []), ...(bound.values ?? [])]);
    bind.call(this, bound);
  };
  prototype.sync = function (this: typeof prototype) {
    const names = given.get(this) ?? [];
    // Servers that other tests have left in this process send batches, too.
    if (names.every((name) => COUNTERS.has(name))) batches.push(names);
    given.delete(this);
    sync.call(this);
  };
  onTestFinished(() => void Object.assign(prototype, { bind, sync }));
  return batches;
}

describe('changes that arrive together', () => {
  it('are committed together, and one alone at once', async () => {
    expect(reasons(await many(note))).toEqual([]);
    const together = new Set((await noted()).map(({ xid }) => xid));
    expect(together.size).toBeGreaterThan(0);
    expect(together.size).toBeLessThanOrEqual(4);
    await note('alone');
    expect(await noted()).toHaveLength(COUNT + 1);
  });

  const unsendable = {
    toPostgres() {
      throw new Error('no text for it');
    },
  };
  it.each<[string, unknown, () => Promise<unknown>]>([
    ['is refused', expect.objectContaining({ code: '23514' }), () => note('7!')],
    [
      'PostgreSQL cannot prepare',
      expect.objectContaining({ code: '42703' }),
      () => database.query('INSERT INTO notes (missing) VALUES ($1)', ['7'], { lockKey: '7' }),
    ],
    [
      'has a value that cannot be sent',
      new Error('no text for it'),
      () => database.query('INSERT INTO notes VALUES ($1)', [unsendable], { lockKey: '7' }),
    ],
  ])(
    'are all carried out but for the one that %s, which alone gets its error',
    async (_what, error, fail) => {
      const outcomes = await many((name) => (name === '7' ? fail() : note(name)));
      expect(reasons(outcomes)).toEqual([error]);
      expect(outcomes[6]?.status).toBe('rejected');
      expect(await noted()).toHaveLength(COUNT - 1);
    },
  );

  it('are all carried out but for the one that fails when it is committed', async () => {
    const mend = await atCommit("RAISE EXCEPTION 'not seven' USING ERRCODE = 'TS777'");
    const outcomes = await many(note).finally(mend);
    expect(reasons(outcomes)).toEqual([expect.objectContaining({ code: 'TS777' })]);
    expect(outcomes[6]?.status).toBe('rejected');
    expect(await noted()).toHaveLength(COUNT - 1);
  });

  it('may each have been carried out when their connection ends while they are committed', async () => {
    const mend = await atCommit('PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1)');
    const outcomes = await many(note).finally(mend);
    const lost = reasons(outcomes);
    expect(lost.length).toBeGreaterThan(1);
    expect(lost.filter((reason) => !(reason instanceof OutcomeUnknownError))).toEqual([]);
    expect(await noted()).toHaveLength(COUNT - lost.length);
  });

  it('are committed, and the rows of others are read, when the row of one cannot be', async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'getTypeParser').mockReturnValue((text: string) => {
      if (text === '7') throw new SyntaxError('unreadable');
      return text;
    });
    onTestFinished(() => spy.mockRestore());
    const insert = 'INSERT INTO notes VALUES ($1) RETURNING text';
    const outcomes = await many((name) => database.query(insert, [name], { lockKey: name }));
    expect(reasons(outcomes)).toEqual([expect.any(OutcomeUnknownError)]);
    expect(outcomes[7]).toEqual({ status: 'fulfilled', value: [{ text: '8' }] });
    expect(await noted()).toHaveLength(COUNT);
  });

  it('leave a connection as they found it', async () => {
    const one = openDatabase({ connection: testDatabase.connection, poolSize: 1 });
    const timeout = (): Promise<unknown> => one.query('SHOW lock_timeout');
    try {
      const before = await timeout();
      await many((name) => one.query('INSERT INTO notes VALUES ($1)', [name], { lockKey: name }));
      expect(await timeout()).toEqual(before);
    } finally {
      await one.close();
    }
  });

  it('are sent without those of clients that have gone', async () => {
    const gone = new AbortController();
    const outcomes = many((name) => note(name, name === '7' ? gone.signal : undefined));
    gone.abort(new Error('gone'));
    expect(reasons(await outcomes)).toEqual([new Error('gone')]);
    expect((await noted()).map(({ text }) => text)).not.toContain('7');
  });

  it('wait for no row that one of them waits for', async () => {
    const holder = other.begin();
    await holder.query("UPDATE counters SET count = 0 WHERE name = '7'");
    const waiting: string[] = [];
    const outcomes = many(async (name) => {
      waiting.push(name);
      await count(database, name);
      waiting.splice(waiting.indexOf(name), 1);
    });
    await expect.poll(() => waiting).toEqual(['7']);
    await holder.commit();
    expect(reasons(await outcomes)).toEqual([]);
  });

  it('never wait for each other, in whichever order they come to two servers', async () => {
    await testDatabase.query('UPDATE counters SET count = 0');
    const rounds = 5;
    const batches = sentBatches();
    for (let i = 0; i < rounds; i++) {
      const [here, there] = await Promise.all([
        many((name) => count(database, name)),
        many((name) => count(other, `${COUNT + 1 - Number(name)}`)),
      ]);
      expect(reasons([...here, ...there])).toEqual([]);
    }
    const counted = await testDatabase.query<{ count: number }>('SELECT count FROM counters');
    expect(counted.map((counter) => counter.count)).toEqual(Array.from({ length: COUNT }, () => 2 * rounds));
    const several = batches.filter(({ length }) => length > 1);
    expect(several.length).toBeGreaterThan(rounds);
    expect(several).toEqual(several.map((names) => names.toSorted()));
  });

  it('are carried out for themselves when PostgreSQL ends their connection', async () => {
    await sendToSleep('7');
    const outcomes = many((name) => noteAsleep(name));
    await expect.poll(() => sleeping('pg_terminate_backend(pid)')).toHaveLength(1);
    await wake();
    expect(reasons(await outcomes)).toEqual([]);
    expect(await noted()).toHaveLength(COUNT);
  });

  it('may each have been carried out when the way to PostgreSQL breaks', async () => {
    await sendToSleep('1');
    const outcomes = many((name) => noteAsleep(name));
    await expect.poll(() => sleeping('pid')).toHaveLength(1);
    await proxy.cut();
    const lost = reasons(await outcomes);
    expect(lost.filter((reason) => reason instanceof OutcomeUnknownError).length).toBeGreaterThan(1);
    // Others may not have been sent at all.
    expect(lost.filter((reason) => !isUnavailable(reason))).toEqual([]);
    await proxy.mend();
    // That an idle connection is over may be noticed a moment later.
    await expect.poll(() => database.query('SELECT').catch(() => undefined)).toHaveLength(1);
    await note('behind it');
    expect((await noted()).map(({ text }) => text)).toContain('behind it');
  });
});

it('statements wait no longer than a second for a connection that is being made to nowhere', async () => {
  proxy.swallow();
  const sent = [note('first')];
  // The others come when the way is open again, and the first connection still leads nowhere.
  await expect.poll(() => proxy.connections()).toBe(1);
  proxy.relent();
  sent.push(note('second'));
  await Promise.all(sent);
  expect(await noted()).toHaveLength(2);
});

describe('what is looked up for a list', () => {
  const lookUp = (name: string, statement = 'SELECT $1 AS name'): Promise<object[][]> =>
    database.lookUp({
      lockKey: name,
      statements: [
        { sql: statement, values: [name] },
        {
          sql: "SELECT current_setting('enable_sort') AS setting, now()::text || pg_backend_pid() AS began",
          values: [],
        },
      ],
    });

  it('fails for itself', async () => {
    const outcomes = await many((name) => lookUp(name, 'SELECT 70 / (7 - $1::int) AS n'));
    expect(reasons(outcomes)).toEqual([expect.objectContaining({ code: '22012' })]);
    expect(outcomes[6]?.status).toBe('rejected');
    expect(outcomes[1]).toMatchObject({ value: [[{ n: 14 }], [{ setting: 'off' }]] });
  });

  it('leaves no setting behind', async () => {
    const one = openDatabase({ connection: testDatabase.connection, poolSize: 1 });
    const setting = (on: Pick<Database, 'query'>): Promise<unknown> =>
      on.query("SELECT current_setting('enable_sort') AS setting");
    const statements = [{ sql: "SELECT current_setting('enable_sort') AS setting", values: [] }];
    try {
      expect(await one.lookUp({ lockKey: '', statements })).toEqual([[{ setting: 'off' }]]);
      expect(await setting(one)).toEqual([{ setting: 'on' }]);
      await one.transaction((trx) => trx.lookUp({ lockKey: '', statements }));
      expect(await setting(one)).toEqual([{ setting: 'on' }]);
    } finally {
      await one.close();
    }
  });
});

describe('lookups that arrive together', () => {
  it('have nothing to do with each other', async () => {
    const outcomes = await many((name) =>
      database.query<{ n: number }>('SELECT 70 / (7 - $1::int) AS n', [name], { lockKey: name }),
    );
    expect(reasons(outcomes)).toEqual([expect.objectContaining({ code: '22012' })]);
    expect(outcomes[6]?.status).toBe('rejected');
    expect(outcomes[1]).toEqual({ status: 'fulfilled', value: [{ n: 14 }] });
  });

  it('get their own errors when the first, which was to prepare the others, is refused', async () => {
    const outcomes = await many((name) =>
      database.query('SELECT missing FROM notes WHERE text = $1', [name], { lockKey: name }),
    );
    expect(reasons(outcomes)).toEqual(Array(COUNT).fill(expect.objectContaining({ code: '42703' })));
  });
});
