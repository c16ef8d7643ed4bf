/** The clock of a test process, which stands until a test moves it. */
import { onTestFinished, vi } from 'vitest';

export interface HeldClock {
  /** Lets so many seconds pass, one by one, each until all that it set off has ended; or until `done`. How many passed. */
  pass(seconds: number, done?: () => boolean | Promise<boolean>): Promise<number>;
  release(): void;
}

/** How many turns of the event loop without anything under way mean that nothing will come: sockets here are local. */
const TICKS = 50;

/**
 * Holds all timers of this process, and its clocks, at most until the test is over. I/O goes on as always.
 *
 * @param isQuiet whether no other process has something to say to this one
 * @param each done before each second
 */
export function holdClock(
  isQuiet: () => boolean,
  each: (second: number) => Promise<unknown> | void = () => undefined,
): HeldClock {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const settle = async (): Promise<void> => {
    for (let ticks = 0; ticks < TICKS; ticks = isQuiet() ? ticks + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve));
  };
  let now = 0;
  return {
    async pass(seconds, done = () => false) {
      for (let passed = 0; ; passed++) {
        await settle();
        if (passed === seconds || (await done())) return passed;
        await each(now++);
        await vi.advanceTimersByTimeAsync(1_000);
      }
    },
    release: () => void vi.useRealTimers(),
  };
}
