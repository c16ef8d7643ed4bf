import type { ClientBase } from 'pg';
import { VERSION } from '../../../package.ts';
import type { Database } from '../database.ts';
import { migrationNames } from './migration-files.ts';

/** Heartbeat interval of a process, and the age at which it counts as gone. */
const HEARTBEAT_MS = 30_000;
const GONE_AFTER = `interval '2 minutes'`;

const REGISTER = `
  INSERT INTO server_processes (id, version, newest_migration) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
const registration = (id: string): string[] => [id, VERSION, migrationNames().at(-1) as string];

/** Registers a process under the migration lock, visible to the next finish. Deletes stale entries. */
export async function registerProcess(client: Pick<ClientBase, 'query'>, id: string): Promise<void> {
  await client.query(REGISTER, registration(id));
  await client.query(`DELETE FROM server_processes WHERE seen_at < now() - interval '1 day'`);
}

/** Refreshes the registration of a process. @returns a function that stops it and unregisters the process */
export function keepRegistered(database: Database, id: string, everyMs = HEARTBEAT_MS): () => Promise<void> {
  const timer = setInterval(() => {
    // A process without a database needs no registration.
    database.query(REGISTER, registration(id)).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await database.query('DELETE FROM server_processes WHERE id = $1', [id]).catch(() => undefined);
  };
}

/** Processes that lack a migration, by version. */
export async function processesWithout(
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
