/** A test is found by the name of the file that it tests; stories lie elsewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

/** Folders of sources, and those of their tests. */
const FOLDERS = [
  ['packages/sdk/src/core', 'packages/sdk/test/core'],
  ['packages/sdk/src/internal', 'packages/sdk/test/internal'],
  ['packages/sdk/src/sealing', 'packages/sdk/test/sealing'],
  ['packages/sdk/src/envelope', 'packages/sdk/test/envelope'],
  ['packages/sdk/src/webhooks', 'packages/sdk/test/webhooks'],
  ['server/src/crypto', 'server/test'],
  ['server/src/storage/postgres', 'server/test'],
] as const;

/** Files with fewer lines of code are tested through others. */
const LEAST_LINES = 25;

const linesOfCode = (source: string): number =>
  stripTypeScriptTypes(source)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^(import|export)\b[^;=]*?\bfrom '[^']+';$/gm, '')
    .split('\n')
    .filter((line) => /\w/.test(line)).length;

it.each(FOLDERS)('of %s, at least 60 % have a test of their name', (sources, tests) => {
  const files = globSync(`${sources}/*.ts`, { cwd: ROOT }).filter(
    (file) => linesOfCode(readFileSync(join(ROOT, file), 'utf8')) >= LEAST_LINES,
  );
  const hasTest = (file: string): boolean => {
    const name = basename(file, '.ts');
    return ['test', 'all.test'].some((suffix) => existsSync(join(ROOT, tests, `${name}.${suffix}.ts`)));
  };
  const untested = files.filter((file) => !hasTest(file));
  expect(files.length).toBeGreaterThan(2);
  expect(untested.length / files.length, `without a test: ${untested.join(', ')}`).toBeLessThanOrEqual(0.4);
});

const MIRRORED = FOLDERS.filter(([sources, tests]) => basename(sources) === basename(tests));

it.each(MIRRORED)('a test of %s in a folder like it has the name of a file', (sources, tests) => {
  const strayed = globSync(`${tests}/*.test.ts`, { cwd: ROOT }).filter(
    (file) => !existsSync(join(ROOT, sources, `${basename(file).split('.')[0]}.ts`)),
  );
  expect(strayed).toEqual([]);
});

it('counts lines of code alone', () => {
  const source = `import { a } from 'a';
export type { B } from 'b';
/** A comment
 * of lines. */
interface C {
  d: string;
}

// Another.
const e = (f: C): string => {
  return f.d;
};`;
  expect(linesOfCode(source)).toBe(2);
});
