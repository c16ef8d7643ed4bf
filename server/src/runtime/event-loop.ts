import { setImmediate } from 'node:timers/promises';

/** Bytes or characters that one step processes in well below a millisecond. */
const SMALL = 65_536;

/** Lets other requests run before a step over `size` bytes or characters. */
export function yieldEventLoop(size: number): Promise<void> | undefined {
  return size > SMALL ? setImmediate() : undefined;
}
