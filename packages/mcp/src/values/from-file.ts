import { constants, type BigIntStats } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { ToolError } from '../tool-error.ts';

export interface AllowedFile {
  /** Without its path. */
  name: string;
  /** The bytes, in order. A Blob of them is read part by part. */
  parts: Uint8Array<ArrayBuffer>[];
}

/** The flags that Windows does not have are left out there. */
const {
  O_RDONLY,
  O_NOFOLLOW = 0,
  O_NONBLOCK = 0,
} = constants as Partial<typeof constants> & typeof constants;

/**
 * Reads a regular file of the directory that the operator allows, at most `maxBytes` long. Links within the directory
 * are followed, links out of it are not. Outside of it nothing can be told apart: a file that is there, one that is
 * not, a directory.
 *
 * @param path relative to the directory, or absolute within it
 * @throws ToolError, which names neither the path nor the directory
 */
export async function readAllowedFile(
  directory: string | undefined,
  path: string,
  maxBytes: number,
): Promise<AllowedFile> {
  if (directory === undefined)
    throw new ToolError(
      'fromFile is off: the operator of this machine allows it by setting SERVICE_MCP_FILES to a directory. Nothing was sent.',
    );
  if (path.split(/[\\/]/).includes('..'))
    throw new ToolError(
      'fromFile must not contain "..": name a file below the allowed directory. Nothing was sent.',
    );
  const real = await locate(directory, path);
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!handle) throw noSuchFile();
  try {
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile()) throw noSuchFile();
    await checkUnmoved(directory, path, facts);
    return { name: basename(path), parts: await readAtMost(handle, maxBytes) };
  } finally {
    await handle.close();
  }
}

/** The file's real path, which is below the directory's. */
async function locate(directory: string, path: string): Promise<string> {
  const found = await Promise.all([realpath(directory), realpath(resolve(directory, path))]).catch(
    () => undefined,
  );
  if (!found) throw noSuchFile();
  const [root, real] = found;
  const below = relative(root, real);
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) throw noSuchFile();
  return real;
}

/** Between looking and opening, a folder on the way may have become a link: what was opened must still be found there. */
async function checkUnmoved(directory: string, path: string, opened: BigIntStats): Promise<void> {
  const found = await stat(await locate(directory, path), { bigint: true }).catch(() => undefined);
  if (found?.dev !== opened.dev || found.ino !== opened.ino) throw noSuchFile();
}

async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(262_144));
    if (bytesRead === 0) return parts;
    length += bytesRead;
    if (length > maxBytes)
      throw new ToolError(
        `fromFile is too large: at most ${maxBytes.toLocaleString('en')} bytes are taken for this. Nothing was sent.`,
      );
    parts.push(buffer.subarray(0, bytesRead));
  }
}

const noSuchFile = () =>
  new ToolError(
    'fromFile names no readable file in the directory that the operator allows. Give its path relative to that directory. Nothing was sent.',
  );
