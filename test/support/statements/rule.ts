/** The rule of decision 0050 for statements. */
import { countingTables } from '../../../server/src/modules.ts';
import { analyse, type Analysis } from './analyse.ts';
import { columnsOf, placeOf } from './tables.ts';

/** Kind of a statement for an operator who spreads items over several databases. */
export interface Verdict {
  /** The parameter with the id of the item that it is about; undefined when it names none. */
  parameter: number | undefined;
  /** Whether its rows are of items at all. */
  isOfItems: boolean;
  /** Whether it can run on each of several databases by itself. */
  isLocal: boolean;
  writes: readonly string[];
  /** The functions in it that give another value at each call, if it writes. */
  volatile: readonly string[];
  /** Further faults of it. */
  faults: string[];
}

const KNOWN = new Map<string, Verdict>();

export function judge(sql: string): Verdict {
  const known = KNOWN.get(sql) ?? verdictOf(analyse(sql, { places: placeOf, columns: columnsOf }));
  KNOWN.set(sql, known);
  return known;
}

function verdictOf({ uses, classes, isRecursive, volatile }: Analysis): Verdict {
  const ofItems = uses.filter(({ table }) => placeOf.get(table));
  const written = uses.filter(({ writes }) => writes).map(({ table }) => table);
  const rootsIn = (some: typeof ofItems) =>
    new Set(some.map(({ item }) => (item === undefined ? undefined : classes.root(item))));
  const isTogether = (some: typeof ofItems): boolean =>
    rootsIn(some).size <= 1 && !rootsIn(some).has(undefined);
  const arms = Map.groupBy(ofItems, ({ arm }) => arm);
  const named = ofItems.map(({ item }) => (item === undefined ? [] : classes.parametersOf(item)));
  const [parameter] = named[0] ?? [];
  const isNamed =
    parameter !== undefined && named.every((numbers) => numbers.length === 1 && numbers[0] === parameter);
  const everywhere = written.filter((table) => placeOf.get(table) === null && !countingTables.has(table));
  return {
    parameter: isNamed ? parameter : undefined,
    isOfItems: ofItems.length > 0,
    isLocal: arms.has(0) ? isTogether(ofItems) : [...arms.values()].every(isTogether),
    writes: written,
    volatile: ofItems.length > 0 ? volatile : [],
    faults: [
      ...(ofItems.length > 0 && isRecursive ? ['is recursive'] : []),
      ...(ofItems.length > 0 && everywhere.length > 0
        ? [`changes ${everywhere.join(', ')} beside items`]
        : []),
    ],
  };
}
