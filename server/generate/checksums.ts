import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY, migrationNames } from '../src/storage/postgres/migrations/migration-files.ts';

/** A line for each migration that has landed, as `sha256sum` writes them. */
export const CHECKSUM_FILE = join(MIGRATIONS_DIRECTORY, 'checksums.txt');

/** The SHA-256 of each migration as it is now, by file name. */
export function checksums(): Map<string, string> {
  return new Map(
    migrationNames().map((name) => {
      const text = readFileSync(join(MIGRATIONS_DIRECTORY, `${name}.ts`));
      return [`${name}.ts`, createHash('sha256').update(text).digest('hex')];
    }),
  );
}

/** What a checksum file says, by file name; lines of an unfinished merge are read on both sides. */
export function recordedChecksums(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, sum, name]) => [name as string, sum as string]),
  );
}
