import type { ClientBase } from 'pg';
import { VERSION } from '../../../package.ts';
import type { Database } from '../database.ts';
import { migrationNames } from './migration-files.ts';

/** How often a process notes that it uses the database, and how long after that it counts as gone. */
const NOTE_MS = 30_000;
const GONE_AFTER = `interval '2 minutes'`;

const NOTE = `
  INSERT INTO server_processes (id, version, newest_migration) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
const noted = (id: string): string[] => [id, VERSION, migrationNames().at(-1) as string];

/** Notes a process under the lock of migrations: a finish that comes next finds it. Forgets those that are long gone. */
export async function noteStart(client: Pick<ClientBase, 'query'>, id: string): Promise<void> {
  await client.query(NOTE, noted(id));
  await client.query(`DELETE FROM server_processes WHERE seen_at < now() - interval '1 day'`);
}

/** Notes from time to time that a process still uses the database. @returns what ends that, and forgets the process */
export function keepNoted(database: Database, id: string, everyMs = NOTE_MS): () => Promise<void> {
  const timer = setInterval(() => {
    // While the database is away the process uses nothing of it.
    database.query(NOTE, noted(id)).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await database.query('DELETE FROM server_processes WHERE id = $1', [id]).catch(() => undefined);
  };
}

/** The versions of processes that use the database and lack a migration. */
export async function versionsWithout(
  client: Pick<ClientBase, 'query'>,
  migration: string,
): Promise<string[]> {
  const { rows } = await client.query<{ version: string; newest: string; count: number }>(
    `SELECT version, newest_migration AS newest, count(*)::int AS count FROM server_processes
     WHERE newest_migration < $1 AND seen_at > now() - ${GONE_AFTER} GROUP BY 1, 2 ORDER BY 2, 1`,
    [migration],
  );
  return rows.map(
    ({ version, newest, count }) =>
      `${count} ${count === 1 ? 'process' : 'processes'} of ${version} (newest migration ${newest})`,
  );
}
