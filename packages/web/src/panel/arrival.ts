import { useEffect, useState } from 'preact/hooks';
import { api, call } from './api.ts';
import type { Key } from './key.ts';
import { utcOffset } from './times.tsx';

const POLL_MS = 2_000;
const LATE_MS = 60_000;

/** State of the wait for a call: nothing yet, nothing for a minute, or the key that was used. */
export type Arrival = 'waiting' | 'late' | Key;

/**
 * Waits until a key is used: the named one, or else any. It asks the server while the page is visible, until a call has
 * arrived.
 */
export function useArrival(keyId: string | undefined): Arrival {
  const [arrival, setArrival] = useState<Arrival>('waiting');
  useEffect(() => {
    let before: readonly Key[] | undefined;
    let waited = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      timer = undefined;
      const query = { utcOffset: utcOffset() };
      const list = await call(() => api.GET('/keys', { params: { query }, signal: abort.signal })).catch(
        () => undefined,
      );
      if (abort.signal.aborted) return;
      const used = list?.keys.find((key) => (keyId ?? key.id) === key.id && isUsedSince(key, before, keyId));
      if (used) return setArrival(used);
      before ??= list?.keys;
      waited += POLL_MS;
      if (waited > LATE_MS) setArrival('late');
      next();
    };
    const next = (): void => {
      if (!document.hidden) timer ??= setTimeout(() => void ask(), POLL_MS);
    };
    const change = (): void => {
      if (!document.hidden) return next();
      clearTimeout(timer);
      timer = undefined;
    };
    setArrival('waiting');
    void ask();
    document.addEventListener('visibilitychange', change);
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', change);
    };
  }, [keyId]);
  return arrival;
}

/** Whether a key was used after a list. A new key, which is named, was never used before. */
function isUsedSince(key: Key, before: readonly Key[] | undefined, keyId: string | undefined): boolean {
  if (keyId !== undefined) return key.lastUsedAt !== null;
  const earlier = before?.find(({ id }) => id === key.id);
  return (
    earlier !== undefined &&
    (key.lastUsedAt !== earlier.lastUsedAt || key.requestsToday > earlier.requestsToday)
  );
}
