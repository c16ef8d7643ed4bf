/** Signals of a process manager, of Ctrl-C and of a closed terminal. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Returns a signal that the first stop signal aborts. A second one exits at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of STOP_SIGNALS)
    process.on(name, () => {
      // Listeners of `exit` clean up.
      if (stop.signal.aborted) process.exit(1);
      stop.abort(new Error(`${name} ended it`));
    });
  return stop.signal;
}

/** Resolves when it is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Ignores the failure of a start that was aborted. @throws other failures */
export const unlessAborted =
  (signal: AbortSignal) =>
  (failure: unknown): undefined => {
    if (!signal.aborted) throw failure;
  };
