/** The columns and unique indexes of the server's tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemColumns } from '../../../server/src/modules.ts';
import type { Places } from './analyse.ts';

const schema = readFileSync(join(import.meta.dirname, '../../../server/migrations/schema.txt'), 'utf8');

/** The columns of each table of the server. */
export const columnsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(schema.matchAll(/^column (\w+)\.(\w+):/gm), ([, table]) => table as string)].map(
    ([table, columns]) => [table, new Set(columns.map(([, , column]) => column as string))],
  ),
);

/** The column of each table with the item's id. */
export const placeOf: Places = new Map(Object.entries(itemColumns));

/** The columns of each unique index, or what it is made from, by its name. */
export const uniques: readonly { name: string; table: string; columns: string[] }[] = [
  ...schema.matchAll(
    /^(?:constraint (\w+)\.(\w+): (?:PRIMARY KEY|UNIQUE) \(([^)]+)\)|unique (\w+)\.(\w+): .*? USING btree \(([^)]+)\))/gm,
  ),
].map(([, table = '', name = '', columns = '', table2 = '', name2 = '', columns2 = '']) => ({
  name: name || name2,
  table: table || table2,
  columns: (columns || columns2).split(', '),
}));
