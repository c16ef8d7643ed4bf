import { expect, it } from 'vitest';
import { expectNumbers } from '../../packages/contract/generate/constants.ts';

it.each([
  [{ sessions: null }, 'x-limits.sessions in openapi/ must be a number, and is null.'],
  [{ sessions: '50' }, 'x-limits.sessions in openapi/ must be a number, and is "50".'],
  [{ sessions: [50] }, 'x-limits.sessions in openapi/ must be a number, and is [50].'],
  [{ wrong: { seconds: null } }, 'x-limits.wrong.seconds in openapi/ must be a number, and is null.'],
])('a table of limits with %j is refused with a sentence that names the entry', (table, message) => {
  expect(() => expectNumbers('x-limits', table)).toThrow(new Error(message));
});

it('a table of numbers, and of tables of them, is accepted', () => {
  expect(() => expectNumbers('x-limits', { sessions: 50, wrong: { seconds: 600 } })).not.toThrow();
});
