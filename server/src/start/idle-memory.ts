import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 measures the allocation rate over five seconds. */
const EVERY_MS = 10_000;

/**
 * Collects the young generation regularly, which takes about a millisecond. A start or a load grows it to 64 MB, and V8 shrinks
 * it only in a collection at a low allocation rate. An idle server would not have one for hours.
 */
export function shrinkWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  setInterval(() => collect({ type: 'minor' }), EVERY_MS).unref();
}
