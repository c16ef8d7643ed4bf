import type { ItemRef } from '../crypto/item-vault.ts';
import type { Database, Db } from './database.ts';
import { walkTable, workThrough } from './table-walk.ts';

/**
 * The tables whose rows have a data key wrapped by the keyring, in `wrapped_key`, and what their rows are called there; or,
 * where it cannot be wrapped anew, an SQL expression for the time at which a row ends.
 */
export type WrappingTables = Readonly<Record<string, ItemRef['kind'] | { until: string }>>;

/** The id of the encryption key that a row is under. */
const KEY_ID = `encode(substring(wrapped_key FROM 1 FOR 4), 'hex')`;
const WRAPPED = 'wrapped_key IS NOT NULL';
const UNDER_ONE_OF = `${WRAPPED} AND ${KEY_ID} = ANY ($1)`;

/** Which rows of a table have not ended. */
const lasting = (as: WrappingTables[string]): string =>
  typeof as === 'string' ? 'true' : `${as.until} > now()`;

/** Whether anything is under an encryption key. Reads everything when nothing is. */
export async function isInUse(database: Database, tables: WrappingTables, keyId: string): Promise<boolean> {
  for (const [table, as] of Object.entries(tables)) {
    const where = `${UNDER_ONE_OF} AND ${lasting(as)}`;
    const walk = { table, columns: '1', where, values: [[keyId]] };
    if ((await walkTable(database, walk, () => false)) !== undefined) return true;
  }
  return false;
}

/** How many rows of which tables are under which encryption key. */
export async function countByKey(
  database: Database,
  tables: WrappingTables,
): Promise<{ table: string; keyId: string; count: number }[]> {
  const counts = new Map<string, { table: string; keyId: string; count: number }>();
  for (const [table, as] of Object.entries(tables)) {
    await walkTable<{ keyId: string; count: number }>(
      database,
      {
        table,
        columns: `${KEY_ID} AS "keyId", count(*)::int AS count`,
        where: `${WRAPPED} AND ${lasting(as)}`,
        groupBy: '1',
      },
      (rows) => {
        for (const { keyId, count } of rows) {
          const counted = counts.get(`${table} ${keyId}`) ?? { table, keyId, count: 0 };
          counts.set(`${table} ${keyId}`, { ...counted, count: counted.count + count });
        }
      },
    );
  }
  return [...counts.values()];
}

/** When the last of those ends that are under one of these keys and cannot be wrapped anew; null: there are none. */
export async function neededUntil(
  database: Database,
  tables: WrappingTables,
  keyIds: readonly string[],
): Promise<Date | null> {
  const ends: Date[] = [];
  for (const [table, as] of Object.entries(tables)) {
    if (typeof as === 'string') continue;
    const [row] = await database.query<{ last: Date | null }>(
      `SELECT max(${as.until}) AS last FROM ${table} WHERE ${UNDER_ONE_OF} AND ${lasting(as)}`,
      [keyIds],
    );
    if (row?.last) ends.push(row.last);
  }
  return ends.reduce<Date | null>((latest, end) => (latest && latest > end ? latest : end), null);
}

/**
 * Wraps the data keys that are under `from` anew by `rewrap`, where that can be, table by table, in batches that commit. What has been done
 * stays done when it breaks off, and the next call goes on.
 * @returns how many there were.
 */
export async function rewrapAll(
  database: Database,
  tables: WrappingTables,
  from: readonly string[],
  rewrap: (ref: ItemRef, wrapped: Buffer) => Buffer,
): Promise<number> {
  let count = 0;
  for (const [table, kind] of Object.entries(tables)) {
    if (typeof kind !== 'string') continue;
    const walk = { table, columns: 'id', where: UNDER_ONE_OF, values: [from] };
    for (let done = -1; done !== 0; count += done) {
      done = await workThrough<{ id: string }>(database, walk, (rows) => {
        const ids = rows.map(({ id }) => id);
        return database.transaction((trx) => rewrapBatch(trx, { table, kind, from, ids }, rewrap));
      });
    }
  }
  return count;
}

async function rewrapBatch(
  db: Db,
  {
    table,
    kind,
    from,
    ids,
  }: { table: string; kind: ItemRef['kind']; from: readonly string[]; ids: string[] },
  rewrap: (ref: ItemRef, wrapped: Buffer) => Buffer,
): Promise<number> {
  const rows = await db.query<{ id: string; wrapped: Buffer }>(
    `SELECT id, wrapped_key AS wrapped FROM ${table} WHERE id = ANY ($2) AND ${UNDER_ONE_OF} ORDER BY id FOR NO KEY UPDATE`,
    [from, ids],
  );
  const fresh = rows.map(({ id, wrapped }) => rewrap({ kind, id }, wrapped));
  await db.query(
    `UPDATE ${table} t SET wrapped_key = fresh.wrapped
     FROM unnest($1::text[], $2::bytea[]) AS fresh (id, wrapped) WHERE t.id = fresh.id`,
    [rows.map(({ id }) => id), fresh],
  );
  return rows.length;
}
