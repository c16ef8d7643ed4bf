import { safeFileName } from '@tempshare/sdk/names';
import { create as contentDisposition } from 'content-disposition';
import { ServiceProblem } from '../../domain/problem.ts';
import { watched } from '../../runtime/pieces.ts';
import type { OutgoingFile } from './file.ts';

/** The headers of a request that decide which of the bytes are sent. */
export interface RangeHeaders {
  range?: string;
  'if-range'?: string;
}

interface Attachment {
  status: 200 | 206;
  headers: Record<string, string>;
  stream: AsyncIterable<Uint8Array>;
  sent?: (taken: Promise<boolean>) => Promise<void>;
}

/**
 * The response that a file is sent with: always as an attachment (RFC 6266), never stored, sniffed, run or embedded; the
 * range that was asked for, if it is of these bytes (RFC 9110, 14).
 * @throws ServiceProblem `range_not_satisfiable`
 */
export function attachment(file: OutgoingFile, request: RangeHeaders): Attachment {
  const { size } = file;
  const etag = `"${file.id}"`;
  const { range: asked, 'if-range': validator = etag } = request;
  const range = validator === etag ? readRange(asked, size) : undefined;
  if (range === null) {
    throw new ServiceProblem('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const { from, to } = range ?? { from: 0, to: size };
  return {
    status: range ? 206 : 200,
    headers: {
      'Accept-Ranges': 'bytes',
      ETag: etag,
      ...(range && { 'Content-Range': `bytes ${from}-${to - 1}/${size}` }),
      'Content-Disposition': disposition(safeFileName(file.fileName) ?? 'download'),
      'Content-Length': String(to - from),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    ...outgoing(file, from, to),
  };
}

/** The bytes; before those that end the file are sent, its `last` is asked. */
function outgoing(
  { read, last, size }: OutgoingFile,
  from: number,
  to: number,
): Pick<Attachment, 'stream' | 'sent'> {
  if (!last || to < size) return { stream: read(from, to) };
  let claimed = false;
  let at = from;
  const guard = async (piece: Uint8Array): Promise<void> => {
    at += piece.length;
    if (at < size) return;
    await last.claim();
    claimed = true;
  };
  return {
    stream: watched(read(from, to), guard),
    sent: async (taken) => {
      if (claimed) await last.settle(taken);
    },
  };
}

/** The name in quotes, whatever it is made of, and as UTF-8 besides where that says more. */
const disposition = (fileName: string): string =>
  contentDisposition(fileName).replace(/^attachment; filename=([^";]+)/, 'attachment; filename="$1"');

/** Bytes of a file: from the one, up to but without the other. */
interface ByteRange {
  from: number;
  to: number;
}

/**
 * Bytes of a `Range` (RFC 9110, 14.1.2): undefined for everything, as for what is malformed, in another unit or
 * several ranges at once; null when the file has none of these bytes.
 */
function readRange(header: string | undefined, size: number): ByteRange | undefined | null {
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
