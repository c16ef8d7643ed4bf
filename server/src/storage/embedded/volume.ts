import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Reserve } from './reserve.ts';

const MIB = 1024 * 1024;

export interface Volume {
  readonly total: number;
  readonly logBytes: number;
  readonly reserve: Reserve;
  /** Superuser in the application's database, for maintenance. */
  readonly superuser: ClientConfig;
  /** Free bytes, less the space that the WAL and a released reserve may still take. */
  measure(): Promise<number>;
  /** True if the WAL exceeds the size that `measure` assumes. */
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

/** WAL size at which a checkpoint starts: a sixteenth of the volume, within PostgreSQL's bounds. */
export const logBytes = (total: number): number =>
  Math.min(Math.max(Math.floor(total / 16 / MIB), 32), 1024) * MIB;

/** WAL size at the end of that checkpoint, including a segment being created. */
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
      // Measured twice, so that a segment created or removed meanwhile does not count double.
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
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
