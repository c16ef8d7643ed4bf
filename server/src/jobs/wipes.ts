import type { Db } from '../storage/postgres/database.ts';

type Container = 'drop' | 'room';

/** SQL: records that the contents of the deleted containers in `from` are to be wiped. */
export const leaveToWipe = (container: Container, from: string): string =>
  `INSERT INTO wipes (kind, id) SELECT '${container}', id FROM ${from}`;

/** Deleted containers with possible remains, oldest deletion first. */
export async function findWipes(db: Db, container: Container): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM wipes WHERE kind = $1 ORDER BY created_at LIMIT 1000',
    [container],
  );
  return rows.map(({ id }) => id);
}

/** Forgets a deleted container without remains. @param left SQL after FROM, for the contents of container `$2` */
export async function endWipe(
  db: Db,
  { container, id, left }: { container: Container; id: string; left: string },
): Promise<void> {
  await db.query(`DELETE FROM wipes WHERE kind = $1 AND id = $2 AND NOT EXISTS (SELECT FROM ${left})`, [
    container,
    id,
  ]);
}
