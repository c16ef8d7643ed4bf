import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/** A way to a PostgreSQL that can be cut. */
export interface PostgresProxy {
  connection: ClientConfig;
  /** Breaks every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Lets connections through again. */
  mend(): Promise<void>;
  /** From now on nothing comes through, and nobody is told; not even later, over connections of now. */
  swallow: () => void;
  /** Lets new connections through again. */
  relent(): void;
  /** How many connections lead here. */
  connections: () => number;
  /** Whether PostgreSQL owes nobody a response, those aside who would not get it. */
  isQuiet: () => boolean;
}

/** The end of each response: the message ReadyForQuery, without the byte that tells the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** Stands between a client and the PostgreSQL that `connection` leads to. */
export async function startPostgresProxy(connection: ClientConfig): Promise<PostgresProxy> {
  const { host = 'localhost', port = 5432 } = connection;
  const sockets = new Set<Socket>();
  const owed = new Set<Socket>();
  let swallowing = false;
  const server = createServer((incoming) => {
    if (swallowing) return void watch(incoming);
    const outgoing = host.startsWith('/')
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection(port, host);
    for (const socket of [incoming, outgoing]) watch(socket);
    let end = Buffer.alloc(0);
    incoming.on('data', () => owed.add(incoming)).on('close', () => owed.delete(incoming));
    outgoing.on('data', (bytes) => {
      end = Buffer.concat([end, bytes]).subarray(-6);
      if (end.subarray(0, 5).equals(READY)) owed.delete(incoming);
    });
    incoming.pipe(outgoing).pipe(incoming);
  });
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const listen = async (on: number): Promise<void> => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    connection: { ...connection, host: '127.0.0.1', port: own },
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(own),
    swallow() {
      swallowing = true;
      for (const socket of sockets) socket.removeAllListeners('data').unpipe().pause();
      owed.clear();
    },
    relent() {
      swallowing = false;
    },
    connections: () => sockets.size,
    isQuiet: () => owed.size === 0,
  };
}
