import { safeFileName } from '@tempshare/sdk/names';
import { MockProblem, notFound } from '../../http/problem.ts';
import type { ArrivedFile, Download } from './file.ts';

const CHUNK_BYTES = 65_536;

/** The headers of a request that decide which of the bytes are sent. */
export interface RangeHeaders {
  range?: string;
  'if-range'?: string;
}

/**
 * The response of an operation that sends the bytes, or the range of them that was asked for: as an attachment that
 * no browser runs.
 *
 * @param download of which only one reader at a time may fetch the end
 */
export function downloadReply(
  { id, label, arrived: { bytes } }: ArrivedFile,
  { range: asked, 'if-range': validator = `"${id}"` }: RangeHeaders,
  download?: Download,
) {
  const size = bytes.length;
  const range = validator === `"${id}"` ? readRange(asked, size) : undefined;
  if (range === null) {
    throw new MockProblem('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const { from, to } = range ?? { from: 0, to: size };
  const stream = chunksOf(bytes.subarray(from, to));
  return {
    status: range ? (206 as const) : (200 as const),
    headers: {
      'Accept-Ranges': 'bytes',
      ETag: `"${id}"`,
      ...(range && { 'Content-Range': `bytes ${from}-${to - 1}/${size}` }),
      'Content-Length': String(to - from),
      'Content-Disposition': attachment(safeFileName(label.fileName)),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    ...(download && to === size ? lastBytes(download, stream, to - from) : { stream }),
  };
}

/** Seconds until who was refused the last bytes may try again. */
const FINISHING_SECONDS = 10;
/** How long a second reader waits for the first one to finish, or to give up. */
const WAITS_MS = 2_000;

/** Sends the last bytes of a consumed file to one reader at a time, and once. */
function lastBytes(download: Download, pieces: AsyncIterable<Uint8Array>, length: number) {
  let settle: (() => void) | undefined;
  const guarded = async function* (): AsyncGenerator<Uint8Array> {
    let at = 0;
    for await (const piece of pieces) {
      at += piece.length;
      if (at === length) settle = await claim(download);
      yield piece;
    }
  };
  return {
    stream: guarded(),
    sent: async (taken: Promise<boolean>): Promise<void> => {
      if (!settle) return;
      const first = !download.completed;
      const isTaken = await taken;
      if (isTaken) download.completed = true;
      settle();
      if (isTaken) download.onCompleted(first);
    },
  };
}

/**
 * Claims the last bytes, and gives what ends the claim.
 * @throws MockProblem `rate_limited` while another reader has them, `not_found` once one has read them
 */
async function claim(download: Download): Promise<() => void> {
  const { file } = download;
  if (file.consumed && download.finishing) await settled(download.finishing, WAITS_MS);
  if (file.consumed && download.completed) throw notFound();
  if (file.consumed && download.finishing) {
    throw new MockProblem('rate_limited', 'The end of this file is being sent already, and goes out once.', {
      headers: { 'Retry-After': String(FINISHING_SECONDS) },
    });
  }
  let settle = (): void => undefined;
  const finishing = new Promise<void>((resolve) => (settle = resolve));
  download.finishing = finishing;
  return () => {
    if (download.finishing === finishing) delete download.finishing;
    settle();
  };
}

/** Waits for a promise, but no longer than some milliseconds. */
function settled(promise: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Parses `Range`: undefined for the whole file, null for bytes beyond its end. */
function readRange(
  header: string | undefined,
  size: number,
): { from: number; to: number } | undefined | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, to: size } : null;
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return null;
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
}

/** The bytes in pieces: one if there are none. */
async function* chunksOf(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  for (let at = 0; at === 0 || at < bytes.length; at += CHUNK_BYTES) yield bytes.slice(at, at + CHUNK_BYTES);
}

/** `Content-Disposition` (RFC 6266), with the name once more in the form of RFC 8187 where ASCII does not do. */
function attachment(fileName = 'download'): string {
  const plain = fileName.replaceAll(/[^ -~]/g, '?');
  const quoted = `attachment; filename="${plain.replaceAll(/["\\]/g, '\\$&')}"`;
  if (plain === fileName && !/%[0-9A-Fa-f]{2}/.test(fileName)) return quoted;
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, percent);
  return `${quoted}; filename*=UTF-8''${encoded}`;
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
