import pg, { type Client } from 'pg';
import { expectedTables, SchemaError } from './schema.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Connects. @throws SchemaError with the GRANT that is missing */
export async function connectAllowed(client: Client): Promise<void> {
  await client.connect().catch((error: unknown) => {
    throw isPermissionDenied(error) ? connectionDenied(client) : error;
  });
}

export const isPermissionDenied = (error: unknown): boolean =>
  (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE;

function connectionDenied({ database, user }: Pick<Client, 'database' | 'user'>): SchemaError {
  const [to, role] = [pg.escapeIdentifier(database ?? ''), pg.escapeIdentifier(user ?? '')];
  return new SchemaError(
    `The role of DATABASE_URL may not connect to its database. Its owner allows that with: GRANT CONNECT ON DATABASE ${to} TO ${role};`,
  );
}

/** Explains which grants the role lacks for a denied statement. */
export async function explainDenied(client: Client, error: Error): Promise<Error> {
  const { rows } = await client.query<{ statement: string }>(MISSING, [
    ['knex_migrations', ...expectedTables()],
  ]);
  if (rows.length === 0) return error;
  return new SchemaError(
    `The role of DATABASE_URL may not use the database as the server needs it (${reason(error)}). ` +
      `Its owner allows that with: ${rows.map(({ statement }) => statement).join(' ')}`,
  );
}

const reason = (error: Error): string => error.message.split(': ').at(-1)?.replace(/\.$/, '') ?? '';

/** Missing grants; `$1` are our tables. Tables of another role need membership, since only an owner may alter them. */
const MISSING = `
  WITH space AS (
    SELECT oid, nspname FROM pg_namespace WHERE nspname = coalesce(current_schema(), 'public')
  )
  SELECT format('GRANT USAGE, CREATE ON SCHEMA %I TO %I;', nspname, current_user) AS statement
  FROM space WHERE NOT (has_schema_privilege(oid, 'USAGE') AND has_schema_privilege(oid, 'CREATE'))
  UNION ALL
  SELECT DISTINCT format('GRANT %I TO %I;', pg_get_userbyid(relowner), current_user)
  FROM pg_class JOIN space ON relnamespace = space.oid
  WHERE relkind = 'r' AND relname = ANY ($1) AND NOT pg_has_role(relowner, 'USAGE')
  UNION ALL
  SELECT format('GRANT CREATE ON DATABASE %I TO %I;', current_database(), current_user)
  WHERE to_regnamespace('pgboss') IS NULL AND NOT has_database_privilege(current_database(), 'CREATE')
`;
