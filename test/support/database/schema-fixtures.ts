/** Databases as earlier versions left them, with rows in them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../server/server-process.ts';
import type { TestDatabase } from './database.ts';
import type { Shared } from '../contract/share-everything.ts';

export const FIXTURES = join(ROOT, 'test/support/fixtures/schemas');

/** Encryption key of the fixtures' items. */
export const FIXTURE_ENCRYPTION_KEY = 'Zml4dHVyZS1rZXktb2YtMzItYnl0ZXMtMDEyMzQ1Njc=';

/** A schema that some order of versions led to, and the rows that servers of these versions left in it. */
export interface HistoricSchema {
  /** The variant of each migration, in order: `0001a 0002b 0003a`. */
  name: string;
  rows: { sql: string; shared: Shared } | undefined;
}

/** All 36: any variant of 0001, and those of the later ones that stood in the code at the same time. */
export function historicSchemas(): HistoricSchema[] {
  const later = [
    '',
    ...['0002a 0003a', '0002b 0003a'].flatMap((begun) => [begun, `${begun} 0004a`, `${begun} 0004b`]),
    '0002b 0003b 0004a',
    '0002c 0003b 0004b',
  ];
  return ['0001a', '0001b', '0001c', '0001d'].flatMap((first) =>
    later.map((rest) => {
      const name = `${first} ${rest}`.trim();
      return { name, rows: readRows(name) };
    }),
  );
}

function readRows(name: string): HistoricSchema['rows'] {
  const file = join(FIXTURES, 'rows', `${name.replaceAll(' ', '-')}.sql`);
  if (!existsSync(file)) return undefined;
  const sql = readFileSync(file, 'utf8');
  return { sql, shared: JSON.parse(sql.slice('-- '.length, sql.indexOf('\n'))) as Shared };
}

/** Makes an empty database what it was then. */
export async function loadSchema(database: TestDatabase, { name, rows }: HistoricSchema): Promise<void> {
  const files = readdirSync(join(FIXTURES, 'migrations'));
  await database.query(KNEX_TABLES);
  for (const [, number, variant] of name.matchAll(/(\d{4})(\w)/g)) {
    const file = files.find((each) => each.startsWith(`${number}-`));
    if (file === undefined) throw new Error(`There is no ${number}.`);
    await database.query(readVariant(file, variant!));
    if (rows === undefined)
      await database.query(
        'INSERT INTO knex_migrations (name, batch, migration_time) VALUES ($1, 1, now())',
        [file.replace('.sql', '')],
      );
  }
  if (rows) await database.query(rows.sql);
}

/** The text of a migration in one variant. `-- [bc]` ends a line that variants b and c have, and no other. */
function readVariant(file: string, variant: string): string {
  const lines = readFileSync(join(FIXTURES, 'migrations', file), 'utf8').split('\n');
  return lines.filter((line) => / -- \[(\w+)\]$/.exec(line)?.[1]?.includes(variant) ?? true).join('\n');
}

const KNEX_TABLES = `
  CREATE TABLE knex_migrations (id serial PRIMARY KEY, name varchar(255), batch int, migration_time timestamptz);
  CREATE TABLE knex_migrations_lock (index serial PRIMARY KEY, is_locked int);
  INSERT INTO knex_migrations_lock (is_locked) VALUES (0);
`;
