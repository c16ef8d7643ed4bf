/** Scans in the plan of a statement that walk through many rows. */
import type { TestDatabase } from '../database/database.ts';

/** A part of a plan, as PostgreSQL describes it in JSON. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
}

/** The tables in which many wait at a time, so that a walk through them costs before there are statistics, too. */
const CROWDED = new Set(['secrets', 'transfers', 'requests', 'readings', 'idempotency_keys', 'events']);
/** Few wait for a file of theirs at any time. */
const SPARSE = new Set(['transfers_awaiting']);

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** The scans of a statement's plan, for any parameters, that walk through many rows without comparing for equality. */
export async function looseScans({ query }: Pick<TestDatabase, 'query'>, sql: string): Promise<string[]> {
  const [row] = await query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`);
  const [root] = (row as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'];
  return partsOf((root as { Plan: Plan }).Plan)
    .filter((part) => CROWDED.has(part['Relation Name'] ?? '') && / Scan$/.test(part['Node Type']))
    .filter((part) => !SPARSE.has(part['Index Name'] ?? ''))
    .filter((part) => !/ = /.test(part['Index Cond'] ?? part['Recheck Cond'] ?? ''))
    .map((part) => `${part['Node Type']} on ${part['Relation Name']} by ${part['Index Name'] ?? 'no index'}`);
}
