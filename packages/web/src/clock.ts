import { addressWithoutKey } from './address.ts';

/**
 * The server's clock, which decides what has expired: that of the device may be days off. Read from `Date` headers, and
 * carried on by the device's monotonic clock, which nobody sets.
 */
let atServer = Date.now();
let since = performance.now();
let wall = atServer;

/** Difference between the two clocks of the device, in milliseconds, after which one was set or the device slept. */
const MAX_DRIFT_MS = 5_000;

/** Milliseconds since 1970 at the server, or on the device as long as no response has said. */
export const serverNow = (): number => atServer + performance.now() - since;

/** Fetches, and reads the server's clock from the response. A cache says in `Age` for how long it has had it. */
export const timedFetch: typeof fetch = async (input, init) => {
  const asked = performance.now();
  const response = await fetch(input, init);
  const { headers } = response;
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(date)) {
    atServer = date + 1_000 * (Number(headers.get('age')) || 0);
    since = asked;
    wall = Date.now() - (performance.now() - asked);
  }
  return response;
};

/** Asks the server for the time after the device has slept or its clock was set. Asking for a page changes nothing. */
export async function keepTime(): Promise<void> {
  const drift = Date.now() - wall - (performance.now() - since);
  if (Math.abs(drift) < MAX_DRIFT_MS) return;
  await timedFetch(addressWithoutKey(), { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
}
