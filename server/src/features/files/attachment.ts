import { create as contentDisposition } from 'content-disposition';
import type { OutgoingFile } from './file.ts';

/**
 * The answer that a file is sent with: always as an attachment (RFC 6266), never stored, sniffed, run or embedded.
 */
export function attachment(file: OutgoingFile): {
  status: 200;
  headers: Record<string, string>;
  stream: AsyncIterable<Uint8Array>;
} {
  return {
    status: 200,
    headers: {
      'Content-Disposition': disposition(file.fileName ?? 'download'),
      'Content-Length': String(file.size),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    stream: file.stream,
  };
}

/** The name in quotes, whatever it is made of, and as UTF-8 besides where that says more. */
const disposition = (fileName: string): string =>
  contentDisposition(fileName).replace(/^attachment; filename=([^";]+)/, 'attachment; filename="$1"');
