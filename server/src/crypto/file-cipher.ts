import { openPieces, seal } from './keyring.ts';

/** Size of a chunk in bytes. */
const CHUNK = 262_144;
/** Adds nonce and tag. */
const SEALED_CHUNK = CHUNK + 28;

/** Binds position and end to each chunk, so that chunks cannot be reordered or truncated. */
const context = (fileId: string, seq: number, last: boolean): string =>
  `tempshare/1 file ${fileId} chunk ${seq} ${last ? 'last' : 'more'}`;

/** Seals a file in chunks with AES-256-GCM (STREAM construction). An empty file is one empty chunk. */
export async function* sealFile(
  dataKey: Buffer,
  fileId: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let seq = 0;
  let waiting: Buffer | undefined;
  for await (const chunk of rechunk(bytes, CHUNK)) {
    if (waiting) yield seal(dataKey, context(fileId, seq++, false), waiting);
    waiting = chunk;
  }
  yield seal(dataKey, context(fileId, seq, true), waiting ?? Buffer.alloc(0));
}

/** Opens the range from `from` up to `to` of a sealed file. @throws Error if a bit differs or the end is missing */
export async function* openFile(
  { id, size }: { id: string; size: number },
  { dataKey, from, to }: { dataKey: Buffer; from: number; to: number },
  read: (skip: { pieces: number; bytes: number }) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const end = Math.max(1, Math.ceil(size / CHUNK)) - 1;
  const last = Math.max(0, Math.ceil(to / CHUNK) - 1);
  const first = Math.min(last, Math.floor(from / CHUNK));
  const pieces = read({ pieces: first, bytes: first * SEALED_CHUNK })[Symbol.asyncIterator]();
  const source: Source = { pieces, rest: Buffer.alloc(0), fileId: id };
  const readNext = (length: number) => readFrom(source, length);
  try {
    for (let seq = first; seq <= last; seq++) {
      let at = seq * CHUNK;
      const length = Math.min(CHUNK, size - at);
      const opened = await openPieces(dataKey, context(id, seq, seq === end), { length, read: readNext });
      if (size === 0) yield Buffer.alloc(0);
      // Memory is released piece by piece, so a slow client holds only the following pieces.
      for (let piece = opened.shift(); piece; piece = opened.shift()) {
        const requested = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
        at += piece.length;
        if (requested.length > 0) yield requested;
      }
    }
  } finally {
    await pieces.return?.();
  }
}

/** Sealed bytes as received. `rest` is the unread part of a piece. */
interface Source {
  pieces: AsyncIterator<Uint8Array>;
  rest: Uint8Array;
  fileId: string;
}

/** Reads the next `length` bytes. @throws Error if there are fewer */
async function* readFrom(source: Source, length: number): AsyncGenerator<Uint8Array> {
  for (let remaining = length; remaining > 0;) {
    if (source.rest.length === 0) {
      const next = await source.pieces.next();
      if (next.done) throw new Error(`The bytes of ${source.fileId} are missing.`);
      source.rest = next.value;
    }
    const chunk = source.rest.subarray(0, remaining);
    source.rest = source.rest.subarray(chunk.length);
    remaining -= chunk.length;
    yield chunk;
  }
}

/** Regroups bytes into pieces of `size`; the last may be smaller. A piece is valid until the second one after it. */
async function* rechunk(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let [filling, spare] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
  let length = 0;
  for await (const piece of bytes) {
    for (let rest = piece; rest.length > 0;) {
      const room = rest.subarray(0, size - length);
      filling.set(room, length);
      length += room.length;
      rest = rest.subarray(room.length);
      if (length < size) continue;
      yield filling;
      [filling, spare] = [spare, filling];
      length = 0;
    }
  }
  if (length > 0) yield filling.subarray(0, length);
}
