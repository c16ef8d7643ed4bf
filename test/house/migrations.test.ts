import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../server/src/package.ts';
import { CHECKSUM_FILE, checksums, recordedChecksums } from '../../server/generate/checksums.ts';
import {
  isDue,
  isFinish,
  loadMigrations,
  migrationNames,
  oldestVersionWith,
  releases,
} from '../../server/src/storage/postgres/migrations/migration-files.ts';

const recorded = recordedChecksums(readFileSync(CHECKSUM_FILE, 'utf8'));
const current = checksums();

describe('the migrations', () => {
  it.each([...recorded])('%s is what it was when it landed', (name, sum) => {
    expect(current.get(name), 'a migration never changes: restore it, and write a new one').toBe(sum);
  });

  it('are all recorded with their checksum', () => {
    expect([...current.keys()], 'run: npm run schema').toEqual([...recorded.keys()]);
  });

  /** Servers before it refuse every newer migration. */
  const FIRST = '0065-way-back';

  it.each(migrationNames().filter((name) => name >= FIRST))(
    '%s says by worksWith which servers work once it is applied',
    async (name) => {
      const [{ worksWith, takesAway } = {}] = await loadMigrations([name]);
      const hint =
        'export const worksWith: the newest migration of the oldest server that works with this one applied';
      expect([FIRST, ...migrationNames().filter((each) => each > FIRST && each <= name)], hint).toContain(
        worksWith,
      );
      expect(
        takesAway === undefined,
        'a finish migration, and no other, says by takesAway what it takes away',
      ).toBe(!isFinish(name));
      // Servers that bring it run on either side of it.
      if (isFinish(name)) expect(worksWith).not.toBe(name);
    },
  );

  it('of a published version are those of releases.txt, oldest first', () => {
    const published = releases();
    expect(migrationNames()).toEqual(expect.arrayContaining(published.map(({ newest }) => newest)));
    expect(published.map(({ newest }) => newest)).toEqual(published.map(({ newest }) => newest).sort());
    expect(releases('# a comment\n0.2.0 0066-a\n0.3.0-rc.1 0070-b\n')).toEqual([
      { version: '0.2.0', newest: '0066-a' },
      { version: '0.3.0-rc.1', newest: '0070-b' },
    ]);
    expect([isDue('9999-finish-x'), oldestVersionWith('9999-finish-x')]).toEqual([false, VERSION]);
  });

  it('have a number of their own each, which is the order in which they run', () => {
    const numbers = migrationNames().map((name) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).not.toContain(undefined);
  });
});
