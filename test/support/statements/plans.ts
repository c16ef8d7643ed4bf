import type { TestDatabase } from '../database.ts';
import { placeOf } from './tables.ts';

/** A part of a plan, as PostgreSQL describes it in JSON. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
}

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** The scans of a statement's plan, for any parameters, that walk through rows of items without comparing for equality. */
export async function looseScans({ query }: Pick<TestDatabase, 'query'>, sql: string): Promise<string[]> {
  const [row] = await query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`);
  const [root] = (row as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'];
  return partsOf((root as { Plan: Plan }).Plan)
    .filter((part) => placeOf.get(part['Relation Name'] ?? '') && / Scan$/.test(part['Node Type']))
    .filter((part) => !/ = /.test(part['Index Cond'] ?? part['Recheck Cond'] ?? ''))
    .map((part) => `${part['Node Type']} on ${part['Relation Name']} by ${part['Index Name'] ?? 'no index'}`);
}
