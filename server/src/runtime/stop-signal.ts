/** Signals that end a program: of a process manager, of Ctrl-C, and of a terminal that is closed. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Aborted by the first signal to stop; a second one, of whichever kind, ends the process at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of STOP_SIGNALS)
    process.on(name, () => {
      // Listeners of the process's end clean up.
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

/** For the failure of a start: none once it is aborted. @throws the failure else */
export const unlessAborted =
  (signal: AbortSignal) =>
  (failure: unknown): undefined => {
    if (!signal.aborted) throw failure;
  };
