import { createReadStream, rmSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline as compose, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readKeys } from '../deps.ts';
import { recordAudit } from '../features/accounts/audit.ts';
import { firstAccount } from '../features/accounts/store.ts';
import { Keyring } from '../crypto/keyring.ts';
import { notBackedUp, oneTimeEnds, wrappedColumns } from '../modules.ts';
import { isReadOnly } from '../storage/database.ts';
import { dump, load, readHead, type DumpHead } from '../storage/dump.ts';
import { applyMigrations, appliedMigrations, migrate, UNFINISHED_RESTORE } from '../storage/migrate.ts';
import { migrationNames } from '../storage/migration-files.ts';
import { countByKey } from '../storage/wrapped-keys.ts';
import { needed, UsageError, type AdminContext, type Arguments, type Command } from './command.ts';

/** Backups beside a running server, of the embedded PostgreSQL or of another one. */
export const backupCommands: Record<string, Command> = {
  backup: {
    usage: '<file>',
    async run({ connection, database }, { operands }) {
      const file = needed(operands[0], 'backup needs the name of a file to write.');
      await writeWhole(file, dump(connection, new Date(), notBackedUp));
      // A standby, which takes no entry, can be backed up as well.
      await recordAudit(database, { action: 'backup', target: basename(file), details: {} }).catch(
        (error: unknown) => {
          if (!isReadOnly(error)) throw error;
        },
      );
      return `Wrote ${file}. The encryption keys are not in it: keep them, and keep them elsewhere.`;
    },
  },

  restore: {
    usage: '<file> --one-time keep|end',
    migrates: false,
    run: restore,
  },
};

/**
 * A file that is there under its name has all of it, on the disk.
 * @throws UsageError when it is there, or being written by somebody else
 */
async function writeWhole(file: string, content: AsyncIterable<Buffer | string>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const begun = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new UsageError(
      `${unfinished} is being written. If no backup runs, one has broken off: remove that file.`,
    );
  });
  const remove = (): void => rmSync(unfinished, { force: true });
  process.once('exit', remove);
  try {
    if (await stat(file).catch(() => undefined)) throw new UsageError(`There is ${file} already.`);
    await pipeline(Readable.from(content), createGzip(), begun.createWriteStream({ flush: true }));
    await rename(unfinished, file);
    const directory = await open(dirname(file));
    await directory.sync();
    await directory.close();
  } catch (error) {
    await begun.close();
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

async function restore(context: AdminContext, { operands, 'one-time': oneTime }: Arguments): Promise<string> {
  const { connection, database } = context;
  const file = needed(operands[0], 'restore needs the name of a backup.');
  if (oneTime !== 'keep' && oneTime !== 'end') {
    throw new UsageError(
      'restore needs --one-time keep or --one-time end. What can be opened a limited number of times may have been opened ' +
        'since the backup was made: keep lets it be opened again, end destroys it.',
    );
  }
  const unpacked = createGunzip();
  // What goes wrong is heard of where the lines are read.
  compose(createReadStream(file), unpacked, () => undefined);
  const lines = linesOf(unpacked);
  const first = await lines.next().catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}.`);
  });
  const head = readHead(first.done ? undefined : first.value);
  if (!head) throw new UsageError(`${file} is not a backup that this command has written.`);
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
  const known = migrationNames();
  if (!migrations.every((name) => known.includes(name)))
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

/** The lines of a stream with their ends. A line may be as long as a content. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const rest = chunk.subarray(from, end + 1);
      yield begun.length > 0 ? Buffer.concat([...begun, rest]) : rest;
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

const NEWLINE = 0x0a;
