import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Reserve } from './reserve.ts';

const MIB = 1024 * 1024;

/** The volume that the cluster of a DATA_DIR lies on. */
export interface Volume {
  /** How large it is, in bytes. */
  readonly total: number;
  /** The size of PostgreSQL's log that a checkpoint is made at. */
  readonly logBytes: number;
  readonly reserve: Reserve;
  /** For maintenance: a superuser in the database of the application. */
  readonly superuser: ClientConfig;
  /** How many bytes are free beyond those that PostgreSQL's log, and a reserve that was given away, may still take. */
  measure(): Promise<number>;
  /** Whether PostgreSQL's log is larger than `measure` reckons with. */
  isLogTooLarge(): Promise<boolean>;
}

export async function totalBytes(directory: string): Promise<number> {
  const { blocks, bsize } = await statfs(directory);
  return blocks * bsize;
}

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** The size of PostgreSQL's log that a checkpoint is made at: a sixteenth of the volume, as far as PostgreSQL allows. */
export const logBytes = (total: number): number =>
  Math.min(Math.max(Math.floor(total / 16 / MIB), 32), 1024) * MIB;

/** What it grows to while that checkpoint is under way, a segment that is being made included. */
const mostLogBytes = (total: number): number => logBytes(total) * 1.5 + 16 * MIB;

export async function openVolume(
  directory: string,
  { reserve, superuser }: Pick<Volume, 'reserve' | 'superuser'>,
): Promise<Volume> {
  const total = await totalBytes(directory);
  const logDirectory = join(directory, 'pg_wal');
  return {
    total,
    logBytes: logBytes(total),
    reserve,
    superuser,
    async measure() {
      // A segment that comes or goes meanwhile is not to count twice.
      const before = await sizeOf(logDirectory);
      const free = await freeBytes(directory);
      const log = Math.max(before, await sizeOf(logDirectory));
      return free - Math.max(0, mostLogBytes(total) - log) - (await reserve.missing());
    },
    isLogTooLarge: async () => (await sizeOf(logDirectory)) > mostLogBytes(total),
  };
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory);
  const sizes = names.map((name) =>
    stat(join(directory, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      // It has been removed meanwhile.
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
