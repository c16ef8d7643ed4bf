import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolError } from '../tool-error.ts';

export interface AllowedFile {
  /** Without its path. */
  name: string;
  /** The bytes, in order. */
  chunks: Uint8Array<ArrayBuffer>[];
}

/** The flags that Windows does not have are left out there. */
const {
  O_RDONLY,
  O_NOFOLLOW = 0,
  O_NONBLOCK = 0,
} = constants as Partial<typeof constants> & typeof constants;

/**
 * Reads a regular file of the directory that the operator allows, at most `maxBytes` long. Links within the directory
 * are followed where the system shows what a handle has opened (Linux), links out of it are not. Whatever is outside
 * gives the same error: a file, a directory, nothing. `spare` is a number of bytes beyond `maxBytes`, for white space
 * that is not counted.
 *
 * @param path relative to the directory, or absolute within it
 * @throws ToolError, which names neither the path nor the directory
 */
export async function readAllowedFile(
  directory: string | undefined,
  path: string,
  { maxBytes, spare = 0 }: { maxBytes: number; spare?: number },
): Promise<AllowedFile> {
  if (directory === undefined)
    throw new ToolError(
      'fromFile is off: the operator of this machine allows it by setting SERVICE_MCP_FILES to a directory. Nothing was sent.',
    );
  if (path.split(/[\\/]/).includes('..'))
    throw new ToolError(
      'fromFile must not contain "..": name a file below the allowed directory. Nothing was sent.',
    );
  const place = await locate(directory, path);
  const handle = await open(place.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!handle) throw noSuchFile();
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw noSuchFile();
    await checkOpened(handle, stats, place);
    return { name: basename(path), chunks: await readAtMost(handle, maxBytes, spare) };
  } finally {
    await handle.close();
  }
}

/** A file below the directory, both by their real paths. */
interface Place {
  root: string;
  real: string;
  /** The way from the directory, as it was given. */
  way: string;
}

/** A path that leads outside as it is written is not looked up, so that timing does not reveal what exists. */
async function locate(directory: string, path: string): Promise<Place> {
  const root = await realpath(directory).catch(() => undefined);
  if (root === undefined) throw noSuchFile();
  const from = [resolve(directory), root].find((each) => isBelow(each, resolve(directory, path)));
  if (from === undefined) throw noSuchFile();
  const way = relative(from, resolve(directory, path));
  const real = await realpath(join(root, way)).catch(() => undefined);
  if (real === undefined || !isBelow(root, real)) throw noSuchFile();
  return { root, real, way };
}

function isBelow(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** Between lookup and opening, a folder on the way may have become a link: what was opened counts. */
async function checkOpened(handle: FileHandle, stats: BigIntStats, place: Place): Promise<void> {
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (opened === undefined) return checkUnlinked(stats, place);
  if (!isAbsolute(opened) || !isBelow(place.root, opened)) throw noSuchFile();
}

/** Checks a file on systems that do not show what was opened: it must be found without following a link. */
async function checkUnlinked(stats: BigIntStats, { root, way }: Place): Promise<void> {
  let path = root;
  for (const part of way.split(sep)) {
    path = join(path, part);
    const found = await lstat(path).catch(() => undefined);
    if (!found || found.isSymbolicLink()) throw noSuchFile();
  }
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (found?.dev !== stats.dev || found.ino !== stats.ino) throw noSuchFile();
}

async function readAtMost(
  handle: FileHandle,
  maxBytes: number,
  spare: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(262_144)).catch(() => {
      // Some files can be opened and not read, such as those of the kernel.
      throw noSuchFile();
    });
    if (bytesRead === 0) return chunks;
    length += bytesRead;
    if (length > maxBytes + spare)
      throw new ToolError(
        `fromFile is too large: at most ${maxBytes.toLocaleString('en')} bytes are taken for this. Nothing was sent.`,
      );
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

const noSuchFile = () =>
  new ToolError(
    'fromFile names no readable file in the directory that the operator allows. Give its path relative to that directory. Nothing was sent.',
  );
