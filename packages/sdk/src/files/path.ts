import { EnvelopeError } from '../envelope/errors.ts';
import { TempshareError } from '../core/tempshare-error.ts';

const PART_BYTES = 262_144;

interface Stats {
  size: number;
  mtimeMs: number;
  isFile(): boolean;
}

interface FileHandle {
  stat(): Promise<Stats>;
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

interface FileSystem {
  stat(path: string | URL): Promise<Stats>;
  open(path: string | URL, flags: 'r'): Promise<FileHandle>;
}

/** @throws TempshareError if there is no such file, or none can be read here; EnvelopeError `file_changed` */
export async function openPath(
  path: string | URL,
): Promise<{ size: number; read(): AsyncGenerator<Uint8Array<ArrayBuffer>> }> {
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } };
  const fs = process?.getBuiltinModule?.('node:fs/promises') as FileSystem | undefined;
  if (!fs) throw new TempshareError('a file cannot be read by its path here: pass a Blob, bytes or a stream');
  const first = await byCode(fs.stat(path));
  if (!first.isFile()) throw new TempshareError('the path does not lead to a file');
  return { size: first.size, read: () => read(fs, path, first) };
}

async function* read(fs: FileSystem, path: string | URL, first: Stats) {
  const handle = await byCode(fs.open(path, 'r'));
  try {
    compare(first, await handle.stat());
    for (;;) {
      const part = new Uint8Array(PART_BYTES);
      const { bytesRead } = await byCode(handle.read(part, 0, PART_BYTES, null));
      if (bytesRead === 0) break;
      yield part.subarray(0, bytesRead);
    }
    compare(first, await handle.stat());
  } finally {
    await handle.close();
  }
}

function compare(first: Stats, now: Stats): void {
  if (now.size !== first.size || now.mtimeMs !== first.mtimeMs)
    throw new EnvelopeError('file_changed', 'the file changed while it was being sent; share it again');
}

/** The system's failures by their code alone: their messages hold the path. */
async function byCode<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    throw new TempshareError(
      `the file cannot be read${typeof code === 'string' ? ` (${code})` : ''}; nothing more was sent`,
    );
  }
}
