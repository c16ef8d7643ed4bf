/** File transfers over plain HTTP. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { send, untilServed } from '../network/send.ts';

/** Target of a test's files: the address of an API, and a key. */
export interface Api {
  baseUrl: string;
  apiKey: string;
}

export interface Announced {
  id: string;
  uploadUrl: string;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Announces a transfer of a file, again while a server does not keep up. */
export async function announce({ baseUrl, apiKey }: Api, said: object = {}): Promise<Announced> {
  const json = { type: 'file', ...said };
  const { status, body } = await untilServed(() => send(baseUrl, 'POST /transfers', { key: apiKey, json }));
  expect(status).toBe(201);
  return body as Announced;
}

/** Sends bytes to an `uploadUrl`: with their length, or as a stream without. */
export function put(url: string, bytes: Buffer<ArrayBuffer> | ReadableStream): Promise<Response> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  return fetch(url, { method: 'PUT', body: bytes, headers, duplex: 'half' } as RequestInit);
}

/** A transfer whose bytes have arrived. */
export async function share(api: Api, bytes: Buffer<ArrayBuffer>, said: object = {}): Promise<Announced> {
  const announced = await announce(api, said);
  expect((await put(announced.uploadUrl, bytes)).status).toBe(200);
  return announced;
}

/** Opens a transfer, which counts a view. */
export async function openFile(api: Api, id: string): Promise<string> {
  const { status, body } = await untilServed(() => send(api.baseUrl, `POST /public/transfers/${id}/open`));
  expect(status).toBe(200);
  return body.downloadUrl as string;
}

/** The status of a download; of one that is answered, read to its end, the digest of its bytes. */
export async function download(url: string): Promise<number | string> {
  const response = await fetch(url);
  if (!response.ok) return response.status;
  const hash = createHash('sha256');
  for await (const piece of response.body as AsyncIterable<Uint8Array>) hash.update(piece);
  return hash.digest('hex');
}

export async function remove({ baseUrl, apiKey }: Api, id: string): Promise<number> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/transfers/${id}`, { method: 'DELETE', headers })).status;
}
