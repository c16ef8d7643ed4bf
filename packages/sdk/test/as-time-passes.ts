/** Timers of the SDK in tests: time-outs that pass when they are due, and pauses that end at once. */
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Returns the result of work for whose timers minutes pass from the moment on when `due` says so: by then others have
 * done their part, however slow they are.
 */
export async function asTimePasses<T>(begin: () => Promise<T>, due: () => boolean): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const state = { over: false };
    const work = begin().finally(() => (state.over = true));
    work.catch(() => undefined);
    while (!state.over) {
      if (due()) vi.advanceTimersByTime(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await work;
  } finally {
    vi.useRealTimers();
  }
}

/** Ends pauses between attempts at once in all tests of a file. Time-outs are longer, and stay. */
export function skipPauses(): void {
  const { setTimeout } = globalThis;
  const immediate = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    setTimeout(work, ms >= 250 && ms < 5_000 ? 0 : ms, ...args);
  beforeAll(() => void (globalThis.setTimeout = immediate as typeof setTimeout));
  afterAll(() => void (globalThis.setTimeout = setTimeout));
}
