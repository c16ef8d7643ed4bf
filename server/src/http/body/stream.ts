import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperationInfo } from '@tempshare/contract';
import type { Request, Response } from 'express';
import { watched } from '../../runtime/pieces.ts';
import { unacknowledged } from '../connection/acknowledged.ts';
import { isBroken } from './body-watch.ts';
import { exemptFromSpeed } from '../connection/slow-readers.ts';

export interface StreamReply {
  status: number;
  headers?: Record<string, string>;
  stream: AsyncIterable<Uint8Array>;
  /** Called when nothing more is sent. `taken` tells whether the client has received everything. */
  sent?: (taken: Promise<boolean>) => Promise<void>;
}

/** Timeout of an event stream that its client does not read. The server itself writes more often. */
const STALLED_MS = 60_000;

/** Streams a response. An error before the first piece becomes a problem; a later one breaks the connection. */
export async function sendStream(
  response: Response,
  operation: Pick<OperationInfo, 'responseType'>,
  { stream, sent, ...reply }: StreamReply,
): Promise<void> {
  if (response.req.method === 'HEAD') {
    setHead(response, operation, reply).end();
    return;
  }
  const pieces = stream[Symbol.asyncIterator]();
  let taken = Promise.resolve(false);
  try {
    const first = await pieces.next();
    if (response.destroyed) return;
    setHead(response, operation, reply);
    // The client confirms the receipt by closing the connection. An empty file has headers only.
    if (sent) response.set('Connection', 'close').flushHeaders();
    const length = sent && Number(reply.headers?.['Content-Length']);
    const written = await sendPieces(response, startingWith(first, pieces), length);
    if (written && sent) taken = isTaken(response).finally(() => response.end());
  } finally {
    await pieces.return?.();
    await sent?.(taken);
  }
}

function setHead(
  response: Response,
  operation: Pick<OperationInfo, 'responseType'>,
  { status, headers = {} }: Pick<StreamReply, 'status' | 'headers'>,
): Response {
  response
    .status(status)
    .set(headers)
    .set('Content-Type', operation.responseType as string);
  if (operation.responseType === 'text/event-stream') {
    response.setTimeout(STALLED_MS);
    exemptFromSpeed(response.req.socket);
  }
  return response;
}

/** Returns false if the client went away. With `length` the response stays unended, for `isTaken`. */
async function sendPieces(
  response: Response,
  pieces: AsyncIterable<Uint8Array>,
  length: number | undefined,
): Promise<boolean> {
  const { socket } = response.req;
  let bytes = 0;
  const counted = watched(pieces, (piece) => void (bytes += piece.length));
  const source = Readable.from(counted, { objectMode: false });
  const leave = (): void => {
    const isOut = bytes === length && source.readableLength === 0 && response.writableLength === 0;
    if (!isOut) response.destroy();
  };
  // Node.js would close its side at once, and the kernel would forget what is unacknowledged.
  if (length !== undefined) socket.removeAllListeners('end').once('end', leave);
  try {
    await pipeline(source, response, { end: length === undefined });
    return true;
  } catch (error) {
    response.destroy();
    if (CLIENT_GONE.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

const CLIENT_GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

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

/** Maximum time without progress of the client. */
const TAKING_MS = 60_000;

/**
 * Returns whether the client has received everything: nothing is unacknowledged, or, where the system does not tell,
 * the client has closed the connection (RFC 9112, 9.6). A reset, an early close, or no progress means no.
 */
async function isTaken(response: Response): Promise<boolean> {
  const { socket } = response.req;
  socket.setTimeout(0);
  for (let before = Infinity; ;) {
    await endOf(socket);
    const left = await unacknowledged(socket);
    if (socket.destroyed) return false;
    if (left === undefined) return socket.readableEnded;
    if (left === 0) return true;
    if (socket.readableEnded || left >= before) return false;
    before = left;
  }
}

/** Waits until the client closes its side, the connection ends, or `TAKING_MS` pass. */
function endOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(silent);
      socket.off('end', over).off('close', over);
      resolve();
    };
    const silent = setTimeout(over, TAKING_MS);
    socket.once('end', over).once('close', over);
    if (socket.destroyed || socket.readableEnded) over();
  });
}

/** Bytes to read after a refusal (the largest body and a bit), and the time for it. */
const LINGER_BYTES = 26 * 1_048_576;
const LINGER_MS = 10_000;

/**
 * Responds before the body has been read. Closing the connection under a client that still sends would reset it and
 * lose the response, so the rest is read for a while.
 */
export async function respondEarly(request: Request, response: Response, body: string): Promise<void> {
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) });
  response.write(body);
  request.on('data', () => {
    if (request.socket.bytesRead > LINGER_BYTES) request.pause();
  });
  const timeout = AbortSignal.timeout(LINGER_MS);
  if (!request.destroyed && !isBroken(request))
    await once(request, 'close', { signal: timeout }).catch(() => undefined);
  response.end();
}
