import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createFirstKey } from '../../../server/src/features/accounts/api-key.ts';
import { carryOut } from '../../../server/src/http/idempotency/carry-out.ts';
import { Liveness } from '../../../server/src/storage/postgres/liveness.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import {
  openDatabase,
  OutcomeUnknownError,
  type Database,
  type Db,
} from '../../../server/src/storage/postgres/database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  database = openDatabase({ connection: testDatabase.connection, poolSize: 1 });
  await testDatabase.query('CREATE TABLE notes (text text)');
});
beforeEach(() => testDatabase.query('TRUNCATE notes').then(() => undefined));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const note = (db: Db, text: string): Promise<unknown> => db.query('INSERT INTO notes VALUES ($1)', [text]);
const noted = async (): Promise<string[]> =>
  (await testDatabase.query<{ text: string }>('SELECT text FROM notes')).map(({ text }) => text);

it('a plan that PostgreSQL has ended, as one of two that waited for each other, is carried out anew', async () => {
  let tries = 0;
  const transaction = async (db: Db): Promise<string> => {
    await note(db, `try ${++tries}`);
    if (tries === 1) await db.query('DO $$ BEGIN RAISE deadlock_detected; END $$');
    return 'done';
  };
  expect(await carryOut(database, { kind: 'transaction', transaction })).toBe('done');
  expect(await noted()).toEqual(['try 2']);
});

it('the first API key has been shown when it holds, and does not hold when it could not be', async () => {
  const migrated = await createTestDatabase();
  const db = openDatabase({ connection: migrated.connection, poolSize: 1 });
  const keys = () => migrated.query<{ hash: Buffer }>('SELECT hash FROM api_keys');
  const broken = createFirstKey(db, () => {
    throw new Error('nobody sees it');
  });
  await expect(broken).rejects.toThrow('nobody sees it');
  expect(await keys()).toEqual([]);
  const shown: string[] = [];
  await createFirstKey(db, (key) => void shown.push(key));
  expect(await keys()).toEqual(shown.map((key) => ({ hash: createHash('sha256').update(key).digest() })));
  await createFirstKey(db, (key) => void shown.push(key));
  expect(shown).toHaveLength(1);
  await db.close();
  await migrated.drop();
});

describe('a statement that comes too late', () => {
  it.each(['commit', 'rollback'] as const)('behind %s is refused as well', async (end) => {
    const trx = database.begin();
    await note(trx, 'in time');
    const ending = trx[end]();
    const late = setImmediate().then(() => note(trx, 'late'));
    await expect(late).rejects.toThrow('The transaction is over.');
    await ending;
    expect(await noted()).toEqual(end === 'commit' ? ['in time'] : []);
  });

  it('behind it is refused too when it had waited for its client, or when nothing came before', async () => {
    const trx = database.begin();
    await note(trx, 'one');
    const looking = trx.query('INSERT INTO notes VALUES ($1)', ['two'], {
      signal: new AbortController().signal,
    });
    looking.catch(() => undefined);
    await trx.rollback();
    await expect(looking).rejects.toThrow('The transaction is over.');

    const unused = database.begin();
    await unused.rollback();
    await expect(note(unused, 'three')).rejects.toThrow('The transaction is over.');
    expect(await database.query('SELECT text FROM notes')).toEqual([]);
  });
});

it('a transaction whose last statement has a value that cannot be sent changes nothing, and leaves no other one open', async () => {
  const one = openDatabase({ connection: testDatabase.connection, poolSize: 1 });
  const circular: { self?: object } = {};
  circular.self = circular;
  try {
    const trx = one.begin();
    await note(trx, 'before it');
    await expect(trx.commit({ sql: 'INSERT INTO notes VALUES ($1)', values: [circular] })).rejects.toThrow(
      TypeError,
    );
    await trx.rollback();
    await note(one, 'behind it');
    expect(await noted()).toEqual(['behind it']);
  } finally {
    await one.close();
  }
});

// A pooler keeps what it has prepared on its own connections.
it.skipIf(inject('pooler'))(
  'a statement whose rows have changed since it was prepared is refused once for each connection',
  async () => {
    const one = openDatabase({ connection: testDatabase.connection, poolSize: 1 });
    const look = (): Promise<object[]> => one.query('SELECT number FROM numbers');
    try {
      await testDatabase.query('CREATE TABLE numbers AS SELECT 1::int AS number');
      expect(await look()).toEqual([{ number: 1 }]);
      await testDatabase.query('ALTER TABLE numbers ALTER number TYPE text');
      // A connection that was silent for a second has to prove that it is alive, and a busy machine may be late with that.
      vi.spyOn(Liveness.prototype, 'isAlive').mockResolvedValueOnce(true);
      await expect(look()).rejects.toMatchObject({ code: '0A000' });
      expect(await look()).toEqual([{ number: '1' }]);
    } finally {
      vi.restoreAllMocks();
      await one.close();
      await testDatabase.query('DROP TABLE numbers');
    }
  },
);

it('a pool prepares its statements, however many another one has sent', async () => {
  const [many, other] = [0, 1].map(() => openDatabase({ connection: testDatabase.connection, poolSize: 1 }));
  const prepared = `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%pg_prepared_statements%'`;
  try {
    for (let i = 0; i < 510; i++) await many!.query(`SELECT ${i} AS number`);
    expect(await many!.query(prepared)).toEqual([]);
    expect(await other!.query(prepared)).toEqual([{ statement: prepared }]);
  } finally {
    await many!.close();
    await other!.close();
  }
});

it('a transaction that PostgreSQL refuses to begin fails, and says that its parts may have been carried out', async () => {
  const { prototype } = pg.Connection as unknown as {
    prototype: { query: (this: unknown, text: string) => void };
  };
  const { query } = prototype;
  const refusing = vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, text) {
    query.call(this, text === 'BEGIN' ? 'BEGUN' : text);
  });
  try {
    await expect(database.transaction((trx) => note(trx, 'one'))).rejects.toThrow(OutcomeUnknownError);
    await expect(database.begin().commit()).rejects.toThrow(OutcomeUnknownError);
  } finally {
    refusing.mockRestore();
  }
  await database.transaction((trx) => note(trx, 'two'));
  expect(await noted()).toContain('two');
});
