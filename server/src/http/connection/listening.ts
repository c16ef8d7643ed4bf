import { Server, type AddressInfo, type Socket } from 'node:net';

/**
 * Maximum duration of an idle round of the event loop, and the time to wait for one: longer
 * than a process waits for a processor that ten others want.
 */
const CALM_MS = 0.2;
const CALM_WAIT_MS = 10_000;
/** Rounds that look and do not close: what is compiled while it runs is what is to be fast. */
const WARM_ROUNDS = 50;

/** Listens where the settings say. @returns the URL. */
export async function listen(
  server: Server,
  { PORT, HOST }: { PORT: number; HOST: string },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { syscall: 'listen' })));
    server.listen(PORT, HOST, resolve);
  });
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/**
 * Listens no longer. Closing a listening socket resets the connections that the system has taken and this process has
 * not, and more come while requests are at work. So those that come now are held, until the event loop has looked for
 * more, found none, and had nothing else to do. Then the socket is closed, and they are served.
 */
export async function closeInCalm(server: Server): Promise<void> {
  const { held, release } = holdConnections(server);
  try {
    await closeBetweenConnections(server, held);
  } finally {
    release();
  }
}

/**
 * Closes in a round of the event loop that has taken no connection. What closes has run before, so that nothing has to be
 * compiled between the look and the close: a connection that comes in those some ten microseconds is lost.
 * @param held the connections that come meanwhile
 */
function closeBetweenConnections(server: Server, held: readonly Socket[]): Promise<void> {
  // Not that of an HTTP server, which also closes connections whose first request is about to be read.
  const close = (which: Server): void => void Server.prototype.close.call(which);
  const { promise, resolve } = Promise.withResolvers<void>();
  let rounds = 0;
  let before = 0;
  let began = performance.now();
  const until = began + CALM_WAIT_MS;
  const look = (): void => {
    const now = performance.now();
    if ((held.length === before && now - began < CALM_MS && ++rounds > WARM_ROUNDS) || now > until) {
      close(server);
      return resolve();
    }
    before = held.length;
    began = now;
    setImmediate(look);
  };
  close(new Server());
  look();
  return promise;
}

/** Keeps connections from those who serve them, until they are released: then they are served as if they had come just now. */
function holdConnections(server: Server): { held: readonly Socket[]; release: () => void } {
  const serving = server.listeners('connection') as ((socket: Socket) => void)[];
  const held: Socket[] = [];
  const hold = (socket: Socket): void => void held.push(socket.on('error', ignore));
  server.removeAllListeners('connection').on('connection', hold);
  const release = (): void => {
    server.off('connection', hold);
    for (const listener of serving) server.on('connection', listener);
    for (const socket of held) {
      socket.off('error', ignore);
      if (!socket.destroyed) server.emit('connection', socket);
    }
  };
  return { held, release };
}

/** A client may go while its connection is held. */
const ignore = (): void => undefined;
