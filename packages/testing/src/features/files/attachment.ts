import type { ArrivedFile, Download } from './file.ts';
import { MockProblem } from '../../http/problem.ts';

const CHUNK_BYTES = 65_536;

/** The headers of a request that decide which of the bytes are sent. */
export interface RangeHeaders {
  range?: string;
  'if-range'?: string;
}

/**
 * The answer of an operation that hands over the bytes, or the range of them that was asked for: as an attachment that
 * no browser runs.
 *
 * @param download of whose last byte only one reader at a time gets hold
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
      'Content-Disposition': attachment(label.fileName),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    ...(download && to === size ? lastByte(download, stream, to - from) : { stream }),
  };
}

/** Of a consumed transfer the last byte goes to one reader at a time, and once: the stream of another one breaks off. */
function lastByte(download: Download, bytes: AsyncIterable<Uint8Array>, count: number) {
  let mine = false;
  const guarded = async function* (): AsyncGenerator<Uint8Array> {
    let left = count;
    for await (const piece of bytes) {
      left -= piece.length;
      if (left === 0) claim();
      yield piece;
    }
  };
  const claim = (): void => {
    const { finishing, completed, file } = download;
    if (file.consumed && (finishing || completed)) throw new TypeError('terminated');
    mine = true;
    download.finishing = true;
  };
  return {
    stream: guarded(),
    sent: async (): Promise<void> => {
      const first = !download.completed;
      Object.assign(download, { completed: true, finishing: false });
      download.onCompleted(first);
    },
    left: (): void => {
      if (mine) download.finishing = false;
    },
  };
}

/** What a `Range` asks for: undefined for everything, null for bytes that are not there. */
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

async function* chunksOf(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.slice(at, at + CHUNK_BYTES);
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
