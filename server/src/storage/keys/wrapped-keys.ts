import type { ItemRef, KeyPart } from '../../crypto/item-vault.ts';
import type { LabelRow } from '../../crypto/label-index.ts';
import type { Table } from '../../domain/module.ts';
import type { Database, Db } from '../postgres/database.ts';
import { walkTable, workThrough } from '../table-walk.ts';

/** A column with data keys that the keyring wraps. */
export interface WrappedColumn {
  table: string;
  column: string;
  /** Part of the item, and SQL for its kind. Undefined if the key cannot be rewrapped. */
  item?: { kind: string; part: KeyPart };
  /** True if it seals a label, whose index depends on the same encryption key. */
  labels?: boolean;
  /** SQL expression for the end of a row, for keys that cannot be rewrapped. */
  until?: string;
}

export const wrappedColumnsOf = (tables: readonly (readonly [string, Table])[]): readonly WrappedColumn[] =>
  tables.flatMap(([table, declared]): WrappedColumn[] => {
    const { wrapsKeyOf, wrapsOwnerKey, wrapsOwnerKeyOf, wrapsKeysUntil: until, labelUnder } = declared;
    const column = 'wrapped_key';
    if (until !== undefined) return [{ table, column, until }];
    const under = (part: KeyPart, name: string, kind: string): WrappedColumn => ({
      ...{ table, column: name, item: { kind, part } },
      labels: labelUnder === part,
    });
    const kind = wrapsKeyOf && `'${wrapsKeyOf}'`;
    const ownerKind = wrapsOwnerKeyOf ?? (wrapsOwnerKey && kind);
    return [
      ...(kind ? [under('key', column, kind)] : []),
      ...(ownerKind ? [under('owner-key', `owner_${column}`, ownerKind)] : []),
    ];
  });

const keyId = ({ column }: WrappedColumn): string => `encode(substring(${column} FROM 1 FOR 4), 'hex')`;
const isWrapped = ({ column }: WrappedColumn): string => `${column} IS NOT NULL`;
const isUnderKeys = (source: WrappedColumn): string => `${isWrapped(source)} AND ${keyId(source)} = ANY ($1)`;

const isLive = ({ until }: WrappedColumn): string => (until === undefined ? 'true' : `${until} > now()`);

/** Searches all columns for a wrapping key. Reads whole tables if it is unused. */
export async function isKeyInUse(
  database: Database,
  columns: readonly WrappedColumn[],
  id: string,
): Promise<boolean> {
  for (const source of columns) {
    const where = `${isUnderKeys(source)} AND ${isLive(source)}`;
    const walk = { table: source.table, columns: '1', where, values: [[id]] };
    if ((await walkTable(database, walk, () => false)) !== undefined) return true;
  }
  return false;
}

export async function countByKey(
  database: Database,
  columns: readonly WrappedColumn[],
): Promise<{ table: string; keyId: string; count: number }[]> {
  const counts = new Map<string, { table: string; keyId: string; count: number }>();
  for (const source of columns) {
    const { table } = source;
    await walkTable<{ keyId: string; count: number }>(
      database,
      {
        table,
        columns: `${keyId(source)} AS "keyId", count(*)::int AS count`,
        where: `${isWrapped(source)} AND ${isLive(source)}`,
        groupBy: '1',
      },
      (rows) => {
        for (const { keyId: id, count } of rows) {
          const counted = counts.get(`${table} ${id}`) ?? { table, keyId: id, count: 0 };
          counts.set(`${table} ${id}`, { ...counted, count: counted.count + count });
        }
      },
    );
  }
  return [...counts.values()];
}

/** End of the last row under these keys that cannot be rewrapped; null if there is none. */
export async function lastExpiryUnder(
  database: Database,
  columns: readonly WrappedColumn[],
  keyIds: readonly string[],
): Promise<Date | null> {
  const ends: Date[] = [];
  for (const source of columns) {
    if (source.until === undefined) continue;
    const [row] = await database.query<{ last: Date | null }>(
      `SELECT max(${source.until}) AS last FROM ${source.table} WHERE ${isUnderKeys(source)} AND ${isLive(source)}`,
      [keyIds],
    );
    if (row?.last) ends.push(row.last);
  }
  return ends.reduce<Date | null>((latest, end) => (latest && latest > end ? latest : end), null);
}

