import { TempshareError } from '../core/tempshare-error.ts';
import { ignore } from '../internal/ignore.ts';
import { tagOf, viewOf } from '../internal/tag.ts';
import { safeFileName } from '../names/index.ts';
import { plainMediaType } from './names.ts';
import { openPath } from './path.ts';

/**
 * The bytes of a file: a Blob or File, bytes, a stream, or the path of a file on this machine (Node.js, Bun and Deno), a
 * `file:` URL if you like. Bytes, Blobs and paths can be read again, so a broken upload is repeated; a stream cannot: it
 * is read to its end or, when the call fails, closed (destroyed, cancelled, returned). One that is being read or has
 * been is refused. What a stream itself fails with is the `cause` of a TempshareError.
 */
export type FileSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { readonly path: string | URL };

/** How far an upload or download is. */
export interface Progress {
  /** Bytes of the file itself, before sealing. */
  loaded: number;
  /** Undefined for a stream whose size nobody has said. */
  total: number | undefined;
}

/** Called with the progress. What it throws is ignored; to end the transfer, abort the `signal`. */
export type OnProgress = (progress: Progress) => void;

export interface Source {
  name: string | undefined;
  type: string | undefined;
  size: number | undefined;
  repeatable: boolean;
  open(): AsyncIterable<Uint8Array>;
}

/** @throws TempshareError for what is none of the kinds, and for a path that cannot be read */
export async function readSource(file: FileSource): Promise<Source> {
  const given: unknown = file;
  if (isBlob(given)) return blobSource(given);
  const view = viewOf(given);
  if (view) return bytesSource(view);
  if (typeof given === 'object' && given !== null) {
    if (Symbol.asyncIterator in given) return streamSource(given as AsyncIterable<Uint8Array>);
    if ('path' in given && (typeof given.path === 'string' || tagOf(given.path) === 'URL'))
      return pathSource(given.path as string | URL);
  }
  throw new TempshareError(
    'file must be a Blob, a File, bytes, a ReadableStream, an async iterable of bytes, or { path } of a file',
  );
}

/** Whether a value is a Blob or File. Those of libraries and of happy-dom have no tag. */
function isBlob(value: unknown): value is Blob {
  const { slice, size } = Object(value) as Partial<Blob>;
  return !!slice && typeof size === 'number';
}

function blobSource(blob: Blob): Source {
  const { name } = blob as { name?: unknown };
  return {
    name: typeof name === 'string' ? safeFileName(name) : undefined,
    type: plainMediaType(blob.type),
    size: blob.size,
    repeatable: true,
    open: () => ((blob.stream as unknown) ? iterate(blob.stream()) : read(blob)),
  };
}

/** The bytes of a Blob of jsdom, which has no method that gives them. */
async function* read(blob: Blob) {
  const reader = new FileReader();
  const bytes = new Promise<ArrayBuffer>((resolve, reject) => {
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsArrayBuffer(blob);
  yield* parts(new Uint8Array(await bytes));
}

function bytesSource(bytes: Uint8Array<ArrayBuffer>): Source {
  const { length: size } = bytes;
  return { name: undefined, type: undefined, size, repeatable: true, open: () => parts(bytes) };
}

async function* parts(bytes: Uint8Array<ArrayBuffer>) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

function streamSource(bytes: AsyncIterable<Uint8Array>): Source {
  return { name: undefined, type: undefined, size: undefined, repeatable: false, open: () => bytes };
}

async function pathSource(path: string | URL): Promise<Source> {
  const file = await openPath(path);
  const name =
    typeof path === 'string'
      ? path.split(/[\\/]/).at(-1)
      : decodeURIComponent(path.pathname.split('/').at(-1)!);
  return {
    name: safeFileName(name),
    type: undefined,
    size: file.size,
    repeatable: true,
    open: () => file.read(),
  };
}

/** A stream as an async iterable, which not every browser makes of it. */
export async function* iterate(
  stream: ReadableStream<Uint8Array>,
  reader = stream.getReader(),
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let done = false;
  try {
    for (;;) {
      const read: ReadableStreamReadResult<Uint8Array> = await reader.read();
      done = read.done;
      if (read.done) return;
      yield asBytes(read.value);
    }
  } finally {
    if (!done) await reader.cancel().catch(() => undefined);
  }
}

export function asBytes(value: unknown): Uint8Array<ArrayBuffer> {
  const tag = tagOf(value);
  // A FileHandle yields ArrayBuffers in Node.js 20.
  if (tag === 'Uint8Array' || tag === 'ArrayBuffer') return viewOf(value)!;
  throw new TempshareError('the stream of a file must give bytes (Uint8Array)');
}

export const sourceFailed = (cause: unknown): TempshareError =>
  cause instanceof TempshareError
    ? cause
    : new TempshareError('the file could not be read to its end: what it is read from failed', { cause });

/** Begun when it is first read, pulled as it is read, ended when it is cancelled. */
export function toStream(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  onCancel?: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(stream) {
        const next = await iterator.next();
        if (next.done) stream.close();
        else stream.enqueue(next.value);
      },
      async cancel() {
        onCancel?.();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

export async function collect(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of bytes) parts.push(part);
  return parts;
}

/** A listener that fails, at once or later, must not fail the work it listens to. */
export function report(onProgress: OnProgress | undefined, progress: Progress): void {
  if (!onProgress) return;
  const call = async () => onProgress(progress);
  call().catch(ignore);
}
