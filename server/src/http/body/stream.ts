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

/** A response that is not JSON. */
export interface StreamReply {
  status: number;
  headers?: Record<string, string>;
  stream: AsyncIterable<Uint8Array>;
  /** Told, once nothing more is sent, whether the client has taken all of it. */
  sent?: (taken: Promise<boolean>) => Promise<void>;
}

/** Maximum time that the client of an event stream may read nothing. Such a stream is never silent. */
const STALLED_MS = 60_000;

/**
 * Sends a response as it comes. Its first piece is waited for before anything is sent, so that what fails by then is
 * still a problem; what fails later breaks the connection, so that nobody takes a part for the whole.
 */
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
    // A client confirms that it has everything by closing the connection. An empty file is headers alone.
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

/**
 * Whether everything was written: not when the client went away, when nobody is left to tell. Of a response that its
 * client is to have taken `length` bytes of, the connection stays open, and the response unended.
 */
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
  // The HTTP server would close its side at once, and what the system knows of the connection would be gone.
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

/** Maximum time that a client may read nothing of the network's buffers. */
const TAKING_MS = 60_000;

/**
 * Whether the client has taken all that was written. One that has read the last byte of a response with
 * `Connection: close` closes the connection (RFC 9112, 9.6), and has acknowledged everything by then, if the system knows
 * that; one that closes before did not want the rest. One that resets it has broken off, and one that keeps it open
 * has it when it was acknowledged.
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

/** Waits until the client has closed its side, or the connection is over; not for longer than it may take. */
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

/** Bytes read from a connection after a refusal (the largest body and a bit), and the time for it. */
const LINGER_BYTES = 26 * 1_048_576;
const LINGER_MS = 10_000;

/**
 * Responds to a request whose body has not been read to its end. A connection that is closed under a client that is still
 * sending is reset, and the client loses the response. So the response goes out first, and the rest is read for a while: many
 * clients look for a response only when they have sent everything.
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
