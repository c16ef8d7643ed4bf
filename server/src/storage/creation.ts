import type { Creation, Db } from './postgres/database.ts';

/**
 * What the insertion of an item ends with, before RETURNING: nothing is inserted when a name is taken. A unique violation would
 * have PostgreSQL write the id, which is the link, in its log.
 */
export const UNLESS_TAKEN = 'ON CONFLICT DO NOTHING';

/** The statements that are made of CTEs, which are constants: each is put together once. */
const statements = new Map<string, string>();

/** Makes something, and with it what more CTEs say. False when a name was taken: nothing is written then. */
export async function create(
  db: Db,
  { ctes, values, keyId }: Creation,
  more?: { cte: (parameter: (i: number) => string) => string; values: readonly unknown[] },
): Promise<boolean> {
  const name = more ? `+ ${ctes}` : ctes;
  let sql = statements.get(name);
  if (sql === undefined) {
    const also = more ? `, ${more.cte((i) => `$${values.length + i}`)}` : '';
    sql = `WITH ${ctes}${also} SELECT FROM created`;
    statements.set(name, sql);
  }
  const rows = await db.query(sql, more ? [...values, ...more.values] : values, {
    lockKey: keyId,
  });
  return rows.length > 0;
}
