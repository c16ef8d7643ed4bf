import type { Db } from '../postgres/database.ts';
import { migrationNames } from '../postgres/migrations/migration-files.ts';

/** Time until a claim of a killed process expires, and until a failed backup is retried. */
const LEASE = `interval '2 minutes'`;
const RETRY = `interval '10 minutes'`;
/** Tolerance for concurrent claims. A claim further in the future was written before the clock was set back. */
const SKEW = `interval '1 minute'`;
const IS_RUNNING = `running_until BETWEEN now() AND now() + ${LEASE} + ${SKEW}`;

/**
 * Claims the due backup for this process. A running backup excludes others, and a failed one is retried after a few
 * minutes. A start time in the future is ignored, since the clock was set back. Servers of an older version leave the
 * backup to newer ones.
 * @returns the claim, or undefined if no backup is due
 */
export const claimBackup = async (db: Db, everySeconds: number): Promise<string | undefined> => {
  const [claimed] = await db.query<{ claim: string }>(
    `INSERT INTO backup_schedule AS s (running_until, started, first_started_at)
     SELECT now() + ${LEASE}, 1, now() WHERE NOT EXISTS (SELECT FROM knex_migrations WHERE name <> ALL ($2))
     ON CONFLICT (id) DO UPDATE SET started_at = now(), running_until = now() + ${LEASE},
       started = s.started + 1, first_started_at = coalesce(s.first_started_at, now())
     WHERE NOT (s.${IS_RUNNING}) AND (s.started_at > now() + ${SKEW}
       OR CASE WHEN s.succeeded_at >= s.started_at THEN s.started_at <= now() - make_interval(secs => $1)
         ELSE s.running_until <= now() - least(${RETRY}, make_interval(secs => $1)) END)
     RETURNING started_at::text AS claim`,
    [everySeconds, migrationNames()],
  );
  return claimed?.claim;
};

/** Extends a claim unless another process has taken it over. */
export const extendClaim = async (db: Db, claim: string): Promise<void> => {
  await db.query(`UPDATE backup_schedule SET running_until = now() + ${LEASE} WHERE started_at = $1`, [
    claim,
  ]);
};

export const endBackup = async (db: Db, claim: string, { failed }: { failed: boolean }): Promise<void> => {
  const outcome = failed ? 'failed_at = now()' : 'succeeded_at = now(), failed_at = NULL';
  await db.query(
    `UPDATE backup_schedule SET running_until = now(), started = 0, first_started_at = NULL, ${outcome} WHERE started_at = $1`,
    [claim],
  );
};

export interface BackupTrouble {
  /** Time of the last failed backup, if none has succeeded since. */
  failedAt: Date | null;
  /** Number of the last backups that did not end, since their processes were killed. */
  unended: number;
  /** Start of the first of these. */
  unendedSince: Date | null;
}

export const findBackupTrouble = async (db: Db): Promise<BackupTrouble> => {
  const [row] = await db.query<BackupTrouble>(
    `SELECT failed_at AS "failedAt", unended, CASE WHEN unended > 0 THEN first_started_at END AS "unendedSince"
     FROM backup_schedule, LATERAL (SELECT started - (${IS_RUNNING})::int AS unended) counted`,
  );
  return row ?? { failedAt: null, unended: 0, unendedSince: null };
};
