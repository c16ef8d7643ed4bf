import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from '../../runtime/http.ts';
import type { Speed } from '../body/body-watch.ts';
import { limitConnections } from './connection-limit.ts';
import { respondToClientError, refuseTunnel } from './client-error.ts';
import { takeOneAtATime } from './one-at-a-time.ts';
import { SlowReaders } from './slow-readers.ts';

/** Timeouts and maximum number of connections. */
export interface ConnectionTimeouts {
  /** For a request: by default an hour, which is 25 MiB at 58 kbit/s. Headers have Node's minute. */
  requestMs?: number;
  /** For neither side to send anything: by default a minute. */
  idleMs?: number;
  /** Interval at which the first is checked. */
  checkMs?: number;
  /** Slowest speed at which a client may read a response. */
  responses?: Speed;
  /** Maximum number of connections of a network; by default unlimited. */
  connectionsPerNetwork?: number;
  /** Time for which a used connection is not dropped. */
  graceMs?: number;
}

/**
 * A server that settles what happens to connections before there is a request. A connection that is kept for the next
 * request stays longer than proxies keep theirs idle, so that none is closed under a request that has just been sent.
 */
export function createHttpServer(timeouts: ConnectionTimeouts, listener?: RequestListener): Server {
  const { requestMs = 3_600_000, idleMs = 60_000, checkMs = 30_000 } = timeouts;
  // The application refuses faults in a head that can be parsed, in the one error shape.
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
