import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKSUM_FILE, checksums, recordedChecksums } from '../../server/generate/checksums.ts';
import { migrationNames } from '../../server/src/storage/migration-files.ts';

const recorded = recordedChecksums(readFileSync(CHECKSUM_FILE, 'utf8'));
const current = checksums();

describe('the migrations', () => {
  it.each([...recorded])('%s is what it was when it landed', (name, sum) => {
    expect(current.get(name), 'a migration never changes: restore it, and write a new one').toBe(sum);
  });

  it('are all recorded with their checksum', () => {
    expect([...current.keys()], 'run: npm run schema').toEqual([...recorded.keys()]);
  });

  it('have a number of their own each, which is the order in which they run', () => {
    const numbers = migrationNames().map((name) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).not.toContain(undefined);
  });
});
