import { inBatches } from '../jobs/batches.ts';
import type { Db } from './postgres/database.ts';

/**
 * Builds a step of recurring work that deletes the rows that meet a condition, in batches. Rows that others hold are left
 * for the next run.
 * @param table name, with an alias if the condition uses one
 * @param key primary key
 */
export function forget(
  table: string,
  key: readonly string[],
  where: string,
): (deps: { database: Db }) => Promise<void> {
  const keys = key.map((_, i) => `key_${i}`);
  const sql = `
    WITH due (${keys.join(', ')}) AS (SELECT ${key.join(', ')} FROM ${table} WHERE ${where} LIMIT $1 FOR UPDATE SKIP LOCKED)
    DELETE FROM ${table} USING due WHERE ${key.map((name, i) => `${name} = key_${i}`).join(' AND ')} RETURNING 1`;
  return async ({ database }) => {
    await inBatches(async (limit) => (await database.query(sql, [limit])).length);
  };
}
