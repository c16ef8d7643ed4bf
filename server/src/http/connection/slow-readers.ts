/*
 * Reads two private fields of `socket._handle`, tried on Node.js 24.21 and 26.12: `bytesWritten` and `writeQueueSize`.
 * Without them no slow client is cut off. `slow-readers.test.ts` fails if one is gone or means something else.
 */
import type { Socket } from 'node:net';
import { Allowance, type Speed } from '../body/body-watch.ts';

const TICK_MS = 1_000;

/** The system's side of a socket. */
interface Handle {
  /** Bytes that were written, including those that wait. */
  bytesWritten: number;
  /** Bytes that wait for the system. */
  writeQueueSize: number;
}

interface Reader {
  allowance: Allowance;
  taken: number;
}

const exempt = new WeakSet<Socket>();

/** Lets the client of a connection take what is sent as slowly as it likes. */
export function exemptFromSpeed(socket: Socket): void {
  exempt.add(socket);
}

/** Cuts connections whose client takes what is sent to it too slowly. The time in which nothing waits does not count. */
export class SlowReaders {
  readonly #speed: Speed;
  readonly #readers = new Map<Socket, Reader | undefined>();
  readonly #timer: NodeJS.Timeout;

  constructor(speed: Speed) {
    this.#speed = speed;
    this.#timer = setInterval(() => this.#look(), TICK_MS).unref();
  }

  watch(socket: Socket): void {
    this.#readers.set(socket, undefined);
    socket.once('close', () => this.#readers.delete(socket));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const [socket, reader] of this.#readers) {
      const handle = (socket as Socket & { _handle?: Handle | null })._handle;
      if (!handle || handle.writeQueueSize === 0 || exempt.has(socket)) {
        if (reader) this.#readers.set(socket, undefined);
        continue;
      }
      const taken = handle.bytesWritten - handle.writeQueueSize;
      if (!reader) {
        this.#readers.set(socket, { allowance: new Allowance(this.#speed), taken });
      } else {
        if (reader.allowance.spend(TICK_MS, taken - reader.taken)) socket.destroy();
        reader.taken = taken;
      }
    }
  }
}
