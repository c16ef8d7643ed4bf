import { beforeAll, describe, expect, it } from 'vitest';
import { PLANNING } from '../../../server/src/storage/postgres/database.ts';
import { coverageOf, sentStatements } from '../../support/contract/coverage.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import {
  CROSSINGS,
  UNIQUE_BY_CHANCE,
  VOLATILE_FOR_A_REASON,
  type Crossing,
} from '../../support/statements/crossings.ts';
import { looseScans } from '../../support/statements/plans.ts';
import { Recorder, type Sent } from '../../support/statements/recorder.ts';
import { emptyDatabase, rest } from '../../support/statements/rest.ts';
import { judge } from '../../support/statements/rule.ts';
import { statementSites } from '../../support/statements/sites.ts';
import { placeOf, uniques } from '../../support/statements/tables.ts';

/** Statistics that PostgreSQL may have when it plans. */
const KNOWN = [
  { of: 'nothing is known of the tables', know: () => Promise.resolve() },
  {
    of: 'the tables are known to be empty',
    know: (database: TestDatabase) => database.query('VACUUM ANALYZE'),
  },
];

/** The name of a statement: the function of the server that sends it. */
const nameOf = ({ callers }: Sent): string =>
  callers.find(
    (caller) =>
      !/^(storage\/(creation|database|postgres\/.*|listing|table-walk)|jobs\/batches)\.ts/.test(caller),
  ) ?? '?';

const shown = (sent: Sent) => ({ name: nameOf(sent), sql: sent.sql });

const isOf = ({ through }: Crossing, { callers }: Sent): boolean =>
  callers.some((caller) => through.some((name) => caller === name || caller.startsWith(`${name} `)));

/** Checks the rule of decision 0050 for all statements of the scenarios, and for those that no scenario reaches. */
describe.runIf(coverageOf('the server').whole)('a statement of the server', () => {
  let statements: readonly Sent[];
  beforeAll(async () => {
    const unreached = new Recorder();
    for (const send of rest) await send(unreached.record(emptyDatabase())).catch(() => undefined);
    statements = [...sentStatements(), ...unreached.statements];
  });

  it('is among those that were collected', async () => {
    const seen = new Set(statements.flatMap(({ sites }) => sites));
    expect(statementSites().filter((site) => !seen.has(site))).toEqual([]);
  });

  it('names its item, or is known to cross items', () => {
    const isRight = (sent: Sent) => {
      const { parameter, isOfItems } = judge(sent.sql);
      return !isOfItems || parameter !== undefined || CROSSINGS.some((crossing) => isOf(crossing, sent));
    };
    expect(statements.filter((sent) => !isRight(sent)).map(shown)).toEqual([]);
  });

  it('can run where its items lie, also when it crosses them', () => {
    const isRight = ({ sql }: Sent) => {
      const { parameter, isOfItems, isLocal } = judge(sql);
      return !isOfItems || parameter !== undefined || isLocal;
    };
    expect(statements.filter((sent) => !isRight(sent)).map(shown)).toEqual([]);
  });

  it('is none that distributed engines refuse', () => {
    expect(statements.filter(({ sql }) => judge(sql).faults.length > 0).map(shown)).toEqual([]);
  });

  it('takes the time of its transaction, or says why not', async () => {
    const volatile = statements.filter((sent) => judge(sent.sql).volatile.length > 0);
    const names = new Set(volatile.map(nameOf));
    expect([...names].toSorted()).toEqual([...VOLATILE_FOR_A_REASON.keys()].toSorted());
  });

  it.each(KNOWN)('finds what it names by an index of it, also where $of', async ({ know }) => {
    const database = await createTestDatabase({ settings: PLANNING });
    await know(database);
    const wrong: { name: string; scans: string[] }[] = [];
    for (const sent of statements) {
      if (judge(sent.sql).parameter === undefined) continue;
      const scans = await looseScans(database, sent.sql);
      if (scans.length > 0) wrong.push({ name: nameOf(sent), scans });
    }
    await database.drop();
    expect(wrong).toEqual([]);
  });

  it('crosses items only where a reason is given for it', async () => {
    expect(CROSSINGS.filter((crossing) => !statements.some((each) => isOf(crossing, each)))).toEqual([]);
    expect(CROSSINGS.length).toBeLessThanOrEqual(12);
  });
});

it('every unique index of a table with items holds the id of the item, or says why it need not', () => {
  const without = uniques
    .filter(({ table, columns }) => {
      const item = placeOf.get(table);
      return item && !columns.includes(item);
    })
    .map(({ name }) => name);
  expect(without.toSorted()).toEqual([...UNIQUE_BY_CHANCE.keys()].toSorted());
});
