import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { MIGRATIONS_DIRECTORY } from './migration-files.ts';
import { readCatalog } from './catalog.ts';

/** A database that this version cannot use. The message says why, and the remedy. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Catalog after all migrations except finish migrations, written by `npm run schema`. */
export const SCHEMA_FILE = join(MIGRATIONS_DIRECTORY, 'schema.txt');
/** Catalog after finish migrations; missing if there are none. */
export const FINISHED_FILE = join(MIGRATIONS_DIRECTORY, 'schema-finished.txt');

const catalogIn = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n');
const expectedCatalog = (): string[] => catalogIn(SCHEMA_FILE);
const finishedCatalog = (): string[] =>
  existsSync(FINISHED_FILE) ? catalogIn(FINISHED_FILE) : expectedCatalog();

export const expectedTables = (): string[] =>
  expectedCatalog().flatMap((line) => /^table (\w+):/.exec(line)?.[1] ?? []);

/** Compares the catalog. Storage parameters, further plain indexes and tables of others are ignored. @throws SchemaError */
export async function checkSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  const sameText = (rows[0]?.version ?? 0) <= NEWEST_KNOWN;
  const actual = await readCatalog(client);
  // Finish migrations may be partly applied: each entry must match one of the two catalogs.
  const finished = differences(finishedCatalog(), actual, sameText);
  const found = [...differences(expectedCatalog(), actual, sameText)]
    .filter(([name]) => finished.has(name))
    .map(([, difference]) => difference);
  if (found.length === 0) return;
  const shown = found.slice(0, SHOWN).join('; ');
  const more = found.length > SHOWN ? `; and ${found.length - SHOWN} more` : '';
  throw new SchemaError(
    `The tables of the database are not those that this version works with: ${shown}${more}. ` +
      'Something other than the migrations has changed them: undo that, or restore a backup and start again.',
  );
}

/** Newer PostgreSQL versions may format definitions differently, so only missing and additional entries count there. */
const NEWEST_KNOWN = 18;
const SHOWN = 3;

function differences(
  expected: readonly string[],
  actual: readonly string[],
  sameText: boolean,
): Map<string, string> {
  const [expectedEntries, found] = [toMap(expected), toMap(actual)];
  const result = new Map<string, string>();
  for (const [name, definition] of expectedEntries) {
    const table = /^\w+ (\w+)\./.exec(name)?.[1];
    if (TUNING.test(name) || (table !== undefined && !found.has(`table ${table}`))) continue;
    const actually = found.get(name);
    if (actually === undefined) result.set(name, `${name} is missing (${definition})`);
    else if (actually !== definition && (sameText || actually.endsWith('(invalid)')))
      result.set(name, `${name} is ${actually} in place of ${definition}`);
  }
  for (const [name, definition] of found) {
    const table = HARMFUL.exec(name)?.[1];
    if (table !== undefined && expectedEntries.has(`table ${table}`) && !expectedEntries.has(name))
      result.set(name, `${name} is not expected (${definition})`);
  }
  return result;
}

const TUNING = /^(options|storage) /;
/** Entries that change how statements behave. */
const HARMFUL = /^(?:column|constraint|unique|trigger) (\w+)\./;

function toMap(params: readonly string[]): Map<string, string> {
  return new Map(
    params.map((line) => {
      const [, name, definition] = /^(.*?): (.*)$/.exec(line) as unknown as [string, string, string];
      return [name, definition];
    }),
  );
}
