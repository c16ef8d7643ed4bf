import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from '../src/http/connection/connections.ts';
import { closeInCalm } from '../src/http/connection/listening.ts';

/** Clients on a thread of their own, each of whom opens one connection after the other, until there is no server. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, clients } } = require('node:worker_threads');
  const outcomes = {};
  const ask = () => new Promise((resolve) => {
    let read = '';
    let failure;
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'));
    socket.on('data', (bytes) => (read += bytes));
    socket.on('error', (error) => (failure = error.code));
    socket.on('close', () => resolve(failure ?? (read.includes('served') ? 'served' : 'nothing')));
  });
  const goOn = async () => {
    for (let outcome; outcome !== 'ECONNREFUSED'; ) {
      outcome = await ask();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  Promise.all(Array.from({ length: clients }, goOn)).then(() => parentPort.postMessage(outcomes));
`;

const CLIENTS_AT_ONCE = 32;

describe('a server that listens no longer', () => {
  const server = createHttpServer({});
  afterEach(() => server.closeAllConnections());

  it('has served every connection that was made, though it was never at rest', async () => {
    let served = 0;
    const many = Promise.withResolvers<void>();
    server.on('request', (_request, response) => {
      // The work of others, for which connections wait with the system.
      for (const until = performance.now() + 5; performance.now() < until;);
      response.setHeader('Connection', 'close').end('served');
      if (++served === 3 * CLIENTS_AT_ONCE) many.resolve();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const clients = new Worker(CLIENTS, { eval: true, workerData: { port, clients: CLIENTS_AT_ONCE } });
    const outcomes = once(clients, 'message');
    await many.promise;
    await closeInCalm(server);
    expect(await outcomes).toEqual([{ served: expect.any(Number), ECONNREFUSED: CLIENTS_AT_ONCE }]);
  });
});
