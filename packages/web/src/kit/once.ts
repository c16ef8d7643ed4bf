import { useRef } from 'preact/hooks';

/**
 * Sends something under a key that stays the same until it has arrived: what is sent again after its response was lost is
 * there once.
 */
export function useOnce() {
  const unsent = useRef<{ what: string; key: string }>(undefined);
  return async (what: string, send: (idempotencyKey: string) => Promise<unknown>): Promise<void> => {
    if (unsent.current?.what !== what) unsent.current = { what, key: randomKey() };
    await send(unsent.current.key);
    unsent.current = undefined;
  };
}

/** Returns 128 random bits in hexadecimal. Pages over plain http have no `randomUUID`. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
