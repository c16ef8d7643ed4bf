import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT_CODES } from '../../packages/cli/src/exit-codes.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { markdown, section, tableRows } from '../support/docs/readme-blocks.ts';
import { ROOT } from '../support/server/server-process.ts';

const readme = markdown('packages/cli/README.md');
const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
const { signal } = new AbortController();
const { commands } = createProgram({ env: {}, stdin, stdout, stderr, signal });
const source = (file: string) => readFileSync(join(ROOT, 'packages/cli/src', file), 'utf8');
const firstCells = (text: string) => tableRows(text).map(([cell]) => (cell as string).replaceAll('`', ''));

it('the README of the command line lists the exit codes', () => {
  expect(firstCells(section(readme, 'Scripts')).map(Number)).toEqual(Object.values(EXIT_CODES));
});

it('the README of the command line lists the commands as their help shows them', () => {
  const shown = commands.map((command) =>
    `${command.name()} ${command.usage()}`.replace('[options] ', '').trim(),
  );
  const [head] = readme.split('\n## ') as [string];
  const listed = firstCells(head);
  expect(listed.pop()).toBe('help [command]');
  expect(listed).toEqual(shown.map((usage) => usage.replace(/ \[options\]$/, '')));
});

it('the README of the command line lists the variables that are read', () => {
  const read = new Set(
    [...(source('config.ts') + source('commands/account.ts')).matchAll(/env\.(SERVICE_\w+)/g)].map(
      ([, name]) => name as string,
    ),
  );
  const listed = firstCells(section(readme, 'Log in')).filter((name) => name.startsWith('SERVICE_'));
  expect(listed.sort()).toEqual([...read].sort());
});

it('the README of the command line names no option that is not there', () => {
  const known = new Set(
    commands.flatMap((command) =>
      [...command.options, ...(command.parent?.options ?? [])].map(({ long }) => long),
    ),
  );
  const named = [...readme.matchAll(/(?<=[\s`])--[a-z][\w-]+/g)]
    .map(([name]) => name)
    .filter((name) => name !== '--global' && name !== '--since');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
