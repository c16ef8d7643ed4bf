import type { Creation, Db } from './postgres/database.ts';

/** Ends the INSERT of an item. A unique violation would write the id, which is the link, to PostgreSQL's log. */
export const UNLESS_TAKEN = 'ON CONFLICT DO NOTHING';

/** SQL by constant CTEs, built once. */
const statements = new Map<string, string>();

/** Runs a creation together with more CTEs. False, with nothing written, if a name was taken. */
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
