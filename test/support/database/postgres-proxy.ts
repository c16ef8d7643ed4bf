/** A proxy in front of PostgreSQL that can be cut. */
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';

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

/** Tells the types of the messages in what is sent over a connection, in whichever pieces. A client's first has none. */
function messageTypes(isClient: boolean): (bytes: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  let typeLength = isClient ? 0 : 1;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const types: string[] = [];
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readInt32BE(typeLength);
      if (rest.length < length) break;
      types.push(typeLength === 0 ? 'startup' : String.fromCharCode(rest[0] as number));
      typeLength = 1;
      rest = rest.subarray(length);
    }
    return types;
  };
}

/** PostgreSQL's last message to each of these: ReadyForQuery. */
const TO_BE_ANSWERED = ['startup', 'Q', 'S'];
const READY = 'Z';

/** Stands between a client and the PostgreSQL that `connection` leads to. */
export async function startPostgresProxy(connection: ClientConfig): Promise<PostgresProxy> {
  const { host = 'localhost', port = 5432 } = connection;
  const sockets = new Set<Socket>();
  /** How many responses each client is owed. */
  const owed = new Map<Socket, number>();
  let swallowing = false;
  // As PostgreSQL and its clients send: a second piece does not wait until the first is acknowledged.
  const server = createServer({ noDelay: true }, (incoming) => {
    if (swallowing) return void watch(incoming);
    const outgoing = host.startsWith('/')
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection({ port, host, noDelay: true });
    for (const socket of [incoming, outgoing]) watch(socket);
    const [asked, answered] = [messageTypes(true), messageTypes(false)];
    const count = (change: number): void => void owed.set(incoming, (owed.get(incoming) ?? 0) + change);
    incoming.on('data', (bytes) => {
      count(asked(bytes).filter((type) => TO_BE_ANSWERED.includes(type)).length);
    });
    outgoing.on('data', (bytes) => count(-answered(bytes).filter((type) => type === READY).length));
    incoming.on('close', () => owed.delete(incoming));
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
    isQuiet: () => [...owed.values()].every((count) => count <= 0),
  };
}
