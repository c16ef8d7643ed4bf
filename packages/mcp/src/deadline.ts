/** The time that a call may take. */
export interface Deadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Starts the time anew. */
  extend(): void;
  /** Lets go of the timer. */
  close(): void;
}

/** @param milliseconds since the start, or since it was last extended */
export function openDeadline(milliseconds: number): Deadline {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), milliseconds);
  let timer = start();
  let closed = false;
  return {
    signal: controller.signal,
    extend() {
      clearTimeout(timer);
      if (!closed) timer = start();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
