import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdown } from '../support/docs/readme-blocks.ts';
import { ROOT } from '../support/server/server-process.ts';

const FILE = 'docs/contributing.md';
const text = markdown(FILE);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const all = (pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map((match) => match[1] as string)),
];

/** Targets of links, relative to the page, and files that commands name, relative to the root. */
const links = all(/\]\(([^)#:]+)\)/g).map((link) => join(dirname(FILE), link));
const programs = all(/(?<![\w/])((?:test|server|packages|openapi|docs)\/[\w./-]+\.\w+)/g);

describe(FILE, () => {
  it.each([...links, ...programs])('names %s, which exists', (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });

  it.each(all(/npm run ([\w:]+)/g))('names npm run %s, which exists', (script) => {
    expect(Object.keys(scripts)).toContain(script);
  });

  it('is a page that the README leads to', () => {
    const lines = text.split('\n').filter((line) => !line.startsWith('|'));
    expect(lines.length).toBeLessThanOrEqual(145);
    expect(markdown('README.md')).toContain(`](${FILE})`);
  });

  it('says of every test file that `npm test` leaves out why it does', () => {
    const files = globSync('{test,packages,server}/**/*.all.test.ts', {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules'),
    });
    const said = [...text.matchAll(/^\| \[[^\]]+\]\(\.\.\/([^)]+\.all\.test\.ts)\) +\| \S/gm)].map(
      ([, path]) => path,
    );
    expect(said.toSorted()).toEqual(files.toSorted());
  });
});
