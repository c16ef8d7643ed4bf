import type { Duplex } from 'node:stream';
import { prefixedId } from '../crypto/tokens.ts';
import { ServiceProblem } from './problem.ts';

const REFUSALS: Record<string, { status: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: 'The request line and the headers may have at most 16384 bytes together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', detail: 'The request did not arrive in time.' },
};
const MALFORMED = { status: '400 Bad Request', detail: 'This is not a well-formed HTTP/1.1 request.' };

/** Answers in the one error shape what Node's parser refuses before there is a request. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  // An answer that is still being made on this connection must not be overtaken.
  const answering = (socket as Duplex & { _httpMessage?: unknown })._httpMessage;
  if (!socket.writable || error.code === 'ECONNRESET' || answering) {
    socket.destroy();
    return;
  }
  const { status, detail } = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const requestId = prefixedId('req');
  const problem = new ServiceProblem('malformed_request', detail).toBody(requestId);
  const body = JSON.stringify({ ...problem, status: Number(status.slice(0, 3)) });
  const head = [
    `HTTP/1.1 ${status}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
