import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { EXIT_CODES } from '../../packages/cli/src/exit-codes.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { markdown, section, tableRows } from '../support/docs/readme-blocks.ts';
import { ROOT } from '../support/server/server-process.ts';

const readme = markdown('packages/cli/README.md');
const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
const { signal } = new AbortController();
const { commands } = createProgram({ env: {}, stdin, stdout, stderr, signal });
/** The commands that have no commands below them. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
const leaves = commands.flatMap(leavesOf);
const pathOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
const firstCells = (text: string) => tableRows(text).map(([cell]) => (cell as string).replaceAll('`', ''));

it('the README of the command line lists the exit codes', () => {
  expect(firstCells(section(readme, 'Scripts')).map(Number)).toEqual(Object.values(EXIT_CODES));
});

it('the README of the command line lists the commands as their help shows them', () => {
  const [head] = readme.split('\n## ') as [string];
  const shown = leaves.map((command) => `${pathOf(command)} ${command.usage()}`.replace(' [options]', ''));
  expect(firstCells(head)).toEqual([...shown, 'help [command]']);
});

it('the README of the command line lists the variables that are read', () => {
  const read = new Set(
    [
      ...globSync('packages/cli/src/**/*.ts', { cwd: ROOT })
        .map((file) => readFileSync(join(ROOT, file), 'utf8'))
        .join('')
        .matchAll(/env\.(SERVICE_\w+)/g),
    ].map(([, name]) => name as string),
  );
  const listed = firstCells(section(readme, 'Log in')).filter((name) => name.startsWith('SERVICE_'));
  expect(listed.sort()).toEqual([...read].sort());
});

it('the README of the command line names no option that is not there', () => {
  const known = new Set(
    [...leaves, ...leaves.map((leaf) => leaf.parent), ...commands.map((command) => command.parent)].flatMap(
      (command) => (command?.options ?? []).map(({ long }) => long),
    ),
  );
  const named = [...readme.matchAll(/(?<=[\s`])--[a-z][\w-]+/g)]
    .map(([name]) => name)
    .filter((name) => name !== '--global' && name !== '--since');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
