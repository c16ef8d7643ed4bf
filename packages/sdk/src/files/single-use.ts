import { ignore } from '../internal/ignore.ts';
import { isStream, viewOf } from '../internal/tag.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { iterate, sourceFailed } from './source.ts';

export interface Owned<F> {
  file: F;
  /** Ends what can be read only once: nobody else will. */
  close: () => void;
  release: () => void;
}

/** Parts of a Node.js stream that are used; old streams lack some. */
export interface NodeStream {
  on(event: 'error' | 'close', listener: () => void): void;
  off?(event: 'error' | 'close', listener: () => void): void;
  destroy?(): void;
  resume?(): void;
  iterator?(options: { destroyOnReturn: boolean }): AsyncGenerator<Uint8Array>;
  destroyed?: boolean;
  errored?: unknown;
  readableDidRead?: boolean;
  readableEnded?: boolean;
  readableFlowing?: boolean | null;
  socket?: unknown;
  /** A number for the response that a client has received. */
  statusCode?: unknown;
}

const shared = globalThis as unknown as Record<symbol, WeakSet<object> | undefined>;
const key = Symbol.for('tempshare.taken');

/** Shared by all copies of this package. */
const isTaken = (source: object): boolean => shared[key]?.has(source) ?? false;

/** @throws TempshareError for what somebody reads or has read; it is left as it is */
export function takeOwnership<F>(given: F): Owned<F>;
export function takeOwnership(given: unknown): Owned<unknown> {
  if (isStream(given)) return webStream(given);
  if (isNodeStream(given)) return nodeStream(given);
  if (isIterator(given)) return iterator(given);
  // The caller may overwrite them meanwhile.
  return { file: copyOf(given) ?? given, close: ignore, release: ignore };
}

function copyOf(bytes: unknown): Uint8Array | undefined {
  try {
    return viewOf(bytes)?.slice();
  } catch (cause) {
    throw new TempshareError('the bytes of the file cannot be read; nothing was sent', { cause });
  }
}

function webStream(stream: ReadableStream<Uint8Array>): Owned<AsyncIterable<Uint8Array>> {
  if (stream.locked || isDisturbed(stream)) throw inUse();
  const reader = stream.getReader();
  const close = () => void reader.cancel().catch(ignore);
  return { file: iterate(stream, reader), close, release: ignore };
}

/** A stream does not show that it has been read from, but cannot be the body of a Response then. Fetch, 6.4. */
function isDisturbed(stream: ReadableStream): boolean {
  try {
    new Response(stream);
    return false;
  } catch {
    return true;
  }
}

/** Other event emitters are not closed by a call. */
export const isNodeStream = (file: unknown): file is NodeStream =>
  Symbol.asyncIterator in Object(file) && typeof (file as Partial<NodeStream>).on === 'function';

function nodeStream(stream: NodeStream): Owned<unknown> {
  const off = () => {
    stream.off?.('error', ignore);
    stream.off?.('close', off);
  };
  // One that is destroyed may still emit why, until it emits that it is closed.
  stream.on('close', off);
  const release = () => {
    if (!stream.destroyed) off();
  };
  try {
    if (stream.errored && !stream.readableDidRead) throw sourceFailed(stream.errored);
    const { destroyed, readableDidRead, readableEnded, readableFlowing } = stream;
    if (destroyed || readableDidRead || readableEnded || readableFlowing) throw inUse();
    takeOnce(stream);
  } catch (error) {
    release();
    throw error;
  }
  if (isRequest(stream)) return { ...keptOpen(stream), release };
  const close = () => {
    stream.destroy?.();
    release();
  };
  return { file: stream, close, release };
}

/** An HTTP request that a server has received. To destroy it would end the connection, which its response needs. */
const isRequest = (stream: NodeStream): boolean =>
  'socket' in stream && typeof stream.statusCode !== 'number';

function keptOpen(stream: NodeStream): Omit<Owned<unknown>, 'release'> {
  const file = stream.iterator?.({ destroyOnReturn: false });
  const drain = () => stream.resume?.();
  return {
    file: file ?? stream,
    close: () => void Promise.resolve(file?.return(undefined)).then(drain, drain),
  };
}

const isIterator = (file: unknown): file is AsyncIterator<Uint8Array> =>
  typeof file === 'object' && file !== null && Symbol.asyncIterator in file && 'next' in file;

function iterator(file: AsyncIterator<Uint8Array>): Owned<AsyncIterator<Uint8Array>> {
  takeOnce(file);
  const end = async () => file.return?.();
  return { file, close: () => void end().catch(ignore), release: ignore };
}

function takeOnce(source: object): void {
  if (isTaken(source)) throw inUse();
  (shared[key] ??= new WeakSet()).add(source);
}

const inUse = () =>
  new TempshareError(
    'the stream is in use already, or has been read: a file needs one of its own; nothing was sent',
  );
