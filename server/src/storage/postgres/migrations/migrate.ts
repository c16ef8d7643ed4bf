import { setTimeout as delay } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg, { type ClientConfig } from 'pg';
import { VERSION } from '../../../package.ts';
import {
  compareMigrations,
  isDue,
  isFinish,
  loadMigrations,
  migrationNames,
  oldestVersionWith,
  type Migration,
} from './migration-files.ts';
import { refuseNewer } from './newer-migrations.ts';
import { noteStart, versionsWithout } from './server-processes.ts';
import { withTimeout } from '../retry.ts';
import { isDeadlock, isLockTimeout } from '../database-errors.ts';
import { connectAllowed, isRefused, refusedStatement } from './privileges.ts';
import { checkSchema, SchemaError } from './schema.ts';

const LOCK = 7_239_104_511;

/** The table that stands in a database from when the rows of a backup are there until the restore is through with them. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

interface MigrateOptions {
  /** Told each time that a migration has to begin anew, since others use its tables for longer than it waits. */
  onBusy?: ((migration: string) => void) | undefined;
  /** Told of finish migrations that are due, and of the older processes for which they have to wait. */
  onHeld?: (migrations: readonly string[], processes: readonly string[]) => void;
  /** Id of the process that is about to serve. */
  process?: string;
  /** Whether the caller is the restore that is not through yet. */
  restoring?: boolean;
}

/**
 * Brings the database to the newest schema and holds it against the one that this version was written for. Concurrent
 * callers wait for one another on an advisory lock. A schema of a newer release that this server works with is left to
 * the servers of that release to check.
 *
 * @throws SchemaError when this server does not work with what a newer version has made of the database, something else has
 *   changed its tables, or a restore into it is not through
 */
export async function migrate(
  connection: ClientConfig,
  { onBusy, onHeld, process, restoring = false }: MigrateOptions = {},
): Promise<void> {
  await withSchemaLock(connection, async (client) => {
    if (!restoring) await refuseUnfinished(client);
    const newer = await refuseNewer(client);
    await applyMigrations(connection, { onBusy });
    await finishDue(client, connection, { onBusy, onHeld });
    if (newer.length === 0) await checkSchema(client);
    if (process !== undefined) await noteStart(client, process);
  });
}

/**
 * Runs the finish migrations that the database has not had.
 * @returns those that it ran
 * @throws SchemaError when a process that they would take something from uses the database
 */
export async function finishMigrations(
  connection: ClientConfig,
  { onBusy }: Pick<MigrateOptions, 'onBusy'> = {},
): Promise<Migration[]> {
  return withSchemaLock(connection, async (client) => {
    await refuseUnfinished(client);
    const newer = await refuseNewer(client);
    const unfinished = await loadMigrations(compareMigrations(await namesOfApplied(client)).unfinished);
    const older = await olderProcesses(client, unfinished);
    if (older.length > 0)
      throw new SchemaError(
        `Older servers use the database: ${older.join(', ')}. Stop them, or wait until they are upgraded, and try again. ` +
          'A server that was killed counts as gone after two minutes.',
      );
    await applyMigrations(connection, { only: unfinished.map(({ name }) => name), onBusy });
    if (newer.length === 0) await checkSchema(client);
    return unfinished;
  });
}

/** Runs the finish migrations that an earlier release has brought, unless servers that need what they take away run. */
async function finishDue(
  client: pg.Client,
  connection: ClientConfig,
  { onBusy, onHeld }: Pick<MigrateOptions, 'onBusy' | 'onHeld'>,
): Promise<void> {
  const due = await loadMigrations(compareMigrations(await namesOfApplied(client)).unfinished.filter(isDue));
  if (due.length === 0) return;
  const only = due.map(({ name }) => name);
  const older = await olderProcesses(client, due);
  if (older.length > 0) onHeld?.(only, older);
  else await applyMigrations(connection, { only, onBusy });
}

/** The processes that do not work once finish migrations are applied. */
async function olderProcesses(client: pg.Client, finish: readonly Migration[]): Promise<string[]> {
  const needed = finish
    .map(({ name, worksWith = name }) => worksWith)
    .sort()
    .at(-1);
  return needed === undefined ? [] : versionsWithout(client, needed);
}

/**
 * How long a migration waits for a table that others use, and then lets those go on who wait behind it: a dump may hold
 * tables for hours.
 */
const LOCK_TIMEOUT = '2s';
const BEGIN_ANEW_MS = 3_000;

/**
 * Runs migrations that the database has not had, each in a transaction of its own.
 * @param options.only names of those that are run; by default all but finish migrations
 */
export async function applyMigrations(
  connection: ClientConfig,
  {
    only = migrationNames().filter((name) => !isFinish(name)),
    onBusy,
  }: { only?: readonly string[] } & Pick<MigrateOptions, 'onBusy'> = {},
): Promise<void> {
  const database = knex({
    client: 'pg',
    connection: connection as Knex.StaticConnectionConfig,
    pool: { min: 0, max: 1 },
    log: { warn: () => undefined, error: () => undefined },
  });
  try {
    for (;;) {
      const outcome = await applyNext(database, only).catch(busyMigration);
      if (outcome === 'none left') return;
      if (outcome === 'applied') continue;
      onBusy?.(outcome.busy);
      await delay(BEGIN_ANEW_MS);
    }
  } finally {
    await database.destroy();
  }
}

