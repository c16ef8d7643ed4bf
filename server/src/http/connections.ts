import type { Server } from 'node:http';
import { answerClientError } from './client-error.ts';

/**
 * Settles what happens to connections before there is a request, and how long clients may take: an hour for a request,
 * which is 25 MiB at 58 kbit/s, and a minute in which neither side sends anything. Headers have Node's minute. A
 * connection that is kept for the next request stays longer than proxies keep theirs idle, so that none is closed under a
 * request that has just been sent.
 */
export function governConnections(server: Server, { requestMs = 3_600_000, silenceMs = 60_000 } = {}): void {
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = 65_000;
  server.setTimeout(silenceMs);
  server.on('clientError', answerClientError);
  // `100 Continue` is left to whoever reads the body, so that a client that asks is refused before it sends 25 MiB.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}
