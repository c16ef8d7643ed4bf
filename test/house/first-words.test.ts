/** Comments begin with the noun or the verb that they are about. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

/** First words that put a clause where the term belongs. */
const CLAUSE = /^(What|Whatever|Whoever|Whose|Who|Where|Those|Of)\b/;

/** Files whose comments are no prose of the project: landed migrations never change. */
const APART = /^server\/migrations\/|\/(gen|dist|node_modules)\//;

const firstWords = (source: string): string[] =>
  [...source.matchAll(/(?:\/\*\*(?:\s*\n\s*\*)?|^\s*\/\/) (.*)/gm)].map(([, text]) => text!);

it('no comment begins with a clause', () => {
  const files = globSync('{packages,server,examples,test,deploy}/**/*.{ts,tsx}', { cwd: ROOT });
  const comments = files
    .filter((file) => !APART.test(file))
    .flatMap((file) =>
      firstWords(readFileSync(join(ROOT, file), 'utf8')).map((text) => [file, text] as const),
    );
  expect(comments.length).toBeGreaterThan(1000);
  expect(comments.filter(([, text]) => CLAUSE.test(text))).toEqual([]);
});
