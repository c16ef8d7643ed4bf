import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from '../../runtime/http.ts';
import type { Speed } from '../body/body-watch.ts';
import { limitConnections } from './connection-limit.ts';
import { respondToClientError, refuseTunnel } from './client-error.ts';
import { takeOneAtATime } from './one-at-a-time.ts';
import { SlowReaders } from './slow-readers.ts';

/** How long clients may be, and how many. */
export interface ConnectionTimeouts {
  /** For a request: by default an hour, which is 25 MiB at 58 kbit/s. Headers have Node's minute. */
  requestMs?: number;
  /** For neither side to send anything: by default a minute. */
  idleMs?: number;
  /** How often the first is looked at. */
  checkMs?: number;
  /** How slowly a client may take a response. */
  responses?: Speed;
  /** How many connections a network may hold; by default any number. */
  connectionsPerNetwork?: number;
  /** How long a connection is not given up after it was used. */
  graceMs?: number;
}

/**
 * A server that settles what happens to connections before there is a request. A connection that is kept for the next
 * request stays longer than proxies keep theirs idle, so that none is closed under a request that has just been sent.
 */
export function createHttpServer(timeouts: ConnectionTimeouts, listener?: RequestListener): Server {
  const { requestMs = 3_600_000, idleMs = 60_000, checkMs = 30_000 } = timeouts;
  // What is wrong with a head that can be parsed is refused by the application, in the one error shape.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: checkMs });
  takeOneAtATime(server);
  const { connectionsPerNetwork, graceMs } = timeouts;
  if (connectionsPerNetwork) limitConnections(server, { most: connectionsPerNetwork, graceMs });
  if (listener) server.on('request', listener);
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = 65_000;
  server.setTimeout(idleMs);
  server.on('clientError', respondToClientError);
  server.on('connect', (_request, socket) => refuseTunnel(socket));
  // `100 Continue` is left to whoever reads the body, so that a client that asks is refused before it sends 25 MiB.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response));
  }
  const slowReaders = new SlowReaders(timeouts.responses ?? { bytesPerSecond: 0, graceMs: 0 });
  server.on('connection', (socket: Socket) => slowReaders.watch(socket));
  server.on('close', () => slowReaders.stop());
  return server;
}
