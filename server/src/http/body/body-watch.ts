import type { IncomingMessage } from 'node:http';
import { ServiceProblem } from '../../domain/problem.ts';

/** Slowest speed at which bytes may arrive or leave. */
export interface Speed {
  /** On average; 0: as slowly as they like. */
  bytesPerSecond: number;
  /** For how long there may be none of it. What comes faster is not saved up beyond this. */
  graceMs: number;
}

/** Time budget of a peer: it runs out, and each byte adds to it. */
export class Allowance {
  readonly #speed: Speed;
  #leftMs: number;

  constructor(speed: Speed) {
    this.#speed = speed;
    this.#leftMs = speed.graceMs;
  }

  /** Whether it is used up, after `waitedMs` in which `bytes` have come. */
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

/** The body of a request will not arrive whole; whoever waits for it, now or later, gets `problem`. */
export function breakBody(request: IncomingMessage, problem: ServiceProblem): void {
  broken.set(request, problem);
  watches.get(request)?.fail(problem);
}

/** Whether nothing more can come of the body of a request. */
export const isBroken = (request: IncomingMessage): boolean => broken.has(request);

/**
 * Waits for the body of a request, and gives up on a client that keeps the server waiting: the time in which
 * the server is busy with what it has does not count.
 */
export class BodyWatch {
  readonly #request: IncomingMessage;
  readonly #timer: NodeJS.Timeout;
  #failure: ServiceProblem | undefined;
  /** Ends what is being waited for. */
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

  /** The outcome of something that the client is waited for with. @throws ServiceProblem `malformed_request`. */
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

  /** The body is there, or not waited for any more. */
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
