/** A proxy that cuts connections in the middle of a response. */
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  /** `{url}/api/v1` of the server, over the proxy. */
  baseUrl: string;
  /** Target of new connections. */
  target: string;
  /** After how many bytes of responses each new connection is cut, and whether it is reset; asked once for each. */
  plan: () => { after: number; reset: boolean } | undefined;
  /** How many connections were cut so far. */
  cuts: number;
  /** Breaks all connections that are there. */
  drop(): void;
  close(): Promise<void>;
}

/** @param target the base URL of the server, which speaks plain HTTP */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const { hostname, port } = new URL(proxy.target);
    const outgoing = createConnection(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    const cut = (): void => {
      proxy.cuts++;
      if (plan?.reset) incoming.resetAndDestroy();
      else incoming.destroy();
      // As a line that breaks: the server is not told that everything was read.
      outgoing.resetAndDestroy();
    };
    incoming.on('error', () => outgoing.resetAndDestroy());
    outgoing.on('error', () => incoming.destroy());
    incoming.pipe(outgoing);
    const plan = proxy.plan();
    if (!plan) return void outgoing.pipe(incoming);
    let left = plan.after;
    outgoing.on('data', (piece: Buffer) => {
      if (left > piece.length) incoming.write(piece);
      else incoming.write(piece.subarray(0, left), cut);
      left -= piece.length;
      if (left <= 0) outgoing.pause();
    });
    outgoing.on('end', () => incoming.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { pathname } = new URL(target);
  const proxy: CuttingProxy = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    target,
    plan: () => undefined,
    cuts: 0,
    drop: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      proxy.drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
