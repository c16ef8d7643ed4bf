import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { OnProgress } from '@tempshare/sdk/open';
import { Failure, systemCode } from './failure.ts';
import { write, type Io } from './io.ts';
import type { ProgressBar } from './progress.ts';

/** A file whose bytes can be fetched. */
export interface Source {
  fileName: string | undefined;
  mediaType: string | undefined;
  /** Fails unless the file is whole. */
  stream(progress: { onProgress: OnProgress }): AsyncIterable<Uint8Array>;
}

/** A place for a file that is about to be opened. */
export interface Download {
  /** Saves the file whole or not at all, never over another one. `path` is undefined for standard output. */
  save(io: Io, file: Source, bar: ProgressBar): Promise<Saved>;
  /** Removes what has been written of a file that is not whole. */
  discard(): Promise<void>;
}

export interface Saved {
  path: string | undefined;
  fileName: string | undefined;
  mediaType: string | undefined;
  size: number;
}

/**
 * Makes sure that a file can be written before the link is opened.
 *
 * @param output a new file, a directory, which is made if it ends with a slash, or `-` for standard output; default: the current directory
 */
export async function prepareDownload(output = '.'): Promise<Download> {
  if (output === '-') return { save: toOutput, discard: async () => undefined };
  if (/[/\\]$/.test(output)) await mkdir(output, { recursive: true, mode: 0o700 });
  const isDirectory = await stat(output).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isDirectory && (await exists(output)))
    throw new Failure(
      'file',
      `The file is there already: ${output}.`,
      'Give another --output. Nothing was opened.',
    );
  const directory = isDirectory ? output : dirname(output);
  const part = join(directory, `.tempshare-${randomBytes(6).toString('hex')}.part`);
  const handle = await open(part, 'wx', 0o600);
  return {
    async save(_io, file, bar) {
      const size = await pour(file, handle, bar);
      const name = isDirectory ? visibleFile(file.fileName) : basename(output);
      const path = await claim(directory, name, isDirectory);
      await rename(part, path);
      return { ...about(file), path, size };
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** A name without leading dots: a stranger must not be able to plant a file that shells or programs read. */
const visibleFile = (name = ''): string => name.replace(/^[.\s]+/, '') || 'download';

const about = ({ fileName, mediaType }: Source) => ({ fileName, mediaType });

async function pour(file: Source, handle: FileHandle, { onProgress }: ProgressBar): Promise<number> {
  let size = 0;
  for await (const chunk of file.stream({ onProgress })) {
    await handle.writeFile(chunk);
    size += chunk.length;
  }
  await handle.sync();
  await handle.close();
  return size;
}

async function toOutput({ stdout }: Io, file: Source, { onProgress }: ProgressBar): Promise<Saved> {
  let size = 0;
  for await (const chunk of file.stream({ onProgress })) {
    await write(stdout, chunk);
    size += chunk.length;
  }
  return { ...about(file), path: undefined, size };
}

const MAX_TRIES = 1000;

/** Creates an empty file under a free name, as a placeholder for the whole one. */
async function claim(directory: string, name: string, mayRename: boolean): Promise<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 0; count < MAX_TRIES; count += 1) {
    const path = join(directory, count === 0 ? name : `${stem} (${count})${extension}`);
    try {
      await (await open(path, 'wx', 0o600)).close();
      return path;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || !mayRename) throw error;
    }
  }
  throw new Failure('file', `There are too many files of the name ${name}.`);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
