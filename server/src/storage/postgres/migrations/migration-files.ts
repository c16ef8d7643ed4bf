import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { PACKAGE, scriptName, scriptPath, VERSION } from '../../../package.ts';

/** One step of the schema. Once landed it never changes; a mistake is mended by the next one. */
export interface Migration {
  /** The name of its file, which begins with its number of four digits. */
  name: string;
  /**
   * The newest migration of the oldest server that works with the database once this one is applied. Without it only
   * servers that have this migration do.
   */
  worksWith?: string;
  /** What a finish migration takes away, as the object of a sentence. */
  takesAway?: string;
  up: (knex: Knex) => Promise<void>;
}

export const MIGRATIONS_DIRECTORY = join(PACKAGE, 'migrations');

/** The names of all migrations, in the order in which they run: each file is one. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS_DIRECTORY)
    .flatMap((file) => scriptName(file) ?? [])
    .sort();
}

/**
 * Whether a migration takes away what only older servers use. It runs by `migrate --finish`, or at a start of the release
 * after the one that brought it.
 */
export const isFinish = (name: string): boolean => /^\d{4}-finish-/.test(name);

/** A published version, and its newest migration. */
export interface Release {
  version: string;
  newest: string;
}

export const RELEASES_FILE = join(MIGRATIONS_DIRECTORY, 'releases.txt');

/** The published versions, oldest first. */
export const releases = (text = readFileSync(RELEASES_FILE, 'utf8')): Release[] =>
  [...text.matchAll(/^([^#\s]\S*) (\S+)$/gm)].map(([, version, newest]) => ({
    version: version as string,
    newest: newest as string,
  }));

/** Whether a start runs a finish migration: a release before this one has brought it. */
export const isDue = (name: string): boolean =>
  releases().some(({ version, newest }) => version !== VERSION && name <= newest);

/** The oldest version that has a migration. */
export const oldestVersionWith = (name: string): string =>
  releases().find(({ newest }) => name <= newest)?.version ?? VERSION;

/** How the migrations that a database has had compare with those of this server. */
export function compareMigrations(applied: readonly string[]) {
  const known = migrationNames();
  const missing = known.filter((name) => !applied.includes(name));
  return {
    pending: missing.filter((name) => !isFinish(name)),
    unfinished: missing.filter(isFinish),
    newer: applied.filter((name) => !known.includes(name)),
  };
}

export async function loadMigrations(names = migrationNames()): Promise<Migration[]> {
  return Promise.all(
    names.map(async (name) => {
      const file = pathToFileURL(scriptPath(`migrations/${name}`)).href;
      const { up, worksWith, takesAway } = (await import(file)) as Omit<Migration, 'name'>;
      return {
        name,
        up,
        ...(worksWith !== undefined && { worksWith }),
        ...(takesAway !== undefined && { takesAway }),
      };
    }),
  );
}
