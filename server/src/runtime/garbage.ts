import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long to wait for more to become garbage. A collection takes some 50 ms, so there is one in this time at most. */
const DELAY_MS = 5_000;

let scheduled: NodeJS.Timeout | undefined;

/**
 * Collects garbage a few seconds later. V8 collects as it allocates, and so an idle process would keep for hours what
 * hundreds of downloads have left behind.
 */
export function collectSoon(): void {
  scheduled ??= setTimeout(() => {
    scheduled = undefined;
    collect();
  }, DELAY_MS).unref();
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: { type: 'major'; execution: 'async' }) => Promise<void>;
  void gc({ type: 'major', execution: 'async' });
}
