import { invalid } from './problem.ts';

/** Parses a `RequestTimestamp`. @throws ServiceProblem `validation_failed` for a day that does not exist */
export function timeOf(text: string, pointer: string): Date;
export function timeOf(text: string | undefined, pointer: string): Date | undefined;
export function timeOf(text: string | undefined, pointer: string): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== text)
    throw invalid(pointer, 'pattern', 'must be a day that exists');
  return time;
}
