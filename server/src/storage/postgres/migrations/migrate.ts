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
import { registerProcess, processesWithout } from './server-processes.ts';
import { withTimeout } from '../retry.ts';
import { isDeadlock, isLockTimeout } from '../database-errors.ts';
import { connectAllowed, isPermissionDenied, explainDenied } from './privileges.ts';
import { checkSchema, SchemaError } from './schema.ts';

const LOCK = 7_239_104_511;

/** Table that marks an unfinished restore. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

interface MigrateOptions {
  /** Called whenever a migration is retried because its tables are locked. */
  onBusy?: ((migration: string) => void) | undefined;
  /** Called with due finish migrations, and the older processes that they wait for. */
  onHeld?: (migrations: readonly string[], processes: readonly string[]) => void;
  /** Id of the process that is about to serve. */
  process?: string;
  /** True for the restore itself. */
  restoring?: boolean;
}

/**
 * Migrates the database to the newest schema and checks the result. Concurrent callers wait on an advisory lock. A
 * newer schema that this server supports is not checked.
 * @throws SchemaError if the schema is too new, was modified, or a restore is unfinished
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
    if (process !== undefined) await registerProcess(client, process);
  });
}

/** Runs pending finish migrations. @returns them @throws SchemaError if an older process still uses the database */
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

/** Runs finish migrations of earlier releases, unless older servers are running. */
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

/** Processes that do not work with the finish migrations. */
async function olderProcesses(client: pg.Client, finish: readonly Migration[]): Promise<string[]> {
  const needed = finish
    .map(({ name, worksWith = name }) => worksWith)
    .sort()
    .at(-1);
  return needed === undefined ? [] : processesWithout(client, needed);
}

/** Maximum wait for a table lock, which blocks others behind it. A dump may hold tables for hours. */
const LOCK_TIMEOUT = '2s';
const RETRY_BUSY_MS = 3_000;

/** Runs pending migrations, each in its own transaction. @param options.only default: all but finish migrations */
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
      await delay(RETRY_BUSY_MS);
    }
  } finally {
    await database.destroy();
  }
}

/** Runs one migration, so that tables are locked no longer than it needs them. */
async function applyNext(database: Knex, only: readonly string[]): Promise<'applied' | 'none left'> {
  return database.transaction(async (trx) => {
    await trx.raw(NO_TIMEOUTS);
    const up = trx.migrate.up({
      migrationSource: migrationSource(only),
      // The database may have had other migrations.
      disableMigrationsListValidation: true,
    });
    const [, applied] = (await up) as [batch: number, applied: string[]];
    return applied.length > 0 ? 'applied' : 'none left';
  });
}

/** Overrides timeouts of the role. Detects a killed start where supported, so that its locks are released. */
const NO_TIMEOUTS = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  DO $$ BEGIN
    SET LOCAL client_connection_check_interval = '2s';
  EXCEPTION WHEN invalid_parameter_value THEN NULL;
  END $$`;

/** Returns the migration that could not get its locks. @throws other errors */
function busyMigration(error: unknown): { busy: string } {
  if (error instanceof MigrationError && (isLockTimeout(error) || isDeadlock(error)))
    return { busy: error.migration };
  throw error;
}

/** Timeout of short statements, and heartbeat interval during long ones. */
const RESPONSE_MS = 10_000;
const HEARTBEAT_MS = 5_000;
const RETRY_MS = 100;

/** Runs `work` under the migration lock. Names missing grants if it is denied. */
async function withSchemaLock<Result>(
  connection: ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withLock(connection, async (client) => {
    try {
      return await work(client);
    } catch (error) {
      throw isPermissionDenied(error) ? await explainDenied(client, error as Error) : error;
    }
  });
}

/** @throws SilentDatabaseError if the database stops responding */
async function withLock<Result>(
  connection: ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const [holder, client] = [connection, connection].map((to) => {
    const created = new pg.Client({ ...to, pipeline: true });
    created.on('error', () => undefined);
    return created;
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

/** Takes a transaction-level lock, since a pooler would lose a session-level one. */
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

/** Rejects if the database stops responding. Migrations themselves have no timeout. */
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

/** Names of applied migrations, none before the first start. @throws SchemaError if a restore is unfinished */
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

/** A failed migration. The message omits the statements that Knex prepends. */
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

/** Records for older servers who applied a migration, and which servers work with it. */
async function recordVersion(trx: Knex, { name, worksWith = name }: Migration): Promise<void> {
  if (!(await trx.schema.hasTable('migration_versions'))) return;
  const servers = (await trx.schema.hasColumn('migration_versions', 'works_with'))
    ? { works_with: worksWith, oldest_version: oldestVersionWith(worksWith) }
    : {};
  await trx('migration_versions').insert({ migration: name, version: VERSION, ...servers });
}
