import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Retention } from '../storage/backup/schedule.ts';
import { keyFilePath } from '../storage/keys/key-file.ts';
import { readLifetime } from '../domain/lifetime.ts';
import { missingFor, optional, type Parsed, type Values, variable } from './variable.ts';
import type { databaseVariables } from './database.ts';

const backupInterval = (value: string): number => {
  const seconds = lifetimeIn(value);
  if (seconds !== undefined && seconds <= 31 * 86_400) return seconds;
  throw new Error('must be a time from 1m to 31d, such as 12h or 1d');
};

const retention = (value: string): Retention => {
  if (/^[1-9]\d{0,3}$/.test(value)) return { count: Number(value) };
  const seconds = lifetimeIn(value);
  if (seconds !== undefined) return { seconds };
  throw new Error('must be a number of backups from 1 to 9999, or how long they are kept, such as 30d');
};

const lifetimeIn = (value: string): number | undefined => {
  try {
    return readLifetime(value) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Scheduled backups. */
export const backupVariables = {
  BACKUP_EVERY: optional(
    backupInterval,
    'Interval of backups, such as `1d`; each is verified ([backup.md](backup.md#how-do-i-back-up-on-a-schedule)). Without it none are made.',
  ),
  BACKUP_DIR: optional(
    (value) => resolve(value),
    'Directory for these backups only. Required with `BACKUP_EVERY`. It must not contain the key file.',
  ),
  BACKUP_KEEP: variable(
    '7',
    retention,
    'Number of backups to keep, or their maximum age (`30d`). The newest is always kept.',
  ),
};

/** Requires interval and directory together, and refuses a directory with a key that opens the backups. */
export function backupProblems(
  values: Values,
  { ENCRYPTION_KEYS_FILE: keysFile }: Record<string, string | undefined>,
): string[] {
  const { BACKUP_DIR: directory, DATA_DIR: dataDir } = values as Partial<
    Parsed<typeof backupVariables & typeof databaseVariables>
  >;
  const missing = [
    ...missingFor(values, 'BACKUP_DIR', ['BACKUP_EVERY']),
    ...missingFor(values, 'BACKUP_EVERY', ['BACKUP_DIR']),
  ];
  if (missing.length > 0 || directory === undefined || dataDir === undefined) return missing;
  return [keyFilePath(dataDir), ...(keysFile ? [resolve(keysFile)] : [])]
    .filter((file) => isInside(file, directory) || isInside(realPath(file), realPath(directory)))
    .map(
      (file) =>
        `BACKUP_DIR must be another directory: the key file ${file}, which opens the backups, would be in it.`,
    );
}

function isInside(file: string, directory: string): boolean {
  const path = relative(directory, file);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Path without symbolic links. The last names may not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
