import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { Failure } from './failure.ts';
import { bytes } from './progress.ts';
import { fileBytes } from './gen/limits.ts';

const COMPRESSION_LEVEL = 6;
/** The host system whose file modes an entry holds: Unix. */
const UNIX = 3;

/**
 * Packs a folder into a ZIP archive, which every system can open. Links and special files are left out.
 *
 * @param limit maximum size of the archive in bytes
 * @param skipped called with the path of each entry that is left out
 * @throws Failure when the archive is larger than a file may be
 */
export async function zipFolder(
  folder: string,
  {
    signal,
    skipped,
    limit = fileBytes,
  }: { signal: AbortSignal; skipped: (path: string) => void; limit?: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const zip = new Zip((error: Error | null, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk);
    size += chunk.length;
  });
  for (const { name, path, isFolder } of await entriesOf(folder, '', skipped)) {
    signal.throwIfAborted();
    const { mode, mtime } = await stat(path);
    const entry = isFolder
      ? new ZipPassThrough(`${name}/`)
      : new ZipDeflate(name, { level: COMPRESSION_LEVEL });
    Object.assign(entry, { os: UNIX, attrs: mode << 16, mtime });
    zip.add(entry);
    entry.push(isFolder ? new Uint8Array(0) : await readFile(path), true);
    if (size > limit)
      throw new Failure(
        'limit',
        `The folder ${folder} is larger than ${bytes(limit)} as an archive.`,
        'Send parts of it.',
      );
  }
  zip.end();
  return new Uint8Array(Buffer.concat(chunks));
}

interface Entry {
  /** Path in the archive. */
  name: string;
  path: string;
  isFolder: boolean;
}

/** The entries of a folder and those below it, sorted by name. */
async function entriesOf(folder: string, prefix: string, skipped: (path: string) => void): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const found of await opendir(folder)) {
    const [path, name] = [join(folder, found.name), prefix + found.name];
    if (found.isFile()) entries.push({ name, path, isFolder: false });
    else if (found.isDirectory())
      entries.push({ name, path, isFolder: true }, ...(await entriesOf(path, `${name}/`, skipped)));
    else skipped(path);
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
