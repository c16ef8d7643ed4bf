/** Every page of the panel, by the rules of WCAG 2.2 AA: light, dark, narrow, and right to left. */
import { expect, it } from 'vitest';
import { isAt, PANEL_ROUTES } from '../../packages/web/src/panel/routes.ts';
import { FURTHER, holdStates, openPanel, STATES, visited } from './panel-states.ts';

await openPanel();
visited.clear();
holdStates(Object.keys(STATES).filter((state) => !FURTHER.has(state)));

it('no page is without a state that is checked', () => {
  expect(PANEL_ROUTES.filter((route) => ![...visited].some((path) => isAt(route, path)))).toEqual([]);
});
