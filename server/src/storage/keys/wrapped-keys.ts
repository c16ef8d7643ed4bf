import type { ItemRef, KeyPart } from '../../crypto/item-vault.ts';
import type { LabelRow } from '../../crypto/label-index.ts';
import type { Table } from '../../domain/module.ts';
import type { Database, Db } from '../postgres/database.ts';
import { walkTable, workThrough } from '../table-walk.ts';

/** A column with data keys that the keyring wraps. */
export interface WrappedColumn {
  table: string;
  column: string;
  /** SQL for the kind of a row's item, and the part that the key is; undefined where the key cannot be wrapped anew. */
  as?: { kind: string; part: KeyPart };
  /** A label is sealed under it, whose index comes from the same encryption key. */
  labels?: boolean;
  /** An SQL expression for the time at which a row ends, for keys that cannot be wrapped anew. */
  until?: string;
}

/** The columns with wrapped keys of some tables, as the modules declare them that own these. */
export const wrappedColumnsOf = (tables: readonly (readonly [string, Table])[]): readonly WrappedColumn[] =>
  tables.flatMap(([table, declared]): WrappedColumn[] => {
    const { wrapsKeyOf, wrapsOwnerKey, wrapsOwnerKeyOf, wrapsKeysUntil: until, labelUnder } = declared;
    const column = 'wrapped_key';
    if (until !== undefined) return [{ table, column, until }];
    const under = (part: KeyPart, name: string, kind: string): WrappedColumn => ({
      ...{ table, column: name, as: { kind, part } },
      labels: labelUnder === part,
    });
    const kind = wrapsKeyOf && `'${wrapsKeyOf}'`;
    const ownerKind = wrapsOwnerKeyOf ?? (wrapsOwnerKey && kind);
    return [
      ...(kind ? [under('key', column, kind)] : []),
      ...(ownerKind ? [under('owner-key', `owner_${column}`, ownerKind)] : []),
    ];
  });

/** The id of the encryption key that a row is under. */
const keyId = ({ column }: WrappedColumn): string => `encode(substring(${column} FROM 1 FOR 4), 'hex')`;
const isWrapped = ({ column }: WrappedColumn): string => `${column} IS NOT NULL`;
const isUnderOneOf = (of: WrappedColumn): string => `${isWrapped(of)} AND ${keyId(of)} = ANY ($1)`;

/** Which rows of a table have not ended. */
const lasting = ({ until }: WrappedColumn): string => (until === undefined ? 'true' : `${until} > now()`);

/** Whether anything is under an encryption key. Reads everything when nothing is. */
export async function isInUse(
  database: Database,
  columns: readonly WrappedColumn[],
  id: string,
): Promise<boolean> {
  for (const of of columns) {
    const where = `${isUnderOneOf(of)} AND ${lasting(of)}`;
    const walk = { table: of.table, columns: '1', where, values: [[id]] };
    if ((await walkTable(database, walk, () => false)) !== undefined) return true;
  }
  return false;
}

