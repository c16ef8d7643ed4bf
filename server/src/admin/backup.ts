import { basename } from 'node:path';
import { readKeys } from '../deps.ts';
import { recordAudit } from '../features/accounts/audit.ts';
import { findSize } from '../features/accounts/server-store.ts';
import { firstAccount } from '../features/accounts/store.ts';
import { Keyring } from '../crypto/keyring.ts';
import { notBackedUp, oneTimeEnds, wrappedColumns } from '../modules.ts';
import { openBackup, writeWhole } from '../storage/backup/backup-file.ts';
import { isReadOnly } from '../storage/postgres/database.ts';
import { dump, load, type DumpHead } from '../storage/backup/dump.ts';
import {
  applyMigrations,
  appliedMigrations,
  migrate,
  UNFINISHED_RESTORE,
} from '../storage/postgres/migrations/migrate.ts';
import { compareMigrations } from '../storage/postgres/migrations/migration-files.ts';
import { requireRoomFor, verifyBackup, type Verified } from '../storage/backup/scratch-restore.ts';
import { countByKey } from '../storage/keys/wrapped-keys.ts';
import {
  needed,
  UsageError,
  type AdminContext,
  type Arguments,
  type Command,
  type LoneCommand,
} from './command.ts';

/** Backups beside a running server, of the embedded PostgreSQL or of another one. */
export const backupCommands: Record<string, Command> = {
  backup: {
    usage: '<file> [--verify]',
    async run({ config, connection, database }, { operands, verify }) {
      const file = needed(operands[0], 'backup needs the name of a file to write.');
      if (verify) await requireRoomFor(file, await findSize(database), config.MIN_FREE_DISK);
      const rows = dump(connection, new Date(), notBackedUp);
      const verified = await writeWhole(file, rows, async (written) =>
        verify ? verifyBackup(written) : undefined,
      );
      // A standby accepts no entry, and can be backed up as well.
      await recordAudit(database, { action: 'backup', target: basename(file), details: {} }).catch(
        (error: unknown) => {
          if (!isReadOnly(error)) throw error;
        },
      );
      const check = verified ? ` ${restored(verified)}` : '';
      return `Wrote ${file}.${check} The encryption keys are not in it: keep them, and keep them elsewhere.`;
    },
  },

  restore: {
    usage: '<file> --one-time keep|end',
    migrates: false,
    run: restore,
  },
};

export const verifyCommands: Record<string, LoneCommand> = {
  'backup verify': {
    usage: '<file>',
    async runAlone({ operands }) {
      const file = needed(operands[0], 'backup verify needs the name of a backup.');
      const verified = await verifyBackup(file);
      return `The backup of ${verified.createdAt} is whole. ${restored(verified)}`;
    },
  },
};

const restored = ({ rows, tables }: Verified): string =>
  `Restored into a PostgreSQL that is gone again, it had ${rows} rows in ${tables} tables.`;

async function restore(context: AdminContext, { operands, 'one-time': oneTime }: Arguments): Promise<string> {
  const { connection, database } = context;
  const file = needed(operands[0], 'restore needs the name of a backup.');
  if (oneTime !== 'keep' && oneTime !== 'end') {
    throw new UsageError(
      'restore needs --one-time keep or --one-time end. What can be opened a limited number of times may have been opened ' +
        'since the backup was made: keep lets it be opened again, end destroys it.',
    );
  }
  const { head, lines } = await openBackup(file);
  await requireRoom(context, head);

  await applyMigrations(connection, { only: head.migrations });
  await load(connection, lines);
  await migrate(connection, { restoring: true });
  if (oneTime === 'end') for (const end of oneTimeEnds) await end(database);
  await database.transaction(async (trx) => {
    await trx.query(`DROP TABLE ${UNFINISHED_RESTORE}`);
    await recordAudit(trx, { action: 'restore', target: head.createdAt, details: { oneTime } });
  });
  const missing = await missingKeys(context);
  return missing.length === 0
    ? `Restored the backup of ${head.createdAt}.`
    : `Restored the backup of ${head.createdAt}. The server will not start without the encryption key ${missing.join(', ')}: give it in ENCRYPTION_KEYS, or put the key file back.`;
}

/** A backup goes into an empty database, by the version that wrote it or a later one. */
async function requireRoom({ connection, database }: AdminContext, { migrations }: DumpHead): Promise<void> {
  if (compareMigrations(migrations).newer.length > 0)
    throw new UsageError(
      'The backup was written by a newer version: restore it with that one or a later one.',
    );
  const applied = await appliedMigrations(connection);
  const empty = applied.length === 0 || (await firstAccount(database)) === undefined;
  if (!empty || !applied.every((name) => migrations.includes(name)))
    throw new UsageError(
      'The database is not empty. Restore into one in which no server has run: another DATA_DIR, or another database.',
    );
}

async function missingKeys({ config, database }: AdminContext): Promise<string[]> {
  const keys = readKeys(config);
  const given = keys.length > 0 ? new Keyring(keys).ids : [];
  const used = new Set((await countByKey(database, wrappedColumns)).map(({ keyId }) => keyId));
  return [...used].filter((keyId) => !given.includes(keyId));
}
