/** Every page of the panel, by the rules of WCAG 2.2 AA: light, dark, narrow, and right to left. */
import { describe, expect, it } from 'vitest';
import { isAt, PANEL_ROUTES } from '../../packages/web/src/panel/routes.ts';
import { openPanel, visited } from './panel-opened.ts';
import { FURTHER, holdStates, STATES } from './panel-states.ts';

await openPanel();
visited.clear();
// The last test looks at what the others have opened.
describe('the panel', { shuffle: false }, () => {
  holdStates(Object.keys(STATES).filter((state) => !FURTHER.has(state)));

  it('has no page without a state that is checked', () => {
    expect(PANEL_ROUTES.filter((route) => ![...visited].some((path) => isAt(route, path)))).toEqual([]);
  });
});
