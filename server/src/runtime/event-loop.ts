import { setImmediate } from 'node:timers/promises';

/** Bytes or characters over which one step takes well below a millisecond. */
const SMALL = 65_536;

/** Lets other requests go on before the next step over so many bytes or characters. */
export function yieldEventLoop(size: number): Promise<void> | undefined {
  return size > SMALL ? setImmediate() : undefined;
}
