/** A timeout that starts again whenever there is progress. */
export interface IdleTimeout {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Starts the time again. */
  reset(): void;
  /** Stops the timer for good. */
  stop(): void;
}

/** @param milliseconds since the start, or since the last reset */
export function startIdleTimeout(milliseconds: number): IdleTimeout {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), milliseconds);
  let timer = start();
  let stopped = false;
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer);
      if (!stopped) timer = start();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