/** Rewraps data keys under `from` and rebuilds label indexes, in resumable batches. @returns the number of rows */
export async function rewrapAll(
  database: Database,
  columns: readonly WrappedColumn[],
  { from, rewrap }: { from: readonly string[]; rewrap: Rewrap },
): Promise<number> {
  let count = 0;
  for (const source of columns) {
    if (source.item === undefined) continue;
    const walk = { table: source.table, columns: 'id', where: isUnderKeys(source), values: [from] };
    for (let done = -1; done !== 0; count += done) {
      done = await workThrough<{ id: string }>(database, walk, (rows) => {
        const ids = rows.map(({ id }) => id);
        return database.transaction((trx) => rewrapBatch(trx, source, { from, ids, rewrap }));
      });
    }
  }
  return count;
}

export interface Rewrap {
  key: (ref: ItemRef, part: KeyPart, wrapped: Buffer) => Buffer;
  index: (ref: ItemRef, part: KeyPart, row: LabelRow) => Buffer;
}

async function rewrapBatch(
  db: Db,
  source: WrappedColumn,
  { from, ids, rewrap }: { from: readonly string[]; ids: string[]; rewrap: Rewrap },
): Promise<number> {
  const { table, column } = source;
  const item = source.item!;
  const more = source.labels ? `, label, account_id AS "accountId"` : '';
  const rows = await db.query<ItemRef & { label: Buffer | null } & Omit<LabelRow, 'label'>>(
    `SELECT id, ${item.kind} AS kind, ${column} AS wrapped${more} FROM ${table} WHERE id = ANY ($2) AND ${isUnderKeys(source)} ORDER BY id FOR NO KEY UPDATE`,
    [from, ids],
  );
  const rewrapped = rows.map(({ id, kind, wrapped }) => rewrap.key({ kind, id }, item.part, wrapped));
  const indexes =
    source.labels &&
    rows.map(
      ({ id, kind, label, ...row }) => label && rewrap.index({ kind, id }, item.part, { ...row, label }),
    );
  await db.query(
    `UPDATE ${table} t SET ${column} = fresh.wrapped ${indexes ? ', label_index = fresh.index' : ''}
     FROM unnest($1::text[], $2::bytea[] ${indexes ? ', $3::bytea[]' : ''}) AS fresh (id, wrapped ${indexes ? ', index' : ''})
     WHERE t.id = fresh.id`,
    [rows.map(({ id }) => id), rewrapped, ...(indexes ? [indexes] : [])],
  );
  return rows.length;
}

/** Indexes labels of earlier versions, at most `limit` per table, if their key is known. @returns the number of rows */
export async function indexBatch(
  db: Db,
  source: WrappedColumn,
  { index, keyIds, limit }: Pick<Rewrap, 'index'> & { keyIds: readonly string[]; limit: number },
): Promise<number> {
  const { table, column } = source;
  const { kind: ofKind, part } = source.item!;
  return db.transaction(async (trx) => {
    const rows = await trx.query<ItemRef & LabelRow>(
      `SELECT id, ${ofKind} AS kind, ${column} AS wrapped, label, account_id AS "accountId" FROM ${table}
       WHERE label IS NOT NULL AND label_index IS NULL AND ${keyId(source)} = ANY ($2)
       ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
      [limit, keyIds],
    );
    await trx.query(
      `UPDATE ${table} t SET label_index = fresh.index FROM unnest($1::text[], $2::bytea[]) AS fresh (id, index)
       WHERE t.id = fresh.id`,
      [rows.map(({ id }) => id), rows.map(({ id, kind, ...row }) => index({ kind, id }, part, row))],
    );
    return rows.length;
  });
}
