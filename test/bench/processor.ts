import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its kernel's clock. */
const TICK_US = 10_000;

/** Whether the processor time of other processes can be read here. */
export const measurable = process.platform === 'linux';

/**
 * The processor time, in microseconds, that a process and its descendants have taken, with those that have ended; zero
 * where it cannot be read.
 */
export function processorTime(pid: number): number {
  if (!measurable) return 0;
  const all = new Map(everyProcess().map((one) => [one.pid, one]));
  const isBelow = (parent: number): boolean =>
    parent === pid || (all.has(parent) && isBelow((all.get(parent) as Process).parent));
  return [...all.values()]
    .filter((one) => one.pid === pid || isBelow(one.parent))
    .reduce((sum, { ticks }) => sum + ticks * TICK_US, 0);
}

interface Process {
  pid: number;
  parent: number;
  /** Processor time of the process, and of its children that have ended. */
  ticks: number;
}

const everyProcess = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The name of the program, in parentheses, may hold anything.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\)/s, '')
          .trim()
          .split(' ')
          .map(Number);
        const [parent = 0] = fields.slice(1);
        return {
          pid: Number(pid),
          parent,
          ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0),
        };
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
