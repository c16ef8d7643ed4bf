import { setTimeout as delay } from 'node:timers/promises';
import type { AccountSchema } from '@tempshare/contract/account';
import { findBackupTrouble } from '../../storage/backup/store.ts';
import type { Database, Db } from '../../storage/postgres/database.ts';
import type { DiskFloor } from '../../storage/disk/disk-floor.ts';
import { compareMigrations } from '../../storage/postgres/migrations/migration-files.ts';
import { VERSION } from '../../package.ts';
import * as store from './server-store.ts';

const STATEMENT_MS = 700;
const PART_MS = 850;

const MOST_PENDING = 50_000;

/** Reads the state of the server. A part that times out is null and delays no other. */
export async function readServer(
  database: Database,
  disk: DiskFloor | undefined,
): Promise<AccountSchema<'Server'>> {
  const part = <Value>(read: (db: Db) => Promise<Value>) => readInTime(database, read);
  const [version, bytes, queue, endpoints, backup, applied, space] = await Promise.all([
    part(store.findVersion),
    part(store.findSize),
    part((db) => store.findDeliveries(db, MOST_PENDING + 1)),
    part(store.countEndpoints),
    part(async (db) => {
      const { failedAt, unended, unendedSince } = await findBackupTrouble(db);
      return {
        lastAt: (await store.findLastBackup(db))?.toISOString() ?? null,
        failedAt: failedAt?.toISOString() ?? null,
        unended,
        unendedSince: unendedSince?.toISOString() ?? null,
      };
    }),
    part(store.findMigrations),
    disk ? inTime(disk.state()) : null,
  ]);
  return {
    version: VERSION,
    node: process.versions.node,
    database: { version, bytes, embedded: disk !== undefined },
    disk: space,
    webhooks: queue && {
      pending: Math.min(queue.pending, MOST_PENDING),
      isExact: queue.pending <= MOST_PENDING,
      oldestAt: queue.oldestAt?.toISOString() ?? null,
    },
    endpoints,
    backup,
    schema: applied && schemaOf(applied),
  };
}

/** Reads the mail queue; null after a timeout. */
export async function readMails(
  database: Database,
): Promise<{ pending: number; oldestAt: string | null } | null> {
  const queue = await readInTime(database, (db) => store.findMails(db, MOST_PENDING));
  return queue && { pending: queue.pending, oldestAt: queue.oldestAt?.toISOString() ?? null };
}

function readInTime<Value>(database: Database, read: (db: Db) => Promise<Value>): Promise<Value | null> {
  return inTime(
    database.transaction(async (trx) => {
      await trx.query(`SELECT set_config('statement_timeout', $1, true)`, [`${STATEMENT_MS}ms`]);
      return read(trx);
    }),
  );
}

async function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  const known = work.catch(() => null);
  return Promise.race([known, delay(PART_MS, null, { ref: false })]);
}

function schemaOf(applied: readonly string[]): NonNullable<AccountSchema<'Server'>['schema']> {
  const { pending, newer } = compareMigrations(applied);
  return { latest: applied.at(-1) ?? null, pending, newer };
}
