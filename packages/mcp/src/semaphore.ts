/** Limits how many calls run at a time. */
export interface Semaphore {
  /**
   * Resolves, in the order of calls, once a permit is free, with the function that releases it.
   *
   * @throws the signal's reason when it aborts before
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(permits: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = permits;
  const release = () => {
    free += 1;
    const [next] = waiting;
    next?.();
  };
  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const grant = () => {
          dequeue();
          free -= 1;
          resolve(release);
        };
        const abort = () => {
          dequeue();
          reject(signal.reason as Error);
        };
        const dequeue = () => {
          waiting.delete(grant);
          signal.removeEventListener('abort', abort);
        };
        if (free > 0) return grant();
        waiting.add(grant);
        signal.addEventListener('abort', abort, { once: true });
      }),
  };
}
