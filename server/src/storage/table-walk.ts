import type { Database } from './postgres/database.ts';

export interface TableWalk {
  table: string;
  columns: string;
  /** SQL condition, with `values` as `$1` and so on. */
  where: string;
  groupBy?: string;
  values?: readonly unknown[];
  /** First block. Default: 0. */
  from?: number;
}

/** Blocks per statement, usually 4 MiB. */
const BLOCKS = 512;

/** Disables all index scans, which would read the whole index for each range. */
const BY_BLOCK = `
  SELECT ${['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']
    .map((way) => `set_config('enable_${way}', 'off', true)`)
    .join(', ')}`;

/**
 * Scans a snapshot by ranges of blocks, so that no statement takes long.
 * @returns the next block if `onRows` returned false
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

const BATCH = 1_000;

/**
 * Processes all rows of a scan in batches, between its transactions. Rows that move meanwhile may be missed; repeat
 * until nothing was processed.
 * @param work returns the number of rows it processed
 * @returns the total
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
