import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { OutcomeUnknownError } from '../src/storage/postgres/database-errors.ts';
import type { Pool } from '../src/storage/postgres/pool.ts';
import { beginTransaction } from '../src/storage/postgres/transaction.ts';

/** A pool that records what is sent; `fail` names messages that fail. */
function createPool(fail: Record<string, Error> = {}, command = 'COMMIT') {
  const sent: string[] = [];
  const result = <Result>(text: string, value: Result): Promise<Result> => {
    sent.push(text);
    return fail[text] ? Promise.reject(fail[text]) : Promise.resolve(value);
  };
  const pool = {
    acquire: vi.fn(async () => ({})),
    release: vi.fn(),
    prepare: (text: string) => ({ text }),
    send: (_: unknown, [{ text }]: [{ text: string }]) => result(text, [[{ text }]]),
    sendPlain: (_: unknown, { text }: { text: string }) => result(text, { rows: [], command }),
  };
  return { pool, sent, begin: () => beginTransaction(pool as unknown as Pool) };
}
const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

it('takes a connection with its first statement, and gives it back with its end', async () => {
  const { pool, sent, begin } = createPool();
  const trx = begin();
  expect(pool.acquire).not.toHaveBeenCalled();
  expect(await trx.query('INSERT 1')).toEqual([{ text: 'INSERT 1' }]);
  await trx.commit({ sql: 'INSERT 2', values: [] });
  expect(sent).toEqual(['BEGIN', 'INSERT 1', 'INSERT 2', 'COMMIT']);
  expect([pool.acquire.mock.calls.length, pool.release.mock.calls.length]).toEqual([1, 1]);
  await expect(trx.query('INSERT 3')).rejects.toThrow('The transaction is over.');
});

it('that was not used is rolled back without a connection', async () => {
  const { pool, sent, begin } = createPool();
  await begin().rollback();
  expect([sent, pool.acquire.mock.calls.length]).toEqual([[], 0]);
});

it('fails if PostgreSQL rolled back in place of the commit', async () => {
  const { begin, pool } = createPool({}, 'ROLLBACK');
  await expect(begin().commit({ sql: 'INSERT 1', values: [] })).rejects.toThrow('was rolled back');
  expect(pool.release).toHaveBeenCalledTimes(1);
});

it('has an unknown outcome if the connection breaks under its commit, and none before', async () => {
  const committing = createPool({ COMMIT: reset() });
  await expect(committing.begin().commit()).rejects.toBeInstanceOf(OutcomeUnknownError);
  const writing = createPool({ 'INSERT 1': reset() });
  await expect(writing.begin().query('INSERT 1')).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('whose BEGIN is refused may have carried its first statement out', async () => {
  const refusal = Object.assign(new pg.DatabaseError('no', 2, 'error'), { code: '25006' });
  const { begin } = createPool({ BEGIN: refusal });
  await expect(begin().query('INSERT 1')).rejects.toBeInstanceOf(OutcomeUnknownError);
});