/** How many rows of which tables are under which encryption key. */
export async function countByKey(
  database: Database,
  columns: readonly WrappedColumn[],
): Promise<{ table: string; keyId: string; count: number }[]> {
  const counts = new Map<string, { table: string; keyId: string; count: number }>();
  for (const of of columns) {
    const { table } = of;
    await walkTable<{ keyId: string; count: number }>(
      database,
      {
        table,
        columns: `${keyId(of)} AS "keyId", count(*)::int AS count`,
        where: `${isWrapped(of)} AND ${lasting(of)}`,
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

/** When the last of those ends that are under one of these keys and cannot be wrapped anew; null: there are none. */
export async function neededUntil(
  database: Database,
  columns: readonly WrappedColumn[],
  keyIds: readonly string[],
): Promise<Date | null> {
  const ends: Date[] = [];
  for (const of of columns) {
    if (of.until === undefined) continue;
    const [row] = await database.query<{ last: Date | null }>(
      `SELECT max(${of.until}) AS last FROM ${of.table} WHERE ${isUnderOneOf(of)} AND ${lasting(of)}`,
      [keyIds],
    );
    if (row?.last) ends.push(row.last);
  }
  return ends.reduce<Date | null>((latest, end) => (latest && latest > end ? latest : end), null);
}

/**
 * Wraps the data keys that are under `from` anew by `rewrap`, where that can be, column by column, in batches that commit.
 * The index of a label comes along. What
 * has been done stays done when it breaks off, and the next call goes on.
 * @returns how many there were.
 */
export async function rewrapAll(
  database: Database,
  columns: readonly WrappedColumn[],
  { from, rewrap }: { from: readonly string[]; rewrap: Rewrap },
): Promise<number> {
  let count = 0;
  for (const of of columns) {
    if (of.as === undefined) continue;
    const walk = { table: of.table, columns: 'id', where: isUnderOneOf(of), values: [from] };
    for (let done = -1; done !== 0; count += done) {
      done = await workThrough<{ id: string }>(database, walk, (rows) => {
        const ids = rows.map(({ id }) => id);
        return database.transaction((trx) => rewrapBatch(trx, of, { from, ids, rewrap }));
      });
    }
  }
  return count;
}

/** The parts of a row that come under another encryption key. */
export interface Rewrap {
  /** Wraps a data key anew, which is a part of an item. */
  key: (ref: ItemRef, part: KeyPart, wrapped: Buffer) => Buffer;
  /** Makes the index of a label anew. */
  index: (ref: ItemRef, part: KeyPart, row: LabelRow) => Buffer;
}

async function rewrapBatch(
  db: Db,
  of: WrappedColumn,
  { from, ids, rewrap }: { from: readonly string[]; ids: string[]; rewrap: Rewrap },
): Promise<number> {
  const { table, column } = of;
  const as = of.as!;
  const more = of.labels ? `, label, account_id AS "accountId"` : '';
  const rows = await db.query<ItemRef & { label: Buffer | null } & Omit<LabelRow, 'label'>>(
    `SELECT id, ${as.kind} AS kind, ${column} AS wrapped${more} FROM ${table} WHERE id = ANY ($2) AND ${isUnderOneOf(of)} ORDER BY id FOR NO KEY UPDATE`,
    [from, ids],
  );
  const fresh = rows.map(({ id, kind, wrapped }) => rewrap.key({ kind, id }, as.part, wrapped));
  const indexes =
    of.labels &&
    rows.map(
      ({ id, kind, label, ...row }) => label && rewrap.index({ kind, id }, as.part, { ...row, label }),
    );
  await db.query(
    `UPDATE ${table} t SET ${column} = fresh.wrapped ${indexes ? ', label_index = fresh.index' : ''}
     FROM unnest($1::text[], $2::bytea[] ${indexes ? ', $3::bytea[]' : ''}) AS fresh (id, wrapped ${indexes ? ', index' : ''})
     WHERE t.id = fresh.id`,
    [rows.map(({ id }) => id), fresh, ...(indexes ? [indexes] : [])],
  );
  return rows.length;
}

/**
 * Indexes the labels that servers of an earlier version have stored, at most `limit` of a table. Those under other encryption
 * keys than these are left for a server that has their key.
 * @returns how many there were.
 */
export async function indexBatch(
  db: Db,
  of: WrappedColumn,
  { index, keyIds, limit }: Pick<Rewrap, 'index'> & { keyIds: readonly string[]; limit: number },
): Promise<number> {
  const { table, column } = of;
  const { kind: ofKind, part } = of.as!;
  return db.transaction(async (trx) => {
    const rows = await trx.query<ItemRef & LabelRow>(
      `SELECT id, ${ofKind} AS kind, ${column} AS wrapped, label, account_id AS "accountId" FROM ${table}
       WHERE label IS NOT NULL AND label_index IS NULL AND ${keyId(of)} = ANY ($2)
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
