import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { operations, type OperationId } from '@tempshare/contract';
import { carriesFile } from '../pacing/file-slots.ts';

/** Interval of the check for idle connections, and checks without bytes after which one is idle. */
const TICK_MS = 50;
const QUIET_TICKS = 4;

interface Connection {
  /**
   * Unfinished responses, per connection: V8 keeps the contents of one big changing set until its next full collection.
   */
  responses: ServerResponse[];
  bytesRead: number;
  ticks: number;
}

/**
 * Graceful shutdown. `announce` sends `Connection: close` (RFC 9112, 9.6), so that clients and proxies go elsewhere.
 * `finish` drains, with separate time limits for requests and files.
 */
export class Shutdown {
  readonly #connections = new Map<Socket, Connection>();
  readonly #emptied = Promise.withResolvers<void>();
  #begun = false;
  #finishing = false;

  /** Must be created before the server serves anything. */
  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#connections.set(socket, { responses: [], bytesRead: 0, ticks: 0 });
      socket.once('close', () => {
        this.#connections.delete(socket);
        this.#lookWhetherEmpty();
      });
    });
    server.prependListener('request', ({ socket }, response) => {
      if (this.#begun) response.setHeader('Connection', 'close');
      const { responses } = this.#connections.get(socket) as Connection;
      responses.push(response);
      response.once('close', () => responses.splice(responses.indexOf(response), 1));
    });
  }

  announce(): void {
    this.#begun = true;
    for (const { responses } of this.#connections.values())
      for (const response of responses) if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  /** Drains once no new connections come, and cuts what takes longer. */
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

  /** Everything that has arrived is read between two ticks, however busy the process is. */
  #closeQuiet(): void {
    for (const [socket, seen] of this.#connections) {
      const quiet = seen.responses.length === 0 && socket.bytesRead === seen.bytesRead;
      seen.ticks = quiet ? seen.ticks + 1 : 0;
      seen.bytesRead = socket.bytesRead;
      if (seen.ticks >= QUIET_TICKS) socket.destroySoon();
    }
  }

  #cutAll({ butFiles }: { butFiles: boolean }): void {
    for (const [socket, { responses }] of this.#connections)
      if (!(butFiles && responses.some(isFile))) socket.destroy();
  }
}

/** The pipeline sets `locals.operation`. */
function isFile(response: ServerResponse & { locals?: { operation?: OperationId } }): boolean {
  const operation = response.locals?.operation;
  return operation !== undefined && carriesFile(operations[operation]);
}
