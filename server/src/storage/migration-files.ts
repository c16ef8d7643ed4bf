import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

/** One step of the schema. Once landed it never changes; a mistake is mended by the next one. */
export interface Migration {
  /** The name of its file, which begins with its number of four digits. */
  name: string;
  up: (knex: Knex) => Promise<void>;
}

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, '../../migrations');

/** The names of all migrations, in the order in which they run: each file is one. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS_DIRECTORY)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

export async function loadMigrations(): Promise<Migration[]> {
  return Promise.all(
    migrationNames().map(async (name) => {
      const file = pathToFileURL(join(MIGRATIONS_DIRECTORY, `${name}.ts`)).href;
      const { up } = (await import(file)) as Pick<Migration, 'up'>;
      return { name, up };
    }),
  );
}
