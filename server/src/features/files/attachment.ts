import { safeFileName } from '@tempshare/sdk/names';
import { create as contentDisposition } from 'content-disposition';
import { ServiceProblem } from '../../domain/problem.ts';
import { watched } from '../../runtime/pieces.ts';
import type { OutgoingFile } from './file.ts';

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
 * Response with a file: always an attachment (RFC 6266), never stored, sniffed, run or embedded, with the requested
 * range if it is of these bytes (RFC 9110, 14). @throws ServiceProblem `range_not_satisfiable`
 */
export function attachment(file: OutgoingFile, request: RangeHeaders): Attachment {
  const { size } = file;
  const etag = `"${file.id}"`;
  const { range: header, 'if-range': validator = etag } = request;
  const range = validator === etag ? readRange(header, size) : undefined;
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

/** Claims the last byte before the bytes that end the file are sent. */
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

/** Quotes the name, and adds it in UTF-8 where that says more. */
const disposition = (fileName: string): string =>
  contentDisposition(fileName).replace(/^attachment; filename=([^";]+)/, 'attachment; filename="$1"');

/** `to` is exclusive. */
interface ByteRange {
  from: number;
  to: number;
}

/**
 * RFC 9110, 14.1.2. Undefined for all bytes: no range, a malformed one, several, or another unit. Null: no such bytes.
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
