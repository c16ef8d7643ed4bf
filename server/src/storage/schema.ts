import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { MIGRATIONS_DIRECTORY } from './migration-files.ts';
import { readCatalog } from './catalog.ts';

/** A database that this version cannot work with. The message says why, and what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** The catalog that the migrations lead to, as `npm run schema` wrote it. */
export const SCHEMA_FILE = join(MIGRATIONS_DIRECTORY, 'schema.txt');

const expectedCatalog = (): string[] => readFileSync(SCHEMA_FILE, 'utf8').trim().split('\n');

/** The names of the server's tables. */
export const expectedTables = (): string[] =>
  expectedCatalog().flatMap((line) => /^table (\w+):/.exec(line)?.[1] ?? []);

/**
 * Holds the catalog of a migrated database against the one that this version was written for. Storage parameters, plain
 * indexes that are there besides, and tables of somebody else are the operator's own.
 *
 * @throws SchemaError naming what differs
 */
export async function checkSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  const expected = expectedCatalog();
  const sameText = (rows[0]?.version ?? 0) <= NEWEST_KNOWN;
  const found = differences(expected, await readCatalog(client), sameText);
  if (found.length === 0) return;
  const shown = found.slice(0, SHOWN).join('; ');
  const more = found.length > SHOWN ? `; and ${found.length - SHOWN} more` : '';
  throw new SchemaError(
    `The tables of the database are not those that this version works with: ${shown}${more}. ` +
      'Something other than the migrations has changed them: undo that, or restore a backup and start again.',
  );
}

/** Newer versions of PostgreSQL may word a definition differently: there only what is missing or too much counts. */
const NEWEST_KNOWN = 18;
const SHOWN = 3;

/** What stands in the way of this version, in words. */
function differences(expected: readonly string[], actual: readonly string[], sameText = true): string[] {
  const [wanted, found] = [toMap(expected), toMap(actual)];
  const result: string[] = [];
  for (const [name, definition] of wanted) {
    const table = /^\w+ (\w+)\./.exec(name)?.[1];
    if (TUNING.test(name) || (table !== undefined && !found.has(`table ${table}`))) continue;
    const actually = found.get(name);
    if (actually === undefined) result.push(`${name} is missing (${definition})`);
    else if (actually !== definition && (sameText || actually.endsWith('(invalid)')))
      result.push(`${name} is ${actually} in place of ${definition}`);
  }
  for (const [name, definition] of found) {
    const table = HARMFUL.exec(name)?.[1];
    if (table !== undefined && wanted.has(`table ${table}`) && !wanted.has(name))
      result.push(`${name} is not expected (${definition})`);
  }
  return result;
}

const TUNING = /^(options|storage) /;
/** What changes how statements on a table go, if it is there and nobody reckons with it. */
const HARMFUL = /^(?:column|constraint|unique|trigger) (\w+)\./;

function toMap(params: readonly string[]): Map<string, string> {
  return new Map(
    params.map((line) => {
      const [, name, definition] = /^(.*?): (.*)$/.exec(line) as unknown as [string, string, string];
      return [name, definition];
    }),
  );
}
