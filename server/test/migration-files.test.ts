import { expect, it } from 'vitest';
import {
  compareMigrations,
  isFinish,
  loadMigrations,
  migrationNames,
  releases,
} from '../src/storage/postgres/migrations/migration-files.ts';

const names = migrationNames();

it('migrations have different numbers, and are in the order of these', () => {
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)].toSorted());
  expect(numbers.every((number) => /^\d{4}$/.test(number))).toBe(true);
});

it('a migration that works with older servers names one of those before it', async () => {
  for (const { name, worksWith = name } of await loadMigrations()) {
    expect(names).toContain(worksWith);
    expect(worksWith <= name).toBe(true);
  }
});

it('applied migrations are compared with those of this server', () => {
  const [first, ...others] = names as [string, ...string[]];
  expect(compareMigrations([first, '9999-later'])).toEqual({
    pending: others.filter((name) => !isFinish(name)),
    unfinished: others.filter(isFinish),
    newer: ['9999-later'],
  });
  expect(compareMigrations(names)).toEqual({ pending: [], unfinished: [], newer: [] });
});

it('releases are lines of a version and its newest migration', () => {
  expect(releases('# comment\n0.1.0 0066-a\n\n0.2.0 0070-b\n')).toEqual([
    { version: '0.1.0', newest: '0066-a' },
    { version: '0.2.0', newest: '0070-b' },
  ]);
});
