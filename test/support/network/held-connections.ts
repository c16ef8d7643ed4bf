/** A service that accepts connections and never responds, for tests of callers that give up. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts it until the test has finished. `opened` and `closed` resolve with the first request and the first close. */
export async function holdConnections() {
  const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => closed.resolve());
    socket.once('data', () => opened.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, opened: opened.promise, closed: closed.promise };
}
