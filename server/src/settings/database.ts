import { resolve } from 'node:path';
import { requireUsableUrl, sslModeOf } from '../storage/postgres/connection.ts';
import type { MinimumFree } from '../storage/disk/disk-floor.ts';
import { bytesOf, integer, missingFor, optional, type Values, variable } from './variable.ts';

const postgresUrl = (value: string): string => {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must begin with postgres:// or postgresql://');
  sslModeOf(value);
  if (SEVERAL_HOSTS.test(value))
    throw new Error('must name one host: a proxy finds the primary among several (docs/scaling.md)');
  requireUsableUrl(value);
  return value;
};

const SEVERAL_HOSTS = /^[^/]*\/\/[^/?]*,|[?&]host=[^&]*(,|%2c)/i;

const certificates = (value: string): string => {
  if (!value.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('must be one or more certificates as PEM');
  return value;
};

const minimumFree = (value: string): MinimumFree => {
  const percent = Number(/^(\d+(?:\.\d+)?) ?%$/.exec(value)?.[1]);
  if (percent <= 50) return { share: percent / 100 };
  const bytes = bytesOf(value);
  if (!Number.isSafeInteger(bytes)) {
    throw new Error('must be a number of bytes, such as 512MiB, or a share up to 50%');
  }
  return { bytes };
};

/** PostgreSQL, and the disk of the embedded one. */
export const databaseVariables = {
  DATABASE_URL: optional(
    postgresUrl,
    'PostgreSQL 15 or newer, or a pooler or proxy in front of it ([scaling.md](scaling.md)). Without it the server starts its own in `DATA_DIR`. `?sslmode=` `require`, `verify-ca` or `verify-full` encrypts the connection.',
  ),
  DATABASE_LISTEN_URL: optional(
    postgresUrl,
    'Direct connection to the same database for notifications, past a pooler such as PgBouncer, which does not deliver them. Without it, rooms are polled every second there.',
  ),
  DATABASE_CA: optional(
    certificates,
    'CA certificates of the database, as PEM. Makes `verify-full` the default. Best set as `DATABASE_CA_FILE`.',
  ),
  DATABASE_POOL_SIZE: variable(
    '10',
    integer(2, 200),
    'Maximum number of database connections of this process.',
  ),
  DATA_DIR: variable(
    '.data',
    (value) => resolve(value),
    "Directory of the server's own PostgreSQL and, outside production, of its key file.",
  ),
  MIN_FREE_DISK: optional(
    minimumFree,
    'Minimum free space on the disk of `DATA_DIR`, in bytes (`512MiB`) or as a share (`5%`). Below it the server accepts nothing new. Applies without `DATABASE_URL`. 0: no limit. Default: 256 MiB, or a tenth of the disk if that is less.',
  ),
};

export function databaseProblems(values: Values): string[] {
  if (values.DATABASE_CA === undefined || values.DATABASE_URL === undefined)
    return missingFor(values, 'DATABASE_URL', ['DATABASE_CA']);
  return sslModeOf(values.DATABASE_URL as string) === 'disable'
    ? ['DATABASE_CA means nothing with sslmode=disable.']
    : [];
}
