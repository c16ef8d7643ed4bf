import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { holdStates } from './states.ts';

await holdStates((state) => !/^(?:a request|an inbox|a room)/.test(state));

it('no page has a heading that none of the states shows', () => {
  const web = join(ROOT, 'packages/web/src');
  const sources = globSync('{kit,pages,room}/*.tsx', { cwd: web }).map((name) =>
    readFileSync(join(web, name), 'utf8'),
  );
  const headings = sources
    .join('\n')
    .matchAll(/(?:title: '|\btitle="|title=\{t\('|view\.at === '\w+' \? '|: \[')([a-z]+\.[a-z.]+)'?/g);
  const keys = [...new Set(Array.from(headings, ([, key]) => key))];
  expect(keys.length).toBeGreaterThan(20);
  const states = readFileSync(join(import.meta.dirname, 'states.ts'), 'utf8');
  expect(keys.filter((key) => !states.includes(`says(one, '${key}')`))).toEqual([]);
});