/** One migration holds its tables no longer than it needs them itself, and gives way without undoing others. */
async function applyNext(database: Knex, only: readonly string[]): Promise<'applied' | 'none left'> {
  return database.transaction(async (trx) => {
    await trx.raw(UNHURRIED);
    const up = trx.migrate.up({
      migrationSource: migrationSource(only),
      // The database may have had others.
      disableMigrationsListValidation: true,
    });
    const [, applied] = (await up) as [batch: number, applied: string[]];
    return applied.length > 0 ? 'applied' : 'none left';
  });
}

/**
 * The time-outs of the role may be the server's. Of a start that was killed PostgreSQL would go on with the statement
 * until its end, and hold the tables, where it does not look after its client; not every system can tell it.
 */
const UNHURRIED = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  DO $$ BEGIN
    SET LOCAL client_connection_check_interval = '2s';
  EXCEPTION WHEN invalid_parameter_value THEN NULL;
  END $$`;

/** The migration that others kept waiting. @throws the error when that is not why it failed */
function busyMigration(error: unknown): { busy: string } {
  if (error instanceof MigrationError && (isLockTimeout(error) || isDeadlock(error)))
    return { busy: error.migration };
  throw error;
}

/** How long the database may take for what it does at once, and how often it is asked while it works. */
const RESPONSE_MS = 10_000;
const HEARTBEAT_MS = 5_000;
/** How often the lock is tried while another server has it. */
const RETRY_MS = 100;

/** Works under the lock of migrations, and says which grants the role lacks. */
async function withSchemaLock<Result>(
  connection: ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withLock(connection, async (client) => {
    try {
      return await work(client);
    } catch (error) {
      throw isRefused(error) ? await refusedStatement(client, error as Error) : error;
    }
  });
}

/** @throws SilentDatabaseError when the database does not respond, now or in the middle of the work */
async function withLock<Result>(
  connection: ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const [holder, client] = [connection, connection].map((to) => {
    const made = new pg.Client({ ...to, pipeline: true });
    made.on('error', () => undefined);
    return made;
  }) as [pg.Client, pg.Client];
  const over = new AbortController();
  let locked = false;
  try {
    await withTimeout(RESPONSE_MS, connectAllowed(holder));
    await lock(holder);
    locked = true;
    await withTimeout(RESPONSE_MS, connectAllowed(client));
    const working = work(client);
    await Promise.race([working, listenFor(holder, over.signal)]);
    return await working;
  } finally {
    over.abort();
    if (locked) holder.query('ROLLBACK').catch(() => undefined);
    const ends = Promise.all([client.end(), holder.end()]);
    await withTimeout(RESPONSE_MS / 10, ends).catch(() => undefined);
  }
}

/** Takes the lock for as long as a transaction lasts: one of a session would be lost behind a pooler. */
async function lock(holder: pg.Client): Promise<void> {
  for (;;) {
    const [, { rows }] = await withTimeout(
      RESPONSE_MS,
      Promise.all([
        holder.query('BEGIN'),
        holder.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [LOCK]),
      ]),
    );
    if (rows[0]?.locked) return;
    await withTimeout(RESPONSE_MS, holder.query('ROLLBACK'));
    await delay(RETRY_MS);
  }
}

/** Ends with an error when the database falls silent. A migration itself may take as long as it needs. */
async function listenFor(client: pg.Client, over: AbortSignal): Promise<void> {
  for (;;) {
    await delay(HEARTBEAT_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    await withTimeout(RESPONSE_MS, client.query('SELECT 1'));
  }
}

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT WHERE to_regclass($1) IS NOT NULL', [UNFINISHED_RESTORE]);
  if (rows.length === 0) return;
  throw new SchemaError(
    'A restore into this database has begun and not ended: what may be opened once could be opened again. If it still runs, ' +
      'wait until it says "Restored". If it was broken off, drop this database or DATA_DIR, and restore into an empty one.',
  );
}

const migrationSource = (only: readonly string[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => loadMigrations(migrationNames().filter((name) => only.includes(name))),
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({
    async up(trx) {
      await trx.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await migration
        .up(trx)
        .catch((error: Error) => Promise.reject(new MigrationError(migration.name, error)));
      await recordVersion(trx, migration);
    },
    down: async () => undefined,
  }),
});

/**
 * The names of the migrations that a database has had; none before its first start.
 * @throws SchemaError when a restore into it is not through
 */
export async function appliedMigrations(connection: ClientConfig): Promise<string[]> {
  return withLock(connection, async (client) => {
    await refuseUnfinished(client);
    return namesOfApplied(client);
  });
}

async function namesOfApplied(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(`SELECT WHERE to_regclass('knex_migrations') IS NOT NULL`);
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/** A migration has failed: without its statements, which Knex puts in front of the reason. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly migration: string;
  readonly code: string | undefined;

  constructor(migration: string, cause: Error & { code?: string }) {
    const reason = cause.message.split(' - ').at(-1);
    super(`Migration ${migration} failed, and nothing of it was kept: ${reason}.`, { cause });
    this.migration = migration;
    this.code = cause.code;
  }
}

/** Notes who applied a migration, and which servers work with it, for the older one that is started one day. */
async function recordVersion(trx: Knex, { name, worksWith = name }: Migration): Promise<void> {
  if (!(await trx.schema.hasTable('migration_versions'))) return;
  const servers = (await trx.schema.hasColumn('migration_versions', 'works_with'))
    ? { works_with: worksWith, oldest_version: oldestVersionWith(worksWith) }
    : {};
  await trx('migration_versions').insert({ migration: name, version: VERSION, ...servers });
}
