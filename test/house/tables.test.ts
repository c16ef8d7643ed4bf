import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modules } from '../../server/src/modules.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = 'server/src/';

const tables = new Set(
  [...readFileSync(join(ROOT, 'server/migrations/schema.txt'), 'utf8').matchAll(/^table (\w+):/gm)].map(
    (match) => match[1] as string,
  ),
);
const owned = modules.flatMap((module) => Object.keys(module.tables));

/** Places where SQL, a `Listing`, a `TableWalk` or a Knex builder names a table. */
const NAMING =
  /\b(?:FROM|JOIN|UPDATE|INTO|USING|TABLE|ONLY)\s+(\w+)|\btable: '(\w+)'|\b(?:knex|insertion)(?:<\w+>)?\('(\w+)'/g;

/** The tables that a file names, but for its comments. */
function tablesIn(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '');
  const names = [...code.matchAll(NAMING)].map((match) => match.slice(1).find(Boolean) as string);
  return [...new Set(names)].filter((name) => tables.has(name));
}

/** The module of the innermost folder that a file is in. */
const moduleOf = (file: string) =>
  modules
    .filter(({ folder }) => file.startsWith(`${SOURCE}${folder}/`))
    .sort((one, other) => other.folder.length - one.folder.length)[0];

const named = globSync(`${SOURCE}**/*.ts`, { cwd: ROOT }).flatMap((file) =>
  tablesIn(file).map((table) => ({ file, table })),
);

describe('every table', () => {
  it('has one module that owns it', () => {
    expect(owned.toSorted()).toEqual([...tables].sort());
  });

  it('is named in SQL by its own module, and by those that say why', () => {
    const foreign = named.filter(({ file, table }) => {
      const { tables: own = {}, borrows = {} } = moduleOf(file) ?? {};
      return !(table in own) && !(table in borrows);
    });
    expect(foreign).toEqual([]);
  });

  it('is borrowed only by modules that name it', () => {
    const idle = modules.flatMap(({ folder, borrows = {} }) =>
      Object.keys(borrows)
        .filter(
          (table) => !named.some((use) => use.table === table && use.file.startsWith(`${SOURCE}${folder}/`)),
        )
        .map((table) => `${folder}: ${table}`),
    );
    expect(idle).toEqual([]);
  });
});
