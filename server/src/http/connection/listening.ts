import { Server, type AddressInfo, type Socket } from 'node:net';

/** Maximum duration of an idle event loop round, and time to wait for one while ten processes want the processor. */
const CALM_MS = 0.2;
const CALM_WAIT_MS = 10_000;
/** Rounds before the close, so that its code is compiled when it counts. */
const WARM_ROUNDS = 50;

/** Returns the URL. */
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
 * Stops listening. Closing the socket resets connections that the kernel accepted and this process did not, so new ones
 * are held until an idle round of the event loop finds no more. Then they are served.
 */
export async function closeInCalm(server: Server): Promise<void> {
  const { held, release } = holdConnections(server);
  try {
    await closeBetweenConnections(server, held);
  } finally {
    release();
  }
}

/** Closes in an idle round. A connection in the some ten microseconds between check and close is lost. */
function closeBetweenConnections(server: Server, held: readonly Socket[]): Promise<void> {
  // An HTTP server's `close` would also close connections whose first request is about to be read.
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

/** Withholds new connections from the server until they are released. */
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
