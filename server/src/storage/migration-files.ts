import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { PACKAGE, scriptName, scriptPath } from '../package.ts';

/** One step of the schema. Once landed it never changes; a mistake is mended by the next one. */
export interface Migration {
  /** The name of its file, which begins with its number of four digits. */
  name: string;
  up: (knex: Knex) => Promise<void>;
}

export const MIGRATIONS_DIRECTORY = join(PACKAGE, 'migrations');

/** The names of all migrations, in the order in which they run: each file is one. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS_DIRECTORY)
    .flatMap((file) => scriptName(file) ?? [])
    .sort();
}

export async function loadMigrations(): Promise<Migration[]> {
  return Promise.all(
    migrationNames().map(async (name) => {
      const file = pathToFileURL(scriptPath(`migrations/${name}`)).href;
      const { up } = (await import(file)) as Pick<Migration, 'up'>;
      return { name, up };
    }),
  );
}
