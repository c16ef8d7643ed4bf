import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY, migrationNames } from '../src/storage/postgres/migrations/migration-files.ts';

/** One line per landed migration in the format of `sha256sum`. */
export const CHECKSUM_FILE = join(MIGRATIONS_DIRECTORY, 'checksums.txt');

/** Computes the SHA-256 of each migration, by file name. */
export function checksums(): Map<string, string> {
  return new Map(
    migrationNames().map((name) => {
      const text = readFileSync(join(MIGRATIONS_DIRECTORY, `${name}.ts`));
      return [`${name}.ts`, createHash('sha256').update(text).digest('hex')];
    }),
  );
}

/** Parses a checksum file. Both sides of a merge conflict are read. */
export function recordedChecksums(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, sum, name]) => [name as string, sum as string]),
  );
}
