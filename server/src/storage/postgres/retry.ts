import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable, OutcomeUnknownError } from './database-errors.ts';

const TICK_MS = 100;

class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL at DATABASE_URL takes connections, but does not answer');
    this.name = 'SilentDatabaseError';
  }
}

/** Limits the wait, without time in which this process is busy. @throws SilentDatabaseError */
export function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticks = ms / TICK_MS;
    const ticking = setInterval(() => {
      if (--ticks > 0) return;
      clearInterval(ticking);
      reject(new SilentDatabaseError());
    }, TICK_MS);
    work.then(resolve, reject).finally(() => clearInterval(ticking));
  });
}

const ATTEMPTS = 3;

/** Retries work that an overloaded database refused. */
export async function retryUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnavailable(error) || error instanceof OutcomeUnknownError) throw error;
    }
  }
}

/** Backoff while the database is unavailable, and time until giving up. */
const PAUSE_MS = { first: 100, longest: 5_000 };
const LONGEST_MS = 600_000;

/** Retries repeatable work while the database is unavailable. */
export async function retryWhileAway<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + LONGEST_MS;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      await delay(pause, undefined, { ref: false });
    }
  }
}
