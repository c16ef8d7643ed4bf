import type { ClientBase } from 'pg';
import { VERSION } from '../../../package.ts';
import { migrationNames } from './migration-files.ts';
import { SchemaError } from './schema.ts';

/** An applied migration that this server lacks. */
export interface NewerMigration {
  name: string;
  appliedAt: Date;
  /** Version that applied it; null if unknown. */
  version: string | null;
  /** Newest migration of the oldest server that works with it, and that server's version. Null: none. */
  worksWith: string | null;
  oldestVersion: string | null;
}

/** Checks that this server works with newer migrations, and returns them. @throws SchemaError with the remedy */
export async function refuseNewer(client: Pick<ClientBase, 'query'>): Promise<NewerMigration[]> {
  const newer = await findNewer(client);
  const known = migrationNames();
  const refusing = newer.filter(({ worksWith }) => worksWith === null || !known.includes(worksWith));
  const newest = refusing.at(-1);
  if (!newest) return newer;
  const { name, version } = newest;
  const from = refusing.reduce(
    (first, each) => (each.appliedAt < first ? each.appliedAt : first),
    newest.appliedAt,
  );
  const needed = newest.oldestVersion ?? version;
  throw new SchemaError(
    `The database has been used by a newer version of Tempshare${version ? ` (${version})` : ''}: this one (${VERSION}) ` +
      `does not work with its migration ${name}. Start ${needed ?? 'the newer version'} or a later one, or restore ` +
      `a backup from before ${minute(from)}${await lastBackup(client, from)}.`,
  );
}

async function findNewer(client: Pick<ClientBase, 'query'>): Promise<NewerMigration[]> {
  const { rows: tables } = await client.query<{ applied: boolean; versions: boolean }>(
    `SELECT to_regclass('knex_migrations') IS NOT NULL AS applied,
            to_regclass('migration_versions') IS NOT NULL AS versions`,
  );
  if (!tables[0]?.applied) return [];
  // Columns missing in an older schema are null.
  const notes = tables[0].versions
    ? 'LEFT JOIN migration_versions v ON v.migration = m.name'
    : 'LEFT JOIN (SELECT) v ON false';
  const { rows } = await client.query<NewerMigration>(
    `SELECT m.name, m.migration_time AS "appliedAt", to_jsonb(v) ->> 'version' AS version,
       to_jsonb(v) ->> 'works_with' AS "worksWith", to_jsonb(v) ->> 'oldest_version' AS "oldestVersion"
     FROM knex_migrations m ${notes} WHERE m.name <> ALL ($1) ORDER BY m.id`,
    [migrationNames()],
  );
  return rows;
}

/** Clause that names the last backup before a time. */
async function lastBackup(client: Pick<ClientBase, 'query'>, before: Date): Promise<string> {
  const { rows } = await client
    .query<{ at: Date; target: string }>(
      `SELECT at, target FROM audit_entries WHERE account_id IS NULL AND action = 'backup' AND at < $1
       ORDER BY at DESC, id DESC LIMIT 1`,
      [before],
    )
    .catch(() => ({ rows: [] }));
  const [last] = rows;
  return last ? `: the last one is ${last.target}, of ${minute(last.at)}` : '';
}

const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
