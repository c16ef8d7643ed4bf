/** Every mutant applies to the sources: its text occurs exactly once in its file. */
import { expect, it } from 'vitest';
import { mutants } from '../mutants/index.ts';
import { faultsOf, staleness } from '../mutants/runner/check.ts';
import { ROOT } from '../support/server/server-process.ts';

it('every mutant applies to the sources', () => {
  const stale = mutants.flatMap((mutant) => {
    const reason = staleness(ROOT, mutant);
    return reason === undefined ? [] : [`test/mutants/${mutant.subject}.ts: "${mutant.name}": ${reason}`];
  });
  expect(stale).toEqual([]);
});

it('the list of mutants has no faults', () => {
  expect(faultsOf(mutants)).toEqual([]);
});
