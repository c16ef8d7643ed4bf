import { useEffect, useRef, useState } from 'preact/hooks';
import { isHeld, Refused } from './api.ts';

/** Data that is on its way, has arrived, or could not be had. After a failed refresh there are both. */
export interface Loaded<Data> {
  data?: Data;
  refused?: Refused;
  /** Loads again, and resolves when the page shows what came. */
  reload: () => Promise<void>;
}

/** Calls back when the person returns to this tab: another tab, device or person may have changed things. */
export function useReturn(back: () => void): void {
  const latest = useRef(back);
  latest.current = back;
  useEffect(() => {
    const seen = (): void => {
      if (document.visibilityState === 'visible' && !isHeld()) latest.current();
    };
    addEventListener('focus', seen);
    document.addEventListener('visibilitychange', seen);
    return () => {
      removeEventListener('focus', seen);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}

/** Loads data, and again when one of `inputs` changes or the person returns to this tab. */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[] = [],
): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({});
  const running = useRef<AbortController>(undefined);
  const run = (): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    return load(signal).then(
      (data) => {
        if (!signal.aborted) setState({ data });
      },
      (refused: unknown) => {
        if (!signal.aborted) setState(({ data }) => ({ ...(data && { data }), refused: asRefused(refused) }));
      },
    );
  };
  useEffect(() => {
    setState({});
    void run();
    return () => running.current?.abort();
  }, inputs);
  useReturn(() => void run());
  return { ...state, reload: run };
}

/** The refusal in an error. An error of our own code is not hidden: it goes on to the console. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  reportError(error);
  return new Refused('unexpected');
}
