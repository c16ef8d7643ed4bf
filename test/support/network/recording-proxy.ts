/** A proxy that records every byte. */
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

export interface RecordingProxy {
  /** `{url}/api/v1` of the server, over the proxy. */
  baseUrl: string;
  /** All bytes so far, by direction. */
  recorded(): { up: Buffer; down: Buffer };
  close(): Promise<void>;
}

/** @param target the base URL of the server, which speaks plain HTTP */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const { hostname, port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  const [up, down]: [Map<Socket, Buffer[]>, Map<Socket, Buffer[]>] = [new Map(), new Map()];
  const record = (from: Socket, to: Socket, kept: Map<Socket, Buffer[]>) => {
    const pieces: Buffer[] = [];
    kept.set(from, pieces);
    sockets.add(from);
    from.on('data', (piece: Buffer) => pieces.push(piece));
    from.on('error', () => to.destroy()).on('close', () => sockets.delete(from));
    from.pipe(to);
  };
  const server = createServer((incoming) => {
    const outgoing = createConnection(Number(port), hostname);
    record(incoming, outgoing, up);
    record(outgoing, incoming, down);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Each connection by itself: what was sent over one stands together.
  const joined = (kept: Map<Socket, Buffer[]>) => Buffer.concat([...kept.values()].flat());
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    recorded: () => ({ up: joined(up), down: joined(down) }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
