import type { IncomingMessage } from 'node:http';
import { ServiceProblem } from '../../domain/problem.ts';

/** Minimum average speed of a peer. 0 bytes per second: no minimum. */
export interface Speed {
  bytesPerSecond: number;
  /** Time budget; bytes refill it up to this value. */
  graceMs: number;
}

/** Time budget of a peer: waiting uses it up, each byte refills it. */
export class Allowance {
  readonly #speed: Speed;
  #leftMs: number;

  constructor(speed: Speed) {
    this.#speed = speed;
    this.#leftMs = speed.graceMs;
  }

  /** Returns true when the budget is used up. */
  spend(waitedMs: number, bytes: number): boolean {
    const { bytesPerSecond, graceMs } = this.#speed;
    if (bytesPerSecond === 0) return false;
    this.#leftMs = Math.min(graceMs, this.#leftMs - waitedMs + (bytes * 1000) / bytesPerSecond);
    return this.#leftMs <= 0;
  }
}

const TICK_MS = 1_000;

const broken = new WeakMap<IncomingMessage, ServiceProblem>();
const watches = new WeakMap<IncomingMessage, BodyWatch>();

/** Fails the body of a request, for current and later readers. */
export function breakBody(request: IncomingMessage, problem: ServiceProblem): void {
  broken.set(request, problem);
  watches.get(request)?.fail(problem);
}

export const isBroken = (request: IncomingMessage): boolean => broken.has(request);

/** Reads the body of a request under a minimum speed. Time in which the server itself is busy does not count. */
export class BodyWatch {
  readonly #request: IncomingMessage;
  readonly #timer: NodeJS.Timeout;
  #failure: ServiceProblem | undefined;
  #giveUp: ((problem: ServiceProblem) => void) | undefined;
  #waitingSince: number | undefined;
  #waitedMs = 0;

  constructor(request: IncomingMessage, speed: Speed) {
    this.#request = request;
    const allowance = new Allowance(speed);
    let read = request.socket.bytesRead;
    this.#timer = setInterval(() => {
      this.#count();
      const { bytesRead } = request.socket;
      if (allowance.spend(this.#waitedMs, bytesRead - read)) this.fail(tooSlow(speed));
      this.#waitedMs = 0;
      read = bytesRead;
    }, TICK_MS).unref();
    watches.set(request, this);
    const problem = broken.get(request);
    if (problem) this.fail(problem);
  }

  /** Waits for `outcome`. @throws ServiceProblem if the client is too slow, or the body was broken off */
  async for<Result>(outcome: Promise<Result>): Promise<Result> {
    this.#waitingSince = performance.now();
    outcome.catch(() => undefined);
    if (this.#failure) throw this.#failure;
    try {
      // A race against one promise for the whole body would keep every piece of it in memory.
      return await new Promise<Result>((resolve, reject) => {
        this.#giveUp = reject;
        outcome.then(resolve, reject);
      });
    } finally {
      this.#giveUp = undefined;
      this.#count();
      this.#waitingSince = undefined;
    }
  }

  fail(problem: ServiceProblem): void {
    this.end();
    this.#failure ??= problem;
    this.#giveUp?.(problem);
  }

  end(): void {
    clearInterval(this.#timer);
    watches.delete(this.#request);
  }

  #count(): void {
    if (this.#waitingSince === undefined) return;
    const now = performance.now();
    this.#waitedMs += now - this.#waitingSince;
    this.#waitingSince = now;
  }
}

function tooSlow({ bytesPerSecond, graceMs }: Speed): ServiceProblem {
  return new ServiceProblem(
    'malformed_request',
    `The body did not arrive in time: less than ${bytesPerSecond} bytes a second over ${graceMs / 1000} seconds.`,
    { status: 408 },
  );
}
