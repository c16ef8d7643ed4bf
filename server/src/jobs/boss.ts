import pg, { type ClientConfig, type PoolConfig } from 'pg';
import type { ConstructorOptions, PgBoss } from 'pg-boss';
import { startupOptions } from '../storage/postgres/session.ts';

const SCHEMA = 'pgboss';

/** Timeout of a database response, after which work on a lost connection is noticed. */
const RESPONSE_MS = 15_000;

/**
 * Creates a pg-boss on a pool of two connections, without starting it. Loading it takes a tenth of a second, so nothing
 * loads it before. @param pooled true behind a pooler, which keeps no session settings
 */
export async function createBoss(connection: ClientConfig, pooled = false): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  return new PgBoss({
    ...(connection as ConstructorOptions),
    application_name: 'tempshare jobs',
    ...(!pooled && { options: startupOptions(connection, { statement_timeout: 12_000 }) }),
    connectionTimeoutMillis: 5_000,
    ...({ query_timeout: RESPONSE_MS, keepAlive: true } satisfies ClientConfig),
    max: 2,
    // A long-lived connection keeps removed log files of PostgreSQL on the disk.
    ...({ maxLifetimeSeconds: 20 } satisfies PoolConfig),
    schema: SCHEMA,
    createSchema: !(await hasSchema(connection)),
    ...UPKEEP,
  });
}

/** Nothing here uses cron or job dependencies, and the tables are small. */
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

/** An operator may have made the schema for a role without the right. @throws Error with the statement that grants it */
async function hasSchema(connection: ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ found: boolean; allowed: boolean; statement: string }>(
      `SELECT to_regnamespace($1) IS NOT NULL AS found,
              has_database_privilege(current_database(), 'CREATE') AS allowed,
              format('GRANT CREATE ON DATABASE %I TO %I;', current_database(), current_user) AS statement`,
      [SCHEMA],
    );
    const [{ found, allowed, statement }] = rows as [(typeof rows)[number]];
    if (!found && !allowed)
      throw new Error(
        `The role may not make the schema ${SCHEMA}. The owner of the database allows it: ${statement}`,
      );
    return found;
  } finally {
    await client.end();
  }
}

/** Deletes jobs dated in the future, from before the database's clock was set back, which would block their slots. */
export async function forgetFuture(boss: PgBoss, queue: string): Promise<void> {
  await boss.getDb().executeSql(FORGET_FUTURE, [queue]);
}

const FORGET_FUTURE = `
  DELETE FROM ${SCHEMA}.job WHERE name = $1
    AND (singleton_on > (now() + interval '1 second') AT TIME ZONE 'UTC' OR start_after > now() + interval '1 second')`;

/** pg-boss passes some errors on as plain objects. */
export const revive = (error: object): Error =>
  error instanceof Error ? error : Object.assign(new Error(), error);
