/** How many files are in memory and on their way at a time: each takes several times its size. */
const AT_ONCE = 3;

/** Lets few of many in. */
export interface Gate {
  /**
   * Resolves when there is a place, in the order of asking, with what gives it up.
   *
   * @throws the signal's reason when it aborts before
   */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function openGate(places = AT_ONCE): Gate {
  const waiting = new Set<() => void>();
  let free = places;
  const leave = () => {
    free += 1;
    const [next] = waiting;
    next?.();
  };
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const go = () => {
          stop();
          free -= 1;
          resolve(leave);
        };
        const give = () => {
          stop();
          reject(signal.reason as Error);
        };
        const stop = () => {
          waiting.delete(go);
          signal.removeEventListener('abort', give);
        };
        if (free > 0) return go();
        waiting.add(go);
        signal.addEventListener('abort', give, { once: true });
      }),
  };
}
