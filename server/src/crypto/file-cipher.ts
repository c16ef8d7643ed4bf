import { open, seal } from './keyring.ts';

/** How much of a file is sealed at a time, in bytes. */
const CHUNK = 262_144;
/** A sealed chunk has a nonce and a tag besides. */
const SEALED_CHUNK = CHUNK + 28;

/** Bound to each chunk: its place, and whether it is the last, so that chunks can be neither moved nor cut off. */
const context = (fileId: string, seq: number, last: boolean): string =>
  `tempshare/1 file ${fileId} chunk ${seq} ${last ? 'last' : 'more'}`;

/** Seals a file chunk by chunk with AES-256-GCM, as the STREAM construction does. An empty file is one empty chunk. */
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

/**
 * Opens bytes `from`, up to but without `to`, of what `sealFile` made, however it is cut. Throws when a bit differs or the
 * end is missing.
 * @param read the sealed bytes after those that are skipped
 */
export async function* openFile(
  { id, size }: { id: string; size: number },
  { dataKey, from, to }: { dataKey: Buffer; from: number; to: number },
  read: (skip: { pieces: number; bytes: number }) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const end = Math.max(1, Math.ceil(size / CHUNK)) - 1;
  const last = Math.max(0, Math.ceil(to / CHUNK) - 1);
  let seq = Math.min(last, Math.floor(from / CHUNK));
  for await (const chunk of rechunk(read({ pieces: seq, bytes: seq * SEALED_CHUNK }), SEALED_CHUNK)) {
    const opened = open(dataKey, context(id, seq, seq === end), chunk);
    const start = seq * CHUNK;
    yield opened.subarray(Math.max(0, from - start), Math.max(0, to - start));
    if (seq++ === last) return;
  }
  throw new Error(`The bytes of ${id} are missing.`);
}

/** The same bytes in pieces of `size`; only the last one may be smaller. */
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
