import { vi } from 'vitest';

/**
 * What some work comes to while minutes pass for its timers, from the moment on when `due` says so: by then others have
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
