import type { Duplex } from 'node:stream';
import { prefixedId } from '../../crypto/tokens.ts';
import { breakBody } from '../body/body-watch.ts';
import { crossOriginHeaders } from '../pipeline/cross-origin.ts';
import { connectionOf } from './one-at-a-time.ts';
import { ServiceProblem } from '../../domain/problem.ts';

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
};
/** Time to read on after a refusal, so that the connection is not reset under the response. */
const LINGER_MS = 10_000;

/** Responds to what Node's parser refuses: after the previous response, or by failing the body that is being read. */
export function respondToClientError(error: Error & { code?: string }, socket: Duplex): void {
  const connection = connectionOf(socket);
  const exchange = connection?.latest;
  connection?.stop();
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
  } else if (!exchange) {
    refuse(socket, problemOf(error), { path: connection?.path });
  } else if (exchange.request.complete) {
    exchange.response.once('finish', () => refuse(socket, problemOf(error), { path: connection.path }));
  } else {
    exchange.response.shouldKeepAlive = false;
    exchange.response.once('finish', () => socket.end());
    breakBody(exchange.request, problemOf(error));
    destroyLater(socket);
  }
}

export function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => undefined).resume();
  refuse(socket, new ServiceProblem('malformed_request', 'CONNECT is for proxies. This is none.'));
}

function problemOf({ code }: { code?: string }): ServiceProblem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceProblem(
        'malformed_request',
        'The request line and the headers may have at most 16384 bytes together.',
        { status: 431 },
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceProblem('malformed_request', 'The request did not arrive in time.', { status: 408 });
    default:
      return new ServiceProblem('malformed_request', 'This is not a well-formed HTTP/1.1 request.');
  }
}

/** Writes a problem to a socket without a parsed request, and closes it. */
export function refuse(
  socket: Duplex,
  problem: ServiceProblem,
  { path = '', lingerMs = LINGER_MS }: { path?: string | undefined; lingerMs?: number } = {},
): void {
  if (!socket.writable) return;
  const requestId = prefixedId('req');
  const body = JSON.stringify(problem.toBody(requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${REASONS[problem.status]}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries({ ...problem.headers, ...crossOriginHeaders(path) }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  destroyLater(socket, lingerMs);
}

function destroyLater(socket: Duplex, lingerMs = LINGER_MS): void {
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(linger));
}
