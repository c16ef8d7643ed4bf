/** A router of statements to one of several databases, by the item they name. */
import { crc32 } from 'node:zlib';
import {
  lookUpIn,
  type Database,
  type Db,
  type QueryOptions,
  type Transaction,
} from '../../../server/src/storage/postgres/database.ts';
import { countingTables } from '../../../server/src/modules.ts';
import { judge, type Verdict } from './rule.ts';
import { placeOf } from './tables.ts';

/** Which of several databases the item with an id is on: as even as CRC-32. */
export const shardOf = (itemId: string, shards: number): number => crc32(itemId) % shards;

/** A statement that the rule lets nobody route. */
class NowhereError extends Error {
  override readonly name = 'NowhereError';
}

/** Statements about items that each database got. */
export interface Traffic {
  named: number[];
  crossing: number;
}

type Send = <Row extends object>(
  shard: number,
  sql: string,
  values?: readonly unknown[],
  options?: QueryOptions,
) => Promise<Row[]>;

type Rows = { count?: number; id?: string; createdAt?: Date; completedAt?: Date }[];

/** The response of a list from several databases: the sum of their totals, and the newest of their pages. */
function merge(rows: Rows, limit: unknown): Rows {
  if (rows.length === 0) return [];
  if (rows.every((row) => Object.keys(row).join() === 'count'))
    return [{ count: rows.reduce((sum, { count = 0 }) => sum + count, 0) }];
  const time = ({ createdAt, completedAt }: Rows[0]): number => Number(completedAt ?? createdAt);
  if (!rows.every((row) => row.id !== undefined && time(row) > 0)) return rows;
  return rows
    .toSorted((a, b) => time(b) - time(a) || (a.id! < b.id! ? 1 : -1))
    .slice(0, typeof limit === 'number' ? limit : undefined);
}

/**
 * Several databases as one. What is about an item goes to the one that has it; what is of no item is the same on all, and read
 * from the first; what crosses items runs on each by itself, and its rows are put together.
 */
export function spread(shards: readonly Database[], traffic: Traffic): Database {
  const [home] = shards as [Database];
  const all = shards.map((_, shard) => shard);

  const targets = (sql: string, values: readonly unknown[], verdict: Verdict): number[] => {
    const { parameter, isOfItems, isLocal, writes } = verdict;
    if (parameter !== undefined) {
      const shard = shardOf(String(values[parameter - 1]), shards.length);
      traffic.named[shard] = (traffic.named[shard] ?? 0) + 1;
      return [shard];
    }
    if (!isOfItems)
      return writes.some((table) => placeOf.get(table) === null && !countingTables.has(table)) ? all : [0];
    if (!isLocal) throw new NowhereError(sql);
    traffic.crossing++;
    return all;
  };

  const route = async <Row extends object>(
    send: Send,
    sql: string,
    values: readonly unknown[] = [],
    options?: QueryOptions,
  ): Promise<Row[]> => {
    const verdict = judge(sql);
    const rows = await Promise.all(
      targets(sql, values, verdict).map((shard) => send<Row>(shard, sql, values, options)),
    );
    if (rows.length === 1 || !verdict.isOfItems) return rows[0] as Row[];
    return merge(rows.flat(), values[1]) as Row[];
  };

  const on = (send: Send, transaction: Db['transaction']): Db => ({
    query: (sql, values, options) => route(send, sql, values, options),
    lookUp: (lookup) => transaction((trx) => lookUpIn(trx, lookup)),
    build: (builder) => home.build((knex) => builder(knex)),
    transaction,
  });

  /** Begins on a database when its first statement comes. One transaction writes on one of them. */
  const begin = (): Transaction => {
    const open = new Map<number, Transaction>();
    const written = new Set<number>();
    const send: Send = (shard, sql, values, options) => {
      const { isOfItems, writes } = judge(sql);
      if (isOfItems && writes.length > 0) written.add(shard);
      if (written.size > 1) throw new NowhereError(`in one transaction: ${sql}`);
      const trx = open.get(shard) ?? (shards[shard] as Database).begin();
      open.set(shard, trx);
      return trx.query(sql, values, options);
    };
    const trx: Transaction = {
      ...on(send, (work) => work(trx)),
      async commit(last) {
        if (last) await trx.query(last.sql, last.values);
        await Promise.all([...open.values()].map((each) => each.commit()));
      },
      rollback: async () => void (await Promise.all([...open.values()].map((each) => each.rollback()))),
    };
    return trx;
  };

  return {
    ...on(
      (shard, sql, values, options) => (shards[shard] as Database).query(sql, values, options),
      async (work) => {
        const trx = begin();
        try {
          const result = await work(trx);
          await trx.commit();
          return result;
        } catch (error) {
          await trx.rollback();
          throw error;
        }
      },
    ),
    begin,
    ping: async () => void (await Promise.all(shards.map((shard) => shard.ping()))),
    renewConnections: () => shards.forEach((shard) => shard.renewConnections()),
    connections: () => (shards[0] as Database).connections(),
    close: async () => void (await Promise.all(shards.map((shard) => shard.close()))),
  };
}
