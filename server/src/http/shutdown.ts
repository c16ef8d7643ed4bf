import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { operations, type OperationId } from '@tempshare/contract';
import { carriesFile } from './file-slots.ts';

/** How long each part of a shutdown may take, in milliseconds. */
export interface ShutdownLimits {
  /** Between the word that this server is about to stop and its end for new connections. */
  delayMs: number;
  /** For requests that are under way then. */
  requestMs: number;
  /** For uploads and downloads that are under way then. */
  fileMs: number;
}

/** How often connections are looked at, and how often in a row nothing may have come until one is idle. */
const TICK_MS = 50;
const QUIET_TICKS = 4;
/** How long a round of the event loop takes that has nothing to do, and how long such a one is waited for. */
const CALM_MS = 0.2;
const CALM_WAIT_MS = 2_000;

/**
 * Stops a server without breaking a request. First it goes on serving for a while, and asks with `Connection: close`
 * (RFC 9112, 9.6) that no connection is used again: a proxy hears of it by its health check or by that header, and a
 * connection that it keeps idle it closes itself, if its time for that is shorter. Only then is nothing new taken. What
 * is under way ends in its own time, files in theirs.
 */
export class Shutdown {
  readonly #server: Server;
  readonly #sockets = new Map<Socket, { bytesRead: number; ticks: number }>();
  readonly #underWay = new Set<ServerResponse>();
  #begun = false;
  /** How many connections were taken so far. */
  #taken = 0;

  /** Made before the server serves anything. */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#taken++;
      this.#sockets.set(socket, { bytesRead: 0, ticks: 0 });
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
    await this.#calmMoment();
    // Not that of the HTTP server, which also closes connections whose first request is about to be read.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.#server, resolve));
    const idle = setInterval(() => this.#closeQuiet(), TICK_MS);
    const cuts = [
      setTimeout(() => this.#cutAllBut(this.#withFiles()), requestMs),
      setTimeout(() => this.#cutAllBut(new Set()), Math.max(requestMs, fileMs)),
    ];
    await closed;
    clearInterval(idle);
    cuts.forEach(clearTimeout);
  }

  /**
   * Closing a listening socket resets the connections that the system has taken and this process has not. So it is done
   * right after the event loop has looked for them, found none, and had nothing else to do.
   */
  async #calmMoment(): Promise<void> {
    const until = performance.now() + CALM_WAIT_MS;
    for (let began = performance.now(); began < until; began = performance.now()) {
      const taken = this.#taken;
      await setImmediate();
      if (taken === this.#taken && performance.now() - began < CALM_MS) return;
    }
  }

  /** Between two ticks everything that has arrived is read, however busy the process is. */
  #closeQuiet(): void {
    const busy = new Set([...this.#underWay].map(({ socket }) => socket));
    for (const [socket, seen] of this.#sockets) {
      const quiet = !busy.has(socket) && socket.bytesRead === seen.bytesRead;
      seen.ticks = quiet ? seen.ticks + 1 : 0;
      seen.bytesRead = socket.bytesRead;
      if (seen.ticks >= QUIET_TICKS) socket.destroySoon();
    }
  }

  #withFiles(): Set<Socket | null> {
    return new Set([...this.#underWay].filter(isFile).map(({ socket }) => socket));
  }

  #cutAllBut(spared: ReadonlySet<Socket | null>): void {
    for (const socket of this.#sockets.keys()) if (!spared.has(socket)) socket.destroy();
  }
}

/** The pipeline notes the operation of a response in its `locals`. */
function isFile(response: ServerResponse & { locals?: { operation?: OperationId } }): boolean {
  const operation = response.locals?.operation;
  return operation !== undefined && carriesFile(operations[operation]);
}
