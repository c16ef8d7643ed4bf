import type { ItemRef } from '../crypto/item-vault.ts';
import type { Db } from './database.ts';

/** The tables whose rows have a data key wrapped by the keyring, in `wrapped_key`, and what their rows are called there. */
export const WRAPPED_KEYS = {
  transfers: 'transfer',
  secrets: 'secret',
  requests: 'request',
  rooms: 'room',
  drops: 'drop',
  files: 'file',
  webhook_endpoints: 'webhook-endpoint',
} as const satisfies Record<string, ItemRef['kind']>;

type Table = keyof typeof WRAPPED_KEYS;
const TABLES = Object.keys(WRAPPED_KEYS) as Table[];

/** The id of the encryption key that a row is under. */
const KEY_ID = `encode(substring(wrapped_key FROM 1 FOR 4), 'hex')`;

const IN_USE = `SELECT ${TABLES.map(
  (table) => `EXISTS (SELECT FROM ${table} WHERE wrapped_key IS NOT NULL AND ${KEY_ID} = $1)`,
).join(' OR ')} AS used`;

/** Whether anything is under an encryption key. */
export async function isInUse(db: Db, keyId: string): Promise<boolean> {
  const [row] = await db.query<{ used: boolean }>(IN_USE, [keyId]);
  return row?.used === true;
}

const COUNT = TABLES.map(
  (table) => `SELECT '${table}' AS table, ${KEY_ID} AS "keyId", count(*)::int AS count
    FROM ${table} WHERE wrapped_key IS NOT NULL GROUP BY 2`,
).join(' UNION ALL ');

/** How many rows of which tables are under which encryption key. */
export async function countByKey(db: Db): Promise<{ table: Table; keyId: string; count: number }[]> {
  return db.query(COUNT);
}

const BATCH = 500;

/**
 * Wraps the data keys that are under `from` anew by `rewrap`, table by table, in batches that commit. What has been done
 * stays done when it breaks off, and the next call goes on.
 * @returns how many there were.
 */
export async function rewrapAll(
  db: Db,
  from: readonly string[],
  rewrap: (ref: ItemRef, wrapped: Buffer) => Buffer,
): Promise<number> {
  let count = 0;
  for (const table of TABLES) {
    let after = '';
    for (;;) {
      const ids = await db.transaction((trx) => rewrapBatch(trx, table, from, after, rewrap));
      count += ids.length;
      const last = ids.at(-1);
      if (last === undefined) break;
      after = last;
    }
  }
  return count;
}

async function rewrapBatch(
  db: Db,
  table: Table,
  from: readonly string[],
  after: string,
  rewrap: (ref: ItemRef, wrapped: Buffer) => Buffer,
): Promise<string[]> {
  const rows = await db.query<{ id: string; wrapped: Buffer }>(
    `SELECT id, wrapped_key AS wrapped FROM ${table}
     WHERE id > $1 AND wrapped_key IS NOT NULL AND ${KEY_ID} = ANY ($2) ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`,
    [after, from],
  );
  const kind = WRAPPED_KEYS[table];
  const fresh = rows.map(({ id, wrapped }) => rewrap({ kind, id }, wrapped));
  const ids = rows.map(({ id }) => id);
  await db.query(
    `UPDATE ${table} t SET wrapped_key = fresh.wrapped
     FROM unnest($1::text[], $2::bytea[]) AS fresh (id, wrapped) WHERE t.id = fresh.id`,
    [ids, fresh],
  );
  return ids;
}
