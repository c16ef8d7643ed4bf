import type { Db } from '../postgres/database.ts';
import { migrationNames } from '../postgres/migrations/migration-files.ts';

/** How long a process that is killed keeps others from the backup, and how soon a failed one is tried again. */
const LEASE = `interval '2 minutes'`;
const RETRY = `interval '10 minutes'`;
/** A claim that lies further ahead is from before the clock was set back. Others at once see one a moment ahead. */
const SKEW = `interval '1 minute'`;

/**
 * Claims the backup that is due for this process. A running backup excludes others, and a failed one does for some minutes. A
 * backup that began in the future is from before the clock was set back. Servers of an older version leave the backup to newer ones.
 * @returns the claim, undefined if no backup is due
 */
export const claimBackup = async (db: Db, everySeconds: number): Promise<string | undefined> => {
  const [claimed] = await db.query<{ claim: string }>(
    `INSERT INTO backup_schedule AS s (running_until)
     SELECT now() + ${LEASE} WHERE NOT EXISTS (SELECT FROM knex_migrations WHERE name <> ALL ($2))
     ON CONFLICT (id) DO UPDATE SET started_at = now(), running_until = now() + ${LEASE}
     WHERE s.running_until NOT BETWEEN now() AND now() + ${LEASE} + ${SKEW} AND (s.started_at > now() + ${SKEW}
       OR CASE WHEN s.succeeded_at >= s.started_at THEN s.started_at <= now() - make_interval(secs => $1)
         ELSE s.running_until <= now() - least(${RETRY}, make_interval(secs => $1)) END)
     RETURNING started_at::text AS claim`,
    [everySeconds, migrationNames()],
  );
  return claimed?.claim;
};

/** Extends a claim that no other process has taken over. */
export const extendClaim = async (db: Db, claim: string): Promise<void> => {
  await db.query(`UPDATE backup_schedule SET running_until = now() + ${LEASE} WHERE started_at = $1`, [
    claim,
  ]);
};

/** Ends a claim that no other process has taken over. */
export const endBackup = async (db: Db, claim: string, { failed }: { failed: boolean }): Promise<void> => {
  const outcome = failed ? 'failed_at = now()' : 'succeeded_at = now(), failed_at = NULL';
  await db.query(`UPDATE backup_schedule SET running_until = now(), ${outcome} WHERE started_at = $1`, [
    claim,
  ]);
};

/** When a scheduled backup has failed, if none has succeeded since. */
export const findBackupFailure = async (db: Db): Promise<Date | null> => {
  const [row] = await db.query<{ at: Date | null }>('SELECT failed_at AS at FROM backup_schedule');
  return row?.at ?? null;
};
