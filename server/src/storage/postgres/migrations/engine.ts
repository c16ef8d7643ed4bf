import type { ClientBase } from 'pg';
import { isPermissionDenied } from './privileges.ts';
import { expectedTables, SchemaError } from './schema.ts';

/** Oldest supported PostgreSQL, as `server_version_num`. */
const MIN_VERSION = 150_000;

export interface Engine {
  version: string;
  /** `server_version_num`, also of databases that imitate PostgreSQL. */
  number: number;
  distributed: readonly string[];
}

/** Checks the engine before anything is written. @throws SchemaError if the server does not support it */
export async function requireSupportedEngine(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<Omit<Engine, 'distributed'> & { citus: boolean }>(
    `SELECT version() AS version, current_setting('server_version_num')::int AS number,
       to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS citus`,
  );
  const { citus, ...engine } = rows[0]!;
  const distributed = citus ? await findDistributed(client) : [];
  const refusal = unsupportedReason({ ...engine, distributed });
  if (refusal !== undefined) throw new SchemaError(refusal);
}

/** Distributed tables. Tables that merely reference them stay on the coordinator. */
const DISTRIBUTED = `
  SELECT d.logicalrelid::text AS table FROM pg_catalog.pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
  WHERE (d.partmethod <> 'n' OR d.repmodel = 't' OR d.colocationid <> 0)
    AND c.relname = ANY ($1) AND pg_table_is_visible(c.oid)
  ORDER BY 1`;

/** Returns none if the role may not read the catalog of Citus. */
async function findDistributed(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  try {
    const { rows } = await client.query<{ table: string }>(DISTRIBUTED, [expectedTables()]);
    return rows.map(({ table }) => table);
  } catch (error) {
    if (isPermissionDenied(error)) return [];
    throw error;
  }
}

/** Explains why an engine is unsupported; undefined if it is supported. */
export function unsupportedReason({ version, number, distributed }: Engine): string | undefined {
  const name = version.split(/ on | \(/)[0];
  if (/cockroach/i.test(version))
    return `The database at DATABASE_URL is ${name}, which Tempshare does not work with: its advisory locks lock nothing, and it has no LISTEN. Use PostgreSQL 15 or newer.`;
  if (number < MIN_VERSION)
    return `The database at DATABASE_URL is ${name}, and Tempshare needs PostgreSQL 15 or newer.`;
  if (distributed.length > 0)
    return `Citus has distributed tables of Tempshare (${distributed.join(', ')}), which it does not work with. SELECT undistribute_table('${distributed[0]}', cascade_via_foreign_keys => true); brings them back to the coordinator.`;
  return undefined;
}
