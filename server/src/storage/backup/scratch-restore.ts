import { existsSync, readFileSync, rmSync } from 'node:fs';
import { readFile, realpath, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { BackupError, openBackup } from './backup-file.ts';
import { floorOf, type MinimumFree } from '../disk/disk-floor.ts';
import { load } from './dump.ts';
import { runsOn } from '../embedded/cluster.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { applyMigrations, migrate } from '../postgres/migrations/migrate.ts';
import { compareMigrations } from '../postgres/migrations/migration-files.ts';

export const SCRATCH = '.scratch';

export interface Verified {
  createdAt: string;
  tables: number;
  rows: number;
}

/** Restores a backup into a temporary PostgreSQL beside it, counts the rows and migrates it. @throws BackupError */
export async function verifyBackup(file: string): Promise<Verified> {
  const { head, lines } = await openBackup(file);
  const { newer } = compareMigrations(head.migrations);
  if (newer.length > 0)
    throw new BackupError(`${file} was written by a newer version: verify it with that one.`);
  const dataDir = `${file}${SCRATCH}`;
  await discardScratch(dataDir);
  const end = (): void => endScratch(dataDir);
  process.once('exit', end);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
    try {
      await applyMigrations(postgres.connection, { only: head.migrations });
      const { tables, counts = {} } = await load(postgres.connection, lines);
      const counted = await countRows(postgres.connection, tables);
      const wrong = Object.entries(counts).filter(([table, rows]) => counted[table] !== rows);
      if (wrong.length > 0)
        throw new BackupError(
          `${file} has not been restored whole: ${wrong.map(([table, rows]) => `${counted[table] ?? 0} of ${rows} rows in ${table}`).join(', ')}.`,
        );
      await migrate(postgres.connection, { restoring: true });
      const rows = Object.values(counted).reduce((sum, each) => sum + each, 0);
      return { createdAt: head.createdAt, tables: tables.length, rows };
    } finally {
      await postgres.stop();
    }
  } finally {
    process.off('exit', end);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function countRows(
  connection: ClientConfig,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const counted: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) FROM ${pg.escapeIdentifier(table)}`,
      );
      counted[table] = Number(rows[0]?.count);
    }
    return counted;
  } finally {
    await client.end();
  }
}

/** Removes leftovers of a killed verification. Stops only a process that is PostgreSQL on this directory. */
export async function discardScratch(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const directory = join(await realpath(dataDir), 'postgres');
  const content = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(/^\d+/.exec(content)?.[0] ?? 0);
  for (
    let waited = 0;
    pid > 0 && waited < LONGEST_END_MS && (await runsOn(directory, pid));
    waited += STEP_MS
  ) {
    if (waited === 0) endNow(pid);
    await delay(STEP_MS);
  }
  await rm(dataDir, { recursive: true, force: true });
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // PostgreSQL has already ended.
  }
}

/** Stops the PostgreSQL of this process immediately, and removes its directory. */
function endScratch(dataDir: string): void {
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    for (let waited = 0; existsSync(pidFile) && waited < LONGEST_END_MS; waited += STEP_MS) {
      Atomics.wait(STILL, 0, 0, STEP_MS);
      process.kill(pid, 0);
    }
  } catch {
    // PostgreSQL is not running.
  }
  rmSync(dataDir, { recursive: true, force: true });
}

const LONGEST_END_MS = 5_000;
const STEP_MS = 20;
const STILL = new Int32Array(new SharedArrayBuffer(4));

/** Requires room for a backup and its restore. @throws BackupError saying how much is missing */
export async function requireRoomFor(
  file: string,
  databaseBytes: number,
  minimum: MinimumFree | undefined,
): Promise<void> {
  const directory = dirname(file);
  const { bavail, blocks, bsize } = await statfs(directory);
  const needed = COPIES * databaseBytes + SCRATCH_BYTES + floorOf(blocks * bsize, minimum);
  const mib = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
  if (bavail * bsize < needed)
    throw new BackupError(
      `There is no room for a backup in ${directory}: ${mib(bavail * bsize)} are free, and ${mib(needed)} are needed to write it and to verify it.`,
    );
}

/** Copies of the database: the backup, the restored rows, and their WAL. */
const COPIES = 3;
/** Size of an empty PostgreSQL. */
const SCRATCH_BYTES = 100 * 2 ** 20;
