import { findMigrations } from '../features/accounts/server-store.ts';
import { COMMANDS } from '../package.ts';
import { finishMigrations } from '../storage/postgres/migrations/migrate.ts';
import {
  compareMigrations,
  loadMigrations,
  oldestVersionWith,
  type Migration,
} from '../storage/postgres/migrations/migration-files.ts';
import type { Command } from './command.ts';

/** Upgrades of the schema. Each command applies pending migrations first. */
export const migrateCommands: Record<string, Command> = {
  migrate: {
    usage: '[--finish]',
    async run({ connection, database }, { finish }) {
      if (finish) {
        const finished = await finishMigrations(connection, {
          onBusy: (migration) => console.error(`Migration ${migration} waits for tables that others use.`),
        });
        return finished.length === 0
          ? 'There is nothing to finish.'
          : `Took away ${listed(finished)}. There is no way back ${oldest(finished)}.`;
      }
      const { unfinished } = compareMigrations(await findMigrations(database));
      if (unfinished.length === 0) return 'The schema is up to date.';
      const migrations = await loadMigrations(unfinished);
      return (
        `The schema is up to date. When no older server runs, ${COMMANDS.admin} migrate --finish takes away ` +
        `${listed(migrations)}; after that there is no way back ${oldest(migrations)}.`
      );
    },
  },
};

const listed = (migrations: readonly Migration[]): string =>
  migrations.map(({ name, takesAway = '' }) => `${takesAway} (${name})`).join(', ');

/** Says which servers no longer work once these migrations are applied. */
function oldest(migrations: readonly Migration[]): string {
  const needed = migrations
    .map(({ name, worksWith = name }) => worksWith)
    .sort()
    .at(-1) as string;
  return `to a server without the migration ${needed}: the oldest that works is ${oldestVersionWith(needed)}`;
}
