import { Server, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How long a round of the event loop takes that has nothing to do, and how long such a one is waited for. */
const CALM_MS = 0.2;
const CALM_WAIT_MS = 2_000;

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
 * not. So it is done right after the event loop has looked for them, found none, and had nothing else to do.
 */
export async function closeInCalm(server: Server): Promise<void> {
  let taken = 0;
  const count = (): void => void taken++;
  server.on('connection', count);
  const until = performance.now() + CALM_WAIT_MS;
  for (let began = performance.now(); began < until; began = performance.now()) {
    const before = taken;
    await setImmediate();
    if (taken === before && performance.now() - began < CALM_MS) break;
  }
  server.off('connection', count);
  // Not that of an HTTP server, which also closes connections whose first request is about to be read.
  Server.prototype.close.call(server);
}
