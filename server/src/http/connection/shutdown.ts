import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { operations, type OperationId } from '@tempshare/contract';
import { carriesFile } from '../pacing/file-slots.ts';

/** Interval at which connections are checked, and number of checks without bytes after which one is idle. */
const TICK_MS = 50;
const QUIET_TICKS = 4;

/** State of a connection. */
interface Connection {
  /**
   * Responses that are not over. In one set for all connections, which would be changed all the time, V8 would keep each
   * of them, and the 10 KB behind it, until its next full collection.
   */
  underWay: ServerResponse[];
  bytesRead: number;
  ticks: number;
}

/**
 * Stops a server without breaking a request. First it goes on serving for a while, and asks with `Connection: close`
 * (RFC 9112, 9.6) that no connection is used again: a proxy hears of it by its health check or by that header, and a
 * connection that it keeps idle it closes itself, if its time for that is shorter. Only then is nothing new taken. What
 * is under way ends in its own time, files in theirs.
 */
export class Shutdown {
  readonly #connections = new Map<Socket, Connection>();
  readonly #emptied = Promise.withResolvers<void>();
  #begun = false;
  #finishing = false;

  /** Made before the server serves anything. */
  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#connections.set(socket, { underWay: [], bytesRead: 0, ticks: 0 });
      socket.once('close', () => {
        this.#connections.delete(socket);
        this.#lookWhetherEmpty();
      });
    });
    server.prependListener('request', ({ socket }, response) => {
      if (this.#begun) response.setHeader('Connection', 'close');
      const { underWay } = this.#connections.get(socket) as Connection;
      underWay.push(response);
      response.once('close', () => underWay.splice(underWay.indexOf(response), 1));
    });
  }

  /** Asks all clients for other connections. */
  announce(): void {
    this.#begun = true;
    for (const { underWay } of this.#connections.values())
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  /** Once no new connections come: lets what is under way finish, and cuts what takes too long, in milliseconds. */
  async finish({ requestMs, fileMs }: { requestMs: number; fileMs: number }): Promise<void> {
    this.#finishing = true;
    const idle = setInterval(() => this.#closeQuiet(), TICK_MS);
    const cuts = [
      setTimeout(() => this.#cutAll({ butFiles: true }), requestMs),
      setTimeout(() => this.#cutAll({ butFiles: false }), Math.max(requestMs, fileMs)),
    ];
    this.#lookWhetherEmpty();
    await this.#emptied.promise;
    clearInterval(idle);
    cuts.forEach(clearTimeout);
  }

  #lookWhetherEmpty(): void {
    if (this.#finishing && this.#connections.size === 0) this.#emptied.resolve();
  }

  /** Between two ticks everything that has arrived is read, however busy the process is. */
  #closeQuiet(): void {
    for (const [socket, seen] of this.#connections) {
      const quiet = seen.underWay.length === 0 && socket.bytesRead === seen.bytesRead;
      seen.ticks = quiet ? seen.ticks + 1 : 0;
      seen.bytesRead = socket.bytesRead;
      if (seen.ticks >= QUIET_TICKS) socket.destroySoon();
    }
  }

  #cutAll({ butFiles }: { butFiles: boolean }): void {
    for (const [socket, { underWay }] of this.#connections)
      if (!(butFiles && underWay.some(isFile))) socket.destroy();
  }
}

/** The pipeline notes the operation of a response in its `locals`. */
function isFile(response: ServerResponse & { locals?: { operation?: OperationId } }): boolean {
  const operation = response.locals?.operation;
  return operation !== undefined && carriesFile(operations[operation]);
}
