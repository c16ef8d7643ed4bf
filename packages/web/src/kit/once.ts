import { useRef } from 'preact/hooks';

/**
 * Sends something under a key that stays the same until it has arrived: what is sent again after its response was lost is
 * there once.
 */
export function useOnce() {
  const unsent = useRef<{ what: string; key: string }>(undefined);
  return async (what: string, send: (idempotencyKey: string) => Promise<unknown>): Promise<void> => {
    if (unsent.current?.what !== what) unsent.current = { what, key: crypto.randomUUID() };
    await send(unsent.current.key);
    unsent.current = undefined;
  };
}
