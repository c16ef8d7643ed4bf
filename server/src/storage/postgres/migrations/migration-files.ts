import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { PACKAGE, scriptName, scriptPath, VERSION } from '../../../package.ts';

/** One step of the schema. Migrations never change after landing; fix mistakes in the next one. */
export interface Migration {
  /** File name, beginning with a four-digit number. */
  name: string;
  /** Newest migration of the oldest server that works with the database afterwards. Default: this one. */
  worksWith?: string;
  /** Object of the sentence that says what a finish migration removes. */
  takesAway?: string;
  up: (knex: Knex) => Promise<void>;
}

export const MIGRATIONS_DIRECTORY = join(PACKAGE, 'migrations');

export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS_DIRECTORY)
    .flatMap((file) => scriptName(file) ?? [])
    .sort();
}

/** True for migrations that remove what only older servers use: run by `migrate --finish`, or a start of the next release. */
export const isFinish = (name: string): boolean => /^\d{4}-finish-/.test(name);

export interface Release {
  version: string;
  newest: string;
}

export const RELEASES_FILE = join(MIGRATIONS_DIRECTORY, 'releases.txt');

export const releases = (text = readFileSync(RELEASES_FILE, 'utf8')): Release[] =>
  [...text.matchAll(/^([^#\s]\S*) (\S+)$/gm)].map(([, version, newest]) => ({
    version: version as string,
    newest: newest as string,
  }));

/** True if an earlier release contained the finish migration, so that a start runs it. */
export const isDue = (name: string): boolean =>
  releases().some(({ version, newest }) => version !== VERSION && name <= newest);

export const oldestVersionWith = (name: string): string =>
  releases().find(({ newest }) => name <= newest)?.version ?? VERSION;

/** Compares applied migrations with those of this server. */
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
