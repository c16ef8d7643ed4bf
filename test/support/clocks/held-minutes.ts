/** The minute of rate limits, which does not end in the middle of a test. */
import { vi } from 'vitest';

/**
 * Holds the timers of a minute that begin from now on, and no other: those of the database and of clients go on.
 *
 * @returns lets the minute pass for those that wait, until `vi.restoreAllMocks`
 */
export function holdMinutes(): () => void {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map<unknown, () => void>();
  const startOrHold = (run: () => void, ms?: number, ...rest: []): NodeJS.Timeout => {
    const timer = start(run, ms, ...rest);
    if (ms === 60_000) held.set(timer, run);
    return timer;
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(startOrHold);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    stop(timer);
  });
  return () => {
    for (const [timer, run] of [...held]) {
      clearTimeout(timer as NodeJS.Timeout);
      run();
    }
  };
}
