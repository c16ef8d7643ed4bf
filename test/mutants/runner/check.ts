import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedMutant } from '../index.ts';

const LEAST = 60;

/** Returns the faults of the list, a sentence each. */
export function faultsOf(mutants: readonly ListedMutant[]): string[] {
  const byName = Map.groupBy(mutants, ({ name }) => name);
  const repeated = [...byName].filter(([, same]) => same.length > 1);
  return [
    ...repeated.map(([name]) => `"${name}" is the name of several mutants.`),
    ...(mutants.length < LEAST
      ? [`There are ${mutants.length} mutants; the list needs at least ${LEAST}.`]
      : []),
  ];
}

/** Returns the reason why a mutant does not apply to a checkout; undefined if it does. */
export function staleness(root: string, { file, from, to }: ListedMutant): string | undefined {
  if (from === to) return 'it changes nothing';
  if (from.includes('\n')) return 'it changes more than one line';
  let source: string;
  try {
    source = readFileSync(join(root, file), 'utf8');
  } catch {
    return `there is no ${file}`;
  }
  const count = source.split(from).length - 1;
  return count === 1 ? undefined : `its text occurs ${count} times in ${file}`;
}
