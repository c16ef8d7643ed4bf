import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { holdStates } from './states.ts';

// A state of each page, and those in which most is on it: accessible.all.test.ts has all of them, in English as well.
await holdStates([
  'a secret behind a password, wrongly guessed',
  'a secret, opened and shown',
  'a link as a picture',
  'a text, opened, in colours',
  'a link, opened',
  'a file, here',
  'diagnostics, opened, in colours',
  'a request, with files',
  'a request, with files that were not sent',
  'a request, finished',
  'an inbox, with a message that is too long',
  'a room, at its door',
  'a room, inside',
  'not complete',
  'gone',
]);

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
