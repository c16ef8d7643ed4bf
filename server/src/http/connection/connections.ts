import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from '../../runtime/http.ts';
import type { Speed } from '../body/body-watch.ts';
import { limitConnections } from './connection-limit.ts';
import { respondToClientError, refuseTunnel } from './client-error.ts';
import { takeOneAtATime } from './one-at-a-time.ts';
import { SlowReaders } from './slow-readers.ts';

export interface ConnectionTimeouts {
  /** Timeout of a request; default one hour, which is 25 MiB at 58 kbit/s. Headers have Node's minute. */
  requestMs?: number;
  /** Timeout of an idle connection; default one minute. */
  idleMs?: number;
  /** Interval at which `requestMs` is checked. */
  checkMs?: number;
  /** Minimum speed at which clients read responses. */
  responses?: Speed;
  /** Default: unlimited. */
  connectionsPerNetwork?: number;
  /** Time for which a used connection is not dropped. */
  graceMs?: number;
}

/** Idle connections outlive those of proxies, so that none is closed under a request that was just sent. */
export function createHttpServer(timeouts: ConnectionTimeouts, listener?: RequestListener): Server {
  const { requestMs = 3_600_000, idleMs = 60_000, checkMs = 30_000 } = timeouts;
  // The application refuses bad heads itself, with a problem.
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
  // The reader of the body sends `100 Continue`, so that a refused client does not send 25 MiB.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response));
  }
  const slowReaders = new SlowReaders(timeouts.responses ?? { bytesPerSecond: 0, graceMs: 0 });
  server.on('connection', (socket: Socket) => slowReaders.watch(socket));
  server.on('close', () => slowReaders.stop());
  return server;
}
