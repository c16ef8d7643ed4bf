/** The further states of the panel's pages, by the rules of WCAG 2.2 AA. */
import { expect, it } from 'vitest';
import { openPanel } from './panel-opened.ts';
import { FURTHER, holdStates, STATES } from './panel-states.ts';

await openPanel();
holdStates([...FURTHER].filter((state) => state in STATES));

it('no state that is put off is missing', () => {
  expect([...FURTHER].filter((state) => !(state in STATES))).toEqual([]);
});
