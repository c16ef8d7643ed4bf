import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { readAllowedHosts, type TargetPolicy } from '../src/features/webhooks/endpoints/target.ts';

export interface Listener {
  port: number;
  connections: number;
  /** All that came in, over all connections. */
  received: string;
  /** Settles when the first connection is closed. */
  closed: Promise<unknown>;
  close: () => void;
}

export interface ListenOptions {
  host?: string;
  port?: number;
  tls?: TlsOptions;
}

/** A real listener that counts, for as long as the test lasts. */
export async function listenForTest(
  serve: (socket: Socket) => void,
  options?: ListenOptions,
): Promise<Listener> {
  const listener = await listen(serve, options);
  onTestFinished(listener.close);
  return listener;
}

export async function listen(
  serve: (socket: Socket) => void,
  { host = '127.0.0.1', port = 0, tls }: ListenOptions = {},
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server: Server = tls ? createTlsServer(tls) : createServer();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const listener: Listener = {
    port: 0,
    connections: 0,
    received: '',
    closed,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  server.on('connection', (socket: Socket) => {
    listener.connections += 1;
    sockets.add(socket.on('error', () => undefined).on('close', () => close()));
  });
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (listener.received += chunk.toString()));
    serve(socket);
  });
  await once(server.listen(port, host), 'listening');
  listener.port = (server.address() as AddressInfo).port;
  return listener;
}

/** Says this when the request is complete, and closes unless told to leave the end to `then`. */
export const respond =
  (text: string, then: (socket: Socket) => void = (socket) => socket.end()) =>
  (socket: Socket): void => {
    let request = '';
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1');
      const [head = '', body] = request.split('\r\n\r\n');
      if (body?.length !== Number(/^content-length: (\d+)$/im.exec(head)?.[1])) return;
      socket.write(text);
      then(socket);
    });
  };

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Many containers have no ::1. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1');

export const policyOf = (allowedHosts: string, resolve?: TargetPolicy['resolve']): TargetPolicy => ({
  allowHttp: true,
  allowedHosts: readAllowedHosts(allowedHosts),
  ...(resolve && { resolve }),
});
