import type { ClientBase } from 'pg';
import { isRefused } from './privileges.ts';
import { expectedTables, SchemaError } from './schema.ts';

/** The oldest PostgreSQL that the server works with, as `server_version_num` has it. */
const OLDEST = 150_000;

/** What a database says of itself. */
export interface Engine {
  /** As `version()` says it. */
  version: string;
  /** As `server_version_num` has it, also of what only speaks like PostgreSQL. */
  number: number;
  /** Tables of the server that Citus has distributed. */
  distributed: readonly string[];
}

/** @throws SchemaError when the database is none that the server works with, before anything is written to it */
export async function expectPostgres(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<Omit<Engine, 'distributed'> & { citus: boolean }>(
    `SELECT version() AS version, current_setting('server_version_num')::int AS number,
       to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS citus`,
  );
  const { citus, ...engine } = rows[0]!;
  const distributed = citus ? await findDistributed(client) : [];
  const refusal = refusalOf({ ...engine, distributed });
  if (refusal !== undefined) throw new SchemaError(refusal);
}

/** Tables that only take part in foreign keys with distributed ones are where they were, on the coordinator. */
const DISTRIBUTED = `
  SELECT d.logicalrelid::text AS table FROM pg_catalog.pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
  WHERE (d.partmethod <> 'n' OR d.repmodel = 't' OR d.colocationid <> 0)
    AND c.relname = ANY ($1) AND pg_table_is_visible(c.oid)
  ORDER BY 1`;

/** None, where the role may not look. */
async function findDistributed(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  try {
    const { rows } = await client.query<{ table: string }>(DISTRIBUTED, [expectedTables()]);
    return rows.map(({ table }) => table);
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

/** Why the server does not work with an engine; undefined when it does. */
export function refusalOf({ version, number, distributed }: Engine): string | undefined {
  const name = version.split(/ on | \(/)[0];
  if (/cockroach/i.test(version))
    return `The database at DATABASE_URL is ${name}, which Tempshare does not work with: its advisory locks lock nothing, and it has no LISTEN. Use PostgreSQL 15 or newer.`;
  if (number < OLDEST)
    return `The database at DATABASE_URL is ${name}, and Tempshare needs PostgreSQL 15 or newer.`;
  if (distributed.length > 0)
    return `Citus has distributed tables of Tempshare (${distributed.join(', ')}), which it does not work with. SELECT undistribute_table('${distributed[0]}', cascade_via_foreign_keys => true); brings them back to the coordinator.`;
  return undefined;
}
