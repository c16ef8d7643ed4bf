import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from './client-error.ts';
import { clientNetwork } from './client-address.ts';
import { connectionOf } from './one-at-a-time.ts';
import { ServiceProblem } from '../../domain/problem.ts';

/** Time for a refused client to read the reason, and maximum number of such clients. */
const LINGER_MS = 1_000;
const LINGERING = 1_000;

/** Time after the start or end of an exchange in which the next request may be on its way. */
const GRACE_MS = 1_000;

export interface ConnectionLimit {
  most: number;
  graceMs?: number | undefined;
}

/**
 * Limits the connections of a network. A new one replaces the longest idle one, else the one that has been sending its
 * request for longest. It is refused if all are at work, or were within `graceMs`.
 */
export function limitConnections(server: Server, { most, graceMs = GRACE_MS }: ConnectionLimit): void {
  /** Connections of each network, least recently used first. */
  const networks = new Map<string, Set<Socket>>();
  const neighbours = new WeakMap<Socket, Set<Socket>>();
  const usedAt = new WeakMap<Socket, number>();
  let lingering = 0;

  const turnAway = (socket: Socket): void => {
    if (lingering >= LINGERING) return void socket.destroy();
    lingering++;
    socket.once('close', () => lingering--);
    connectionOf(socket)?.stop();
    refuse(socket, tooMany(most), { lingerMs: LINGER_MS });
  };

  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress);
    const held = networks.get(network) ?? new Set<Socket>();
    if (held.size >= most) {
      const before = performance.now() - graceMs;
      const replaced = replaceable(held, (other) => (usedAt.get(other) as number) <= before);
      if (!replaced) return turnAway(socket);
      held.delete(replaced);
      replaced.destroy();
    }
    networks.set(network, held.add(socket));
    neighbours.set(socket, held);
    usedAt.set(socket, performance.now());
    socket.once('close', () => {
      held.delete(socket);
      if (held.size === 0) networks.delete(network);
    });
  });

  server.prependListener('request', ({ socket }, response) => {
    const touch = (): void => {
      const held = neighbours.get(socket);
      if (held?.delete(socket)) held.add(socket);
      usedAt.set(socket, performance.now());
    };
    touch();
    response.once('close', touch);
  });
}

function replaceable(held: ReadonlySet<Socket>, isLeft: (socket: Socket) => boolean): Socket | undefined {
  let sending: Socket | undefined;
  for (const socket of held) {
    if (!isLeft(socket)) break;
    const exchange = connectionOf(socket)?.latest;
    if (!exchange) return socket;
    if (!exchange.request.complete) sending ??= socket;
  }
  return sending;
}

const tooMany = (most: number): ServiceProblem =>
  new ServiceProblem(
    'rate_limited',
    `Your address has ${most} connections here, all of them in use. Retry when some are not.`,
    { retryAfter: 1 },
  );
