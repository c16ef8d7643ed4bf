import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { operations, type OperationId } from '@tempshare/contract';

/** How long each part of a shutdown may take, in milliseconds. */
export interface ShutdownLimits {
  /** Between the word that this server is about to stop and its end for new connections. */
  delayMs: number;
  /** For requests that are under way then. */
  requestMs: number;
  /** For uploads and downloads that are under way then. */
  fileMs: number;
}

/**
 * Stops a server without breaking a request. First it goes on serving for a while, and asks with `Connection: close`
 * (RFC 9112, 9.6) that no connection is used again: a proxy hears of it by its health check or by that header, and a
 * connection that it keeps idle it closes itself, if its time for that is shorter. Only then is nothing new taken. What
 * is under way ends in its own time, files in theirs.
 */
export class Shutdown {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<ServerResponse>();
  #begun = false;

  /** Made before the server serves anything. */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.prependListener('request', (_request, response) => {
      if (this.#begun) response.setHeader('Connection', 'close');
      this.#underWay.add(response);
      response.once('close', () => this.#underWay.delete(response));
    });
  }

  /** Asks all clients for other connections, and waits as long as they may take to hear of it. */
  async announce({ delayMs }: ShutdownLimits): Promise<void> {
    this.#begun = true;
    for (const response of this.#underWay)
      if (!response.headersSent) response.setHeader('Connection', 'close');
    if (delayMs > 0) await delay(delayMs);
  }

  /** Takes no new connections, lets what is under way finish, and cuts what takes too long. */
  async finish({ requestMs, fileMs }: ShutdownLimits): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const idle = setInterval(() => this.#server.closeIdleConnections(), 50);
    const cuts = [
      setTimeout(() => this.#cutAllBut(this.#withFiles()), requestMs),
      setTimeout(() => this.#cutAllBut(new Set()), Math.max(requestMs, fileMs)),
    ];
    await closed;
    clearInterval(idle);
    cuts.forEach(clearTimeout);
  }

  #withFiles(): Set<Socket | null> {
    return new Set([...this.#underWay].filter(carriesFile).map(({ socket }) => socket));
  }

  #cutAllBut(spared: ReadonlySet<Socket | null>): void {
    for (const socket of this.#sockets) if (!spared.has(socket)) socket.destroy();
  }
}

/** The pipeline notes the operation of a response in its `locals`. */
function carriesFile(response: ServerResponse & { locals?: { operation?: OperationId } }): boolean {
  const operation = response.locals?.operation;
  if (operation === undefined) return false;
  const { requestType, responseType } = operations[operation] as {
    requestType?: string;
    responseType?: string;
  };
  return [requestType, responseType].includes('application/octet-stream');
}
