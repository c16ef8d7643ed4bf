import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperationInfo } from '@tempshare/contract';
import type { Request, Response } from 'express';

/** An answer that is not JSON. */
export interface StreamReply {
  status: number;
  headers?: Record<string, string>;
  stream: AsyncIterable<Uint8Array>;
  sent?: () => Promise<void>;
}

/**
 * Sends an answer as it comes. Its first piece is waited for before anything is sent, so that what fails by then is
 * still answered by a problem; what fails later breaks the connection, so that nobody takes a part for the whole.
 */
export async function sendStream(
  response: Response,
  operation: OperationInfo,
  reply: StreamReply,
): Promise<void> {
  const pieces = reply.stream[Symbol.asyncIterator]();
  const first = await pieces.next();
  response.status(reply.status).set(reply.headers ?? {});
  response.set('Content-Type', operation.responseType as string);
  try {
    await pipeline(Readable.from(startingWith(first, pieces), { objectMode: false }), response);
  } catch (error) {
    // The client went away: nobody is left to tell.
    if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
  await reply.sent?.();
}

async function* startingWith<Piece>(
  first: IteratorResult<Piece>,
  rest: AsyncIterator<Piece>,
): AsyncGenerator<Piece> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** What is still read of a request after it has been refused, and for how long. */
const LINGER_BYTES = 1_048_576;
const LINGER_MS = 2_000;

/**
 * Answers a request whose body has not been read to its end. A connection that is closed under a client that is still
 * sending is reset, and the client loses the answer; so the answer goes out first, and the rest is read for a while.
 */
export async function answerEarly(request: Request, response: Response, body: string): Promise<void> {
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) });
  response.write(body);
  let count = 0;
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), LINGER_MS);
  request.on('data', (chunk: Buffer) => {
    count += chunk.length;
    if (count > LINGER_BYTES) enough.abort();
  });
  await once(request, 'close', { signal: enough.signal }).catch(() => undefined);
  clearTimeout(timer);
  response.end();
}
