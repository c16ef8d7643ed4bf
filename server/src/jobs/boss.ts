import pg, { type ClientConfig } from 'pg';
import type { ConstructorOptions, PgBoss } from 'pg-boss';

const SCHEMA = 'pgboss';

/**
 * A pg-boss that has not started, on a pool of its own with two connections. It takes a tenth of a second to load, which
 * is why nothing loads it before.
 */
export async function createBoss(connection: ClientConfig): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  return new PgBoss({
    ...(connection as ConstructorOptions),
    application_name: 'tempshare jobs',
    options: '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
    connectionTimeoutMillis: 5_000,
    max: 2,
    schema: SCHEMA,
    createSchema: !(await hasSchema(connection)),
    ...UPKEEP,
  });
}

/** What pg-boss does for itself. Nothing here recurs by cron or depends on other jobs, and its tables are small. */
const UPKEEP = {
  schedule: false,
  reindex: false,
  monitorVacuum: false,
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 300,
  maintenanceIntervalSeconds: 3_600,
  queueCacheIntervalSeconds: 3_600,
  bamIntervalSeconds: 600,
  flowIntervalSeconds: 3_600,
} satisfies ConstructorOptions;

/** Whether the schema is there: an operator may have made it for a role that has no right to. */
async function hasSchema(connection: ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ found: boolean }>(
      'SELECT to_regnamespace($1) IS NOT NULL AS found',
      [SCHEMA],
    );
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}

/** pg-boss passes some errors on as plain objects. */
export const revive = (error: object): Error =>
  error instanceof Error ? error : Object.assign(new Error(), error);
