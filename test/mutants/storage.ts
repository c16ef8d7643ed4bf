import type { Mutant } from './mutant.ts';

const MIGRATE = 'server/src/storage/postgres/migrations/migrate.ts';

const UPGRADES = ['schema-upgrades', '/schema.'];

/** How migrations are applied, and what a start refuses. */
export const mutants: Mutant[] = [
  {
    name: 'a second server migrates while the first one does',
    file: MIGRATE,
    from: 'if (rows[0]?.locked) return;',
    to: 'if (rows[0]) return;',
    tests: [...UPGRADES, '/restart.', 'database/schema.'],
  },
  {
    name: 'a server starts on tables that somebody has changed',
    file: 'server/src/storage/postgres/migrations/schema.ts',
    from: 'if (found.length === 0) return;',
    to: 'return;',
    tests: UPGRADES,
  },
  {
    name: 'an older version starts on the database of a newer one',
    file: 'server/src/storage/postgres/migrations/newer-migrations.ts',
    from: 'if (!newest) return newer;',
    to: 'return newer;',
    tests: UPGRADES,
  },
  {
    name: 'a migration waits for others without an end',
    file: MIGRATE,
    from: "const LOCK_TIMEOUT = '2s';",
    to: "const LOCK_TIMEOUT = '0';",
    tests: ['database/migrations.', ...UPGRADES, '/backup.', 'rolling-restart'],
  },
  {
    name: 'a server starts while a restore is not through',
    file: MIGRATE,
    from: 'if (!restoring) await refuseUnfinished(client);',
    to: '',
    tests: ['/backup.', ...UPGRADES],
  },
  {
    name: 'a trigger of somebody else goes unnoticed',
    file: 'server/src/storage/postgres/migrations/schema.ts',
    from: '/^(?:column|constraint|unique|trigger) (',
    to: '/^(?:column|constraint|unique) (',
    tests: UPGRADES,
  },
  {
    name: 'an index that is not valid goes unnoticed',
    file: 'server/src/storage/postgres/migrations/schema.ts',
    from: "(sameText || actually.endsWith('(invalid)'))",
    to: "sameText && !actually.endsWith('(invalid)')",
    tests: UPGRADES,
  },
];
