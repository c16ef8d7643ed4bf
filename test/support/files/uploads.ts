/** Uploads in pieces and downloads, over one of several servers. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { send, type Reply } from '../network/send.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const OCTETS = { 'content-type': 'application/octet-stream' };

/** Sends bytes to an `uploadUrl`, over the server at `base`. */
export function put(base: string, uploadUrl: string, bytes: Buffer): Promise<Reply> {
  const path = new URL(uploadUrl).pathname.slice(new URL(base).pathname.length);
  return send(base, `PUT ${path}`, { raw: bytes, headers: OCTETS });
}

/** An upload that has begun and sends the rest when it is told to. */
export interface BegunUpload {
  /** Sends the rest; resolves with the status of the response. */
  finish(rest: Buffer): Promise<number>;
}

export function beginUpload(uploadUrl: string, first: Buffer): BegunUpload {
  const outgoing = request(uploadUrl, { method: 'PUT', headers: OCTETS });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      incoming.resume().on('error', reject);
      incoming.on('end', () => resolve(incoming.statusCode ?? 0));
    });
  });
  outgoing.write(first);
  return {
    finish(rest) {
      outgoing.end(rest);
      return status;
    },
  };
}

/** Response of a download, byte for byte. */
export async function fetchFile(
  base: string,
  path: string,
  key: string,
): Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }> {
  const response = await fetch(base + path, { headers: { authorization: `Bearer ${key}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
}
