import type { Database } from './postgres/database.ts';

/** What is read of every part of a table. */
export interface TableWalk {
  table: string;
  columns: string;
  /** Which rows; `$1` and so on stand for `values`. */
  where: string;
  groupBy?: string;
  values?: readonly unknown[];
  /** First block. Default: 0. */
  from?: number;
}

/** How much one statement reads: 4 MiB, as blocks usually are. */
const BLOCKS = 512;

/** Whatever the planner believes of an index, it would look through all of it for every part. */
const BY_BLOCK = `
  SELECT ${['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']
    .map((way) => `set_config('enable_${way}', 'off', true)`)
    .join(', ')}`;

/**
 * Reads a table as it is at one moment, block after block. It takes no index, and no statement takes long, however much
 * there is. `onRows` gets what a part has, and ends the walk with false; it must not wait, since the transaction would.
 * @returns the block to go on from, or undefined at the end.
 */
export function walkTable<Row extends object>(
  database: Database,
  walk: TableWalk,
  onRows: (rows: Row[]) => boolean | void,
): Promise<number | undefined> {
  const { table, columns, where, groupBy, values = [], from = 0 } = walk;
  const [first, end] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const sql = `SELECT ${columns} FROM ${table}
    WHERE ctid >= ${first}::tid AND ctid < ${end}::tid AND ${where} ${groupBy ? `GROUP BY ${groupBy}` : ''}`;
  return database.transaction(async (trx) => {
    await trx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await trx.query(BY_BLOCK);
    const [{ blocks }] = (await trx.query(
      `SELECT (pg_relation_size('${table}') / current_setting('block_size')::int)::int AS blocks`,
    )) as [{ blocks: number }];
    for (let block = from; block < blocks; block += BLOCKS) {
      const rows = await trx.query<Row>(sql, [...values, `(${block},0)`, `(${block + BLOCKS},0)`]);
      if (rows.length > 0 && onRows(rows) === false) return block + BLOCKS;
    }
    return undefined;
  });
}

/** How many rows are taken before something is done with them. */
const BATCH = 1_000;

/**
 * Does something with all rows of a walk, some at a time and between its transactions. Rows that are moved meanwhile may
 * be missed, and are found by the next call: when nothing was done, there was nothing at the moment it began.
 * @param work does it, and says with how many rows it was done.
 * @returns with how many.
 */
export async function workThrough<Row extends object>(
  database: Database,
  walk: TableWalk,
  work: (rows: Row[]) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (let from: number | undefined = 0; from !== undefined;) {
    const rows: Row[] = [];
    from = await walkTable<Row>(database, { ...walk, from }, (some) => {
      rows.push(...some);
      return rows.length < BATCH;
    });
    for (let i = 0; i < rows.length; i += BATCH) done += await work(rows.slice(i, i + BATCH));
  }
  return done;
}
