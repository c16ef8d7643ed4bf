import { createReadStream, rmSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as compose, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readHead, type DumpHead } from './dump.ts';

/** An unreadable or unwritable backup. The message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export const UNFINISHED = '.unfinished';

/**
 * Writes a file that appears under its name only when it is complete and synced.
 * @param check reads the file before it gets its name
 * @throws BackupError if the file exists, or another process writes it
 */
export async function writeWhole<Checked>(
  file: string,
  content: AsyncIterable<Buffer | string>,
  check: (unfinished: string) => Promise<Checked>,
): Promise<Checked> {
  const unfinished = `${file}${UNFINISHED}`;
  const begun = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new BackupError(
      `${unfinished} is being written. If no backup runs, one has broken off: remove that file.`,
    );
  });
  const remove = (): void => rmSync(unfinished, { force: true });
  process.once('exit', remove);
  try {
    if (await stat(file).catch(() => undefined)) throw new BackupError(`There is ${file} already.`);
    await pipeline(Readable.from(content), createGzip(), begun.createWriteStream({ flush: true }));
    const checked = await check(unfinished);
    await rename(unfinished, file);
    const directory = await open(dirname(file));
    await directory.sync();
    await directory.close();
    return checked;
  } catch (error) {
    await begun.close();
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

/** Opens a backup. @returns its head, and the lines after it with their line breaks @throws BackupError */
export async function openBackup(file: string): Promise<{ head: DumpHead; lines: AsyncGenerator<Buffer> }> {
  const unpacked = createGunzip();
  // Errors of both streams surface where the lines are read.
  compose(createReadStream(file), unpacked, () => undefined);
  const lines = linesOf(unpacked);
  const first = await lines.next().catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}.`);
  });
  const head = readHead(first.done ? undefined : first.value);
  if (!head) throw new BackupError(`${file} is not a backup that this command has written.`);
  return { head, lines };
}

/** Lines of a stream with their line breaks. One line may hold a whole file. */
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
