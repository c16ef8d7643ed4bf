/** An HTTP connection on which a test writes every byte itself. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  /** Everything that has come so far. */
  readonly received: string;
  /** How many bytes of `write` the other side has read: the system's buffers do not count. 0 once it is closed. */
  readBytes(): Promise<number>;
  /** Sends; resolves to false when the connection does not take it any more. */
  write(data: string | Buffer): Promise<boolean>;
  /** Resolves when what has come matches; rejects when the connection ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Connects, and says the head of a request; `call` is "METHOD url". */
export async function openRaw(
  call: string,
  headers: Record<string, string | number> = {},
): Promise<RawConnection> {
  const [method, address] = call.split(' ') as [string, string];
  const { hostname, port, pathname, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = '';
  let taken = 0;
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return {
    socket,
    get received() {
      return received;
    },
    readBytes: async () => Math.max(0, taken - (await inBuffers(socket))),
    write: (data) =>
      new Promise((resolve) => {
        if (!socket.writable) return void resolve(false);
        const over = (): void => resolve(false);
        socket.once('close', over);
        socket.write(data, (error) => {
          socket.off('close', over);
          if (!error) taken += data.length;
          resolve(!error);
        });
      }),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(received);
          if (!found) return;
          socket.off('data', look).off('close', ended);
          resolve(found);
        };
        const ended = (): void => reject(new Error(`The connection ended after: ${received.slice(-500)}`));
        socket.on('data', look).once('close', ended);
        look();
        if (socket.closed) ended();
      }),
  };
}

/** The bytes of a connection between two programs of this machine that were sent and not read yet. */
async function inBuffers({ localPort = 0, remotePort = 0 }: Socket): Promise<number> {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
  const table = await readFile('/proc/net/tcp', 'utf8');
  /** Unsent and unread bytes of one end, as long as it is established. */
  const queues = (from: number, to: number): number[] => {
    const found = new RegExp(`:${hex(from)} \\w+:${hex(to)} 01 (\\w+):(\\w+)`).exec(table);
    return found ? found.slice(1).map((queue) => parseInt(queue, 16)) : [Infinity, Infinity];
  };
  const [unsent = 0] = queues(localPort, remotePort);
  const [, unread = 0] = queues(remotePort, localPort);
  return unsent + unread;
}
