import type { Db } from '../storage/postgres/database.ts';

/** A deleted container, in which something may be left. */
type Container = 'drop' | 'room';

/** The statement, or CTE, that leaves word that what was in the containers of `from` is to be wiped. */
export const leaveToWipe = (container: Container, from: string): string =>
  `INSERT INTO wipes (kind, id) SELECT '${container}', id FROM ${from}`;

/** The deleted containers of which something may be left, the first deleted first. */
export async function findWipes(db: Db, container: Container): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM wipes WHERE kind = $1 ORDER BY created_at LIMIT 1000',
    [container],
  );
  return rows.map(({ id }) => id);
}

/**
 * Forgets a deleted container of which nothing is left; what another process is wiping counts as left.
 * @param left SQL for the content of the container `$2`, from its table on.
 */
export async function endWipe(
  db: Db,
  { container, id, left }: { container: Container; id: string; left: string },
): Promise<void> {
  await db.query(`DELETE FROM wipes WHERE kind = $1 AND id = $2 AND NOT EXISTS (SELECT FROM ${left})`, [
    container,
    id,
  ]);
}
