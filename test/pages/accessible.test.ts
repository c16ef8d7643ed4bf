import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import en from '../../packages/web/locales/en.json' with { type: 'json' };
import { ROOT } from '../support/server/server-process.ts';
import { bringTo, openVisitor, seen, STATES, violations } from './states.ts';

const one = await openVisitor();
afterAll(() => one.context.close());

/** States with content of people in the direction of its own. */
const MIXED = [
  'a text, opened, in colours',
  'a link, opened',
  'a file, here',
  'a request, with files',
  'a room, inside',
];

it.each(Object.keys(STATES))('%s: breaks no rule of WCAG 2.2 AA', async (state) => {
  await bringTo(one, state);
  expect(await violations(one)).toEqual([]);
  if (MIXED.includes(state)) expect(await violations(one, 'ar')).toEqual([]);
});

it('no page has a heading that none of these states shows', () => {
  const web = join(ROOT, 'packages/web/src');
  const sources = globSync('{kit,pages,room}/*.tsx', { cwd: web }).map((name) =>
    readFileSync(join(web, name), 'utf8'),
  );
  const headings = sources
    .join('\n')
    .matchAll(/(?:title: '|\btitle="|title=\{t\('|view\.at === '\w+' \? '|: \[')([a-z]+\.[a-z.]+)'?/g);
  const keys = [...new Set(Array.from(headings, ([, key]) => key as keyof typeof en))];
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !seen.has(en[key] as string))).toEqual([]);
});
