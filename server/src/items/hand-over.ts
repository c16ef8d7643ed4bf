import { itemColumns, tablesOfKeys } from '../modules.ts';
import type { Database, Db } from '../storage/postgres/database.ts';
import { workThrough } from '../storage/table-walk.ts';

/** Gives all rows of some keys to another key, in resumable batches. @returns the number of rows */
export async function handOver(database: Database, from: readonly string[], to: string): Promise<number> {
  for (let moved = 0; ;) {
    let round = 0;
    for (const [table, bytes] of Object.entries(tablesOfKeys)) {
      round += await workThrough<{ id: string }>(
        database,
        { table, columns: 'id', where: 'api_key_id = ANY ($1)', values: [from] },
        (rows) => move(database, { table, bytes, ids: rows.map(({ id }) => id), from, to }),
      );
    }
    moved += round;
    if (round === 0) return moved;
  }
}

/** Moves the bytes between the counters of the keys in the same statement. */
async function move(
  db: Db,
  {
    table,
    bytes,
    ids,
    from,
    to,
  }: { table: string; bytes: string; ids: string[]; from: readonly string[]; to: string },
): Promise<number> {
  const item = itemColumns[table] ?? 'id';
  const rows = await db.query<{ count: number }>(
    `WITH taken AS (
       SELECT id, ${item} AS item, api_key_id AS owner FROM ${table}
       WHERE id = ANY ($3) AND api_key_id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
     ), moved AS (
       UPDATE ${table} t SET api_key_id = $2 FROM taken WHERE t.id = taken.id AND t.${item} = taken.item
       RETURNING taken.owner, coalesce(${bytes}, 0)::bigint AS bytes
     ), total AS (
       SELECT owner, count(*)::int AS count, sum(bytes)::bigint AS bytes FROM moved GROUP BY owner ORDER BY owner
     )
     SELECT count, CASE WHEN bytes > 0 THEN give_back(owner, bytes) IS NULL END,
       CASE WHEN bytes > 0 THEN charge($2, bytes) IS NULL END FROM total`,
    [from, to, ids],
  );
  return rows.reduce((sum, { count }) => sum + count, 0);
}
