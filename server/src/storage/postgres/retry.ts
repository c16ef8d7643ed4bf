import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable, OutcomeUnknownError } from './database-errors.ts';

/** How often it is looked whether time is up. */
const TICK_MS = 100;

/** A database that takes connections, and nothing else. */
class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL at DATABASE_URL takes connections, but does not answer');
    this.name = 'SilentDatabaseError';
  }
}

/**
 * Waits for the database at most `ms`. Time in which this process was too busy to look does not count: at a start, that
 * may be most of it.
 * @throws SilentDatabaseError
 */
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

/** How often a start tries what a database that does not keep up refuses. */
const ATTEMPTS = 3;

/** Tries again what was not carried out, since the database, or this process, did not keep up. */
export async function retryUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnavailable(error) || error instanceof OutcomeUnknownError) throw error;
    }
  }
}

/** The pauses between attempts while the database is away, and how long they go on. */
const PAUSE_MS = { first: 100, longest: 5_000 };
const LONGEST_MS = 600_000;

/** Tries again what can be repeated as long as the database is away, which may be why it is needed. */
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
