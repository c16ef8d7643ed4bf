import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expirationSeconds, lifetimes, limits, type Schema } from '@tempshare/contract';
import { readColors, readFooterLinks, readLogo, shippedLocales } from '@tempshare/web/site';
import ipaddr from 'ipaddr.js';
import type { Retention } from './storage/backup/schedule.ts';
import { readAllowedHosts } from './features/webhooks/endpoints/target.ts';
import { mostOfItem, shareOf } from './features/accounts/anonymous.ts';
import { readAddress, readSender, readSmtpUrl } from './features/mail/settings.ts';
import { readGroupRoles } from './features/users/groups.ts';
import { LONGEST_KEPT } from './readings/reader.ts';
import { keyFilePath } from './storage/keys/key-file.ts';
import { expectUsable, sslModeOf } from './storage/postgres/connection.ts';
import { offeredLifetimes, readLifetime, readLifetimes } from './domain/lifetime.ts';
import type { MinimumFree } from './storage/disk/disk-floor.ts';

/** One environment variable: how it is read and what the documentation says of it. */
interface Variable<T> {
  /** Undefined: the variable may be absent. */
  default: string | undefined;
  /** @throws Error with what the value must be. */
  parse: (text: string) => T;
  description: string;
}

const variable = <T>(fallback: string, parse: (text: string) => T, description: string): Variable<T> => ({
  default: fallback,
  parse,
  description,
});
const optional = <T>(parse: (text: string) => T, description: string): Variable<T | undefined> => ({
  default: undefined,
  parse,
  description,
});

const text = (value: string): string => value;
const integer =
  (minimum: number, maximum: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return number;
  };
const UNITS = { '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
const bytesOf = (value: string): number => {
  const [, digits, unit] = /^(\d+) ?([KMGT]iB)?$/.exec(value) ?? [];
  return Number(digits) * UNITS[(unit ?? '') as keyof typeof UNITS];
};
/** In the largest unit that it is a whole number of. */
const inUnits = (bytes: number): string => {
  const [unit, size] = Object.entries(UNITS).findLast(([, each]) => bytes % each === 0)!;
  return `${bytes / size}${unit}`;
};
const byteCount = (value: string): number => {
  const bytes = bytesOf(value);
  if (!(Number.isSafeInteger(bytes) && bytes > 0)) {
    throw new Error('must be a number of bytes above 0, such as 1073741824, 512MiB or 10GiB');
  }
  return bytes;
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
const oneOf =
  <T extends string>(...choices: readonly T[]) =>
  (value: string): T => {
    if (!choices.includes(value as T)) throw new Error(`must be one of ${choices.join(', ')}`);
    return value as T;
  };
const httpUrl = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error('must be an http or https URL without user, password, query and fragment');
  }
  return value.replace(/\/+$/, '');
};
const postgresUrl = (value: string): string => {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must begin with postgres:// or postgresql://');
  sslModeOf(value);
  if (SEVERAL_HOSTS.test(value))
    throw new Error('must name one host: a proxy finds the primary among several (docs/scaling.md)');
  expectUsable(value);
  return value;
};
const SEVERAL_HOSTS = /^[^/]*\/\/[^/?]*,|[?&]host=[^&]*(,|%2c)/i;
const certificates = (value: string): string => {
  if (!value.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('must be one or more certificates as PEM');
  return value;
};
const encryptionKeys = (value: string): Buffer[] =>
  value.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (key.length !== 32) {
      throw new Error(
        'must be base64 of 32 bytes, or several with commas between (make one with: openssl rand -base64 32)',
      );
    }
    return key;
  });
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
const bucketName = (value: string): string => {
  if (/[\s/]/.test(value)) throw new Error('must be the name of a bucket, without spaces and slashes');
  return value;
};
const objectPrefix = (value: string): string => {
  if (!/^[\w.!'()*-][\w.!'()*/-]*$/.test(value)) {
    throw new Error('must be what keys of objects can begin with, such as tempshare/');
  }
  return value;
};
const boolean = (value: string): boolean => oneOf('true', 'false')(value) === 'true';
const issuerUrl = (value: string): string => {
  const { protocol, hostname } = new URL(httpUrl(value));
  if (protocol === 'http:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new Error('must be an https URL; http is for localhost only');
  return value;
};
const scopes = (value: string): string => {
  const words = value.split(/[\s,]+/).filter((word) => word !== '');
  if (!words.includes('openid')) throw new Error('must be scopes with blanks between, among them openid');
  return words.join(' ');
};
const trustProxy = (value: string): number | string[] =>
  /^\d+$/.test(value)
    ? integer(0, 20)(value)
    : value.split(',').map((part) => {
        const range = part.trim();
        if (ipaddr.isValid(range) || ipaddr.isValidCIDR(range)) return range;
        throw new Error(
          'must be a number of proxies from 0 to 20, or addresses and CIDR ranges with commas between',
        );
      });

const VARIABLES = {
  PORT: variable('8080', integer(0, 65_535), 'The port to listen on; 0 takes a free one.'),
  HOST: variable('127.0.0.1', text, 'The address to listen on; `0.0.0.0` for all.'),
  ROLE: variable(
    'all',
    oneOf('all', 'open'),
    '`open`: for recipients alone, without the API of owners and without accounts, beside a server for all on the same database ([proxies.md](proxies.md#create-inside-send-outside)).',
  ),
  WORKERS: variable(
    '1',
    integer(1, 64),
    'How many processes serve, under one that hands connections to them. What is said of a process counts for each.',
  ),
  APP_URL: optional(
    httpUrl,
    'The public address of the server, which links begin with. Needed in production; else `http://localhost:<PORT>`.',
  ),
  DATABASE_URL: optional(
    postgresUrl,
    'PostgreSQL 15 or newer, or a pooler or proxy before it ([scaling.md](scaling.md)). Without it the server starts its own in `DATA_DIR`. Encrypted with `?sslmode=` `require`, `verify-ca` or `verify-full`.',
  ),
  DATABASE_LISTEN_URL: optional(
    postgresUrl,
    'Another way to the same database, for the notifications that make events of rooms live: around a pooler such as PgBouncer, which hands on none. Without it rooms are looked at every second there.',
  ),
  DATABASE_CA: optional(
    certificates,
    'The certificates, as PEM, of those who may vouch for the database; then `verify-full` is the default. Best given as `DATABASE_CA_FILE`.',
  ),
  DATABASE_POOL_SIZE: variable(
    '10',
    integer(2, 200),
    'The most connections of this process to the database.',
  ),
  DATA_DIR: variable(
    '.data',
    (value) => resolve(value),
    'Where the server keeps its own PostgreSQL and, outside production, its key file.',
  ),
  MIN_FREE_DISK: optional(
    minimumFree,
    'What stays free of the disk that `DATA_DIR` is on, in bytes (`512MiB`) or as a share (`5%`): below it nothing new is taken, without `DATABASE_URL`. 0: no limit. Default: 256 MiB, or a tenth of the disk if that is less.',
  ),
  BACKUP_EVERY: optional(
    backupInterval,
    'How often a backup of the database is made and verified, such as `1d` ([backup.md](backup.md#how-do-i-back-up-on-a-schedule)). Without it none is.',
  ),
  BACKUP_DIR: optional(
    (value) => resolve(value),
    'The directory of these backups, for them alone. Needed with `BACKUP_EVERY`. The key file must not be in it.',
  ),
  BACKUP_KEEP: variable(
    '7',
    retention,
    'How many of them are kept, or for how long (`30d`). The newest is kept in any case.',
  ),
  ENCRYPTION_KEYS: optional(
    encryptionKeys,
    'Keys for encryption at rest: base64 of 32 bytes each, commas between; the first seals, all open. Needed in production; else a key file is made in `DATA_DIR`.',
  ),
  MAKE_KEY_FILE: variable(
    'false',
    boolean,
    'Whether a server without `ENCRYPTION_KEYS` and `DATABASE_URL` makes a key file in `DATA_DIR` in production, too. Back it up, apart from the database: without it no item can be opened.',
  ),
  S3_BUCKET: optional(
    bucketName,
    'The bucket for the bytes of files, in Amazon S3 or what speaks like it. Without it they lie in the database.',
  ),
  S3_ENDPOINT: optional(httpUrl, 'The address of the S3 service. Default: that of Amazon S3 in `S3_REGION`.'),
  S3_REGION: variable(
    'us-east-1',
    text,
    'The region of the bucket; other services than Amazon S3 often take any.',
  ),
  S3_PREFIX: optional(objectPrefix, 'What the keys of all objects begin with, such as `tempshare/`.'),
  S3_ACCESS_KEY_ID: optional(
    text,
    'The access key for S3. Without it the keys are those that programs of AWS find: `AWS_` variables, profile, role of the machine or container.',
  ),
  S3_SECRET_ACCESS_KEY: optional(text, 'The secret of `S3_ACCESS_KEY_ID`.'),
  S3_FORCE_PATH_STYLE: variable(
    'false',
    (value) => oneOf('true', 'false')(value) === 'true',
    'Whether the bucket is named in the path in place of the host, as MinIO and others need it.',
  ),
  RATE_LIMIT_KEY: variable(
    String(limits.rateLimit.key),
    integer(1, 10_000_000),
    'Requests per minute for each API key.',
  ),
  RATE_LIMIT_ANONYMOUS: variable(
    String(limits.rateLimit.anonymous),
    integer(1, 10_000_000),
    'Requests per minute for each IP address without a valid key.',
  ),
  RATE_LIMIT_SESSION: variable(
    String(limits.rateLimit.session),
    integer(1, 10_000_000),
    'Requests per minute for each session of a sender or of a participant in a room.',
  ),
  RATE_LIMIT_ADDRESS_SESSIONS: variable(
    String(limits.rateLimit.addressSessions),
    integer(1, 10_000_000),
    'Requests per minute for all sessions that one IP address uses, together.',
  ),
  RATE_LIMIT_URL: variable(
    String(limits.rateLimit.url),
    integer(1, 10_000_000),
    'Requests per minute for each upload URL and each download URL.',
  ),
  SESSIONS_PER_ITEM: variable(
    String(limits.sessions),
    integer(1, 10_000),
    'How many sessions an upload request or a room has at a time, four fifths of them for one network; those who come later count with their address.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: optional(
    integer(0, 1_000_000),
    'The most connections from one IPv4 address or IPv6 /64; a further one takes the place of one that has been idle or sending its request for a second. 0: no limit. Default: 256, and no limit with `TRUST_PROXY`.',
  ),
  MIN_BODY_BYTES_PER_SECOND: variable(
    '1024',
    integer(0, 10_000_000),
    'The slowest that JSON may arrive, on average over 20 seconds; slower ones get 408. 0: as slowly as it likes.',
  ),
  MIN_UPLOAD_BYTES_PER_SECOND: variable(
    '1024',
    integer(0, 10_000_000),
    'The slowest that a file may arrive, on average over 30 seconds; slower ones get 408. 0: as slowly as it likes.',
  ),
  MIN_RESPONSE_BYTES_PER_SECOND: variable(
    '1024',
    integer(0, 10_000_000),
    'The slowest that a response or file may be taken, on average over 60 seconds; slower ones break off. Events of rooms are exempt. 0: as slowly as it likes.',
  ),
  MAX_FILES_AT_ONCE: variable(
    '500',
    integer(1, 50_000),
    'How many uploads and downloads are under way at once in this process; each takes about 1 MB of memory; with S3 a download takes 2 MB, and an upload 6 MB.',
  ),
  MAX_FILES_AT_ONCE_PER_CALLER: variable(
    '50',
    integer(1, 50_000),
    'How many of them one API key has, or one address without a key.',
  ),
  MAX_ITEMS_PER_DROP: variable(
    String(limits.capacity.drop.items),
    integer(1, 1_000_000),
    'How many items a drop inbox takes, announced files among them.',
  ),
  MAX_BYTES_PER_DROP: variable(
    inUnits(limits.capacity.drop.bytes),
    byteCount,
    'How many bytes they may have together; `KiB`, `MiB`, `GiB` and `TiB` may follow the number.',
  ),
  MAX_ITEMS_PER_ROOM: variable(
    String(limits.capacity.room.items),
    integer(1, 1_000_000),
    'How many messages and files a room takes, announced files among them.',
  ),
  MAX_BYTES_PER_ROOM: variable(
    inUnits(limits.capacity.room.bytes),
    byteCount,
    'How many bytes they may have together.',
  ),
  MAX_ITEMS_PER_REQUEST: variable(
    String(limits.capacity.request.items),
    integer(1, limits.requestFiles),
    `How many files an upload request takes, announced ones among them; at most ${limits.requestFiles}.`,
  ),
  MAX_BYTES_PER_REQUEST: variable(
    inUnits(limits.capacity.request.bytes),
    byteCount,
    'How many bytes they may have together; 50 of the largest at the default.',
  ),
  MAX_BYTES_PER_KEY: variable(
    inUnits(limits.capacity.key),
    byteCount,
    'How many bytes all that an API key shares and receives may have together.',
  ),
  MAX_BYTES_TOTAL: optional(
    byteCount,
    'How many bytes all keys may have together. Without it only the disk bounds them. The same on all servers of a database.',
  ),
  MAX_LIFETIME: variable(
    'forever',
    oneOf(...(Object.keys(expirationSeconds) as Schema<'Expiration'>[])),
    'The longest `expiration` that callers may ask for, and how far ahead `expiresAt` may be. Below `1d` calls that name neither are refused. Inboxes never expire.',
  ),
  OFFERED_LIFETIMES: optional(
    readLifetimes,
    'The lifetimes that pages offer, with commas between: `1h,3d,14d,forever`. None may be above `MAX_LIFETIME`. Default: the values of `expiration` up to that.',
  ),
  DEFAULT_EXPIRATION: optional(
    readLifetime,
    'The one of these that pages choose first. Default: `1d`, or the longest below it. A call that names no lifetime gets `1d`, as the API says.',
  ),
  ALLOW_ANONYMOUS_CREATE: variable(
    'false',
    boolean,
    'Whether people without an account send from the page at `/`, end-to-end encrypted only and within the limits below ([accounts.md](accounts.md)).',
  ),
  RATE_LIMIT_ANONYMOUS_CREATE: variable(
    '10',
    integer(1, 10_000_000),
    'How many items one IPv4 address or IPv6 /48 creates in a minute without an account.',
  ),
  ANONYMOUS_MAX_BYTES_PER_ITEM: variable(
    '10MiB',
    byteCount,
    `How many bytes an item of theirs has at most; files at most ${inUnits(limits.fileBytes)}.`,
  ),
  ANONYMOUS_MAX_BYTES_TOTAL: variable(
    '1GiB',
    byteCount,
    'How many bytes all their items have together. A network fills at most an eighth of it. The same on all servers of a database.',
  ),
  ANONYMOUS_MAX_LIFETIME: variable(
    '7d',
    oneOf('15m', '1h', '6h', '1d', '7d'),
    'The longest lifetime of their items; not above `MAX_LIFETIME` either.',
  ),
  READING_REPLAY_SECONDS: variable(
    String(lifetimes.readerKey),
    integer(0, LONGEST_KEPT),
    'Seconds in which a reader who opened or revealed with an `Idempotency-Key` gets the same response again, should it have been lost; so long what was read stays, sealed under that key. 0: nothing stays, and the header means nothing there.',
  ),
  SITE_NAME: variable('Tempshare', text, 'What the service is called on its pages.'),
  SITE_COLOR: optional(
    readColors,
    'The colour of buttons and signs on the pages, such as `#2f8f78`, or two, for light and dark: `#1d5c4d,#7fd1b9`. One that cannot be seen there is refused.',
  ),
  SITE_LOGO: optional(
    readLogo,
    'The path of a picture (SVG or PNG, at most 64 KiB) beside the name of the service on its pages.',
  ),
  SITE_LINKS: optional(
    readFooterLinks,
    'Links at the foot of the pages: `Privacy=https://share.example/privacy, Report=mailto:abuse@share.example`.',
  ),
  SITE_NOTICE: optional(text, 'A sentence at the foot of the pages, such as who runs the service.'),
  DEFAULT_LOCALE: variable(
    'en',
    oneOf(...shippedLocales()),
    'The language of links when `Accept-Language` matches none.',
  ),
  OIDC_ISSUER: optional(
    issuerUrl,
    'The issuer of an OpenID provider at which people sign in to the panel ([accounts.md](accounts.md)), exactly as it calls itself.',
  ),
  OIDC_CLIENT_ID: optional(text, 'The client id of this server at the provider. Needed with `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: optional(text, 'The client secret there. Without it the client is a public one.'),
  OIDC_SCOPES: variable('openid profile email', scopes, 'The scopes that are asked for.'),
  OIDC_GROUPS_CLAIM: variable('groups', text, 'The claim with the names of the groups of a person.'),
  OIDC_ROLES: optional(
    readGroupRoles,
    'The roles of groups: `it-admins=admin; staff=member`, the highest role of a person counts. The group `*` has everybody. Needed with `OIDC_ISSUER`.',
  ),
  OIDC_ACCOUNT: optional(text, 'The id of the account that new people join. Default: the oldest one.'),
  OIDC_TRUST_EMAIL: variable(
    'false',
    boolean,
    'Whether e-mail addresses count as verified if the provider does not say whether they are.',
  ),
  OIDC_ONLY: variable(
    'false',
    boolean,
    'Whether people sign in at the provider only: passwords and passkeys are refused, but for the set-up link.',
  ),
  OIDC_NAME: optional(text, 'The name of the provider on the button. Default: the host of `OIDC_ISSUER`.'),
  SMTP_URL: optional(
    readSmtpUrl,
    'The SMTP server that takes the mails of the panel ([accounts.md](accounts.md)): `smtps://user:password@mail.example`, or `smtp://` for STARTTLS, which is required but for localhost and with `?tls=off`. Without it no mail is sent.',
  ),
  SMTP_USER: optional(text, 'The user there, in place of the one in `SMTP_URL`.'),
  SMTP_PASSWORD: optional(text, 'The password there, in place of the one in `SMTP_URL`.'),
  MAIL_FROM: optional(
    readSender,
    'The sender of mails: `share@example.com` or `Tempshare <share@example.com>`. Needed with `SMTP_URL`.',
  ),
  ADMIN_EMAIL: optional(
    readAddress,
    'The address that the first start mails the set-up link to, beside printing it. Needs `SMTP_URL`.',
  ),
  TRUST_PROXY: variable(
    '0',
    trustProxy,
    'Whose word on the client address counts: the number of proxies in front, or their addresses and CIDR ranges with commas between.',
  ),
  MAX_PENDING_DELIVERIES_PER_KEY: variable(
    '2000',
    integer(1, 1_000_000),
    'How many deliveries may wait for the webhook endpoints of a key that fail; above it new events skip these, and can be listed.',
  ),
  WEBHOOK_ALLOWED_HOSTS: optional(
    readAllowedHosts,
    'Exceptions for webhooks to private addresses and other ports: host names and addresses, either with a port, and CIDR ranges, with commas between.',
  ),
  METRICS_PORT: optional(
    integer(0, 65_535),
    'The port of `GET /metrics` ([monitoring.md](monitoring.md#which-metrics-are-there)); 0 takes a free one. Without it there are no metrics.',
  ),
  METRICS_HOST: variable(
    '127.0.0.1',
    text,
    'The address that `METRICS_PORT` listens on. Whoever reaches it reads the metrics.',
  ),
  SHUTDOWN_DELAY: optional(
    integer(0, 600),
    'Seconds after a signal to stop in which the server goes on serving, while `/readyz` says 503 and responses ask for new connections. Default: 10 in production, else 0.',
  ),
  SHUTDOWN_TIMEOUT: variable('10', integer(1, 3_600), 'Seconds that requests under way have after that.'),
  SHUTDOWN_FILE_TIMEOUT: variable(
    '60',
    integer(1, 3_600),
    'Seconds that uploads and downloads under way have.',
  ),
  LOG_LEVEL: variable(
    'info',
    oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug'),
    'The least severe entries that are logged, as JSON lines on standard error.',
  ),
  AUDIT_LOG_LINES: variable(
    'false',
    boolean,
    'Whether each entry of the audit log is a line of the log, too, whatever `LOG_LEVEL` is ([monitoring.md](monitoring.md#how-do-i-get-the-audit-log-as-lines)).',
  ),
  NODE_ENV: variable(
    'development',
    oneOf('development', 'test', 'production'),
    'In `production` keys and the public address must be given, and responses are not checked against the contract.',
  ),
};

type Parsed<T> = T extends Variable<infer V> ? V : never;
/** The settings, by the name of their variable. */
export type Config = { readonly [Name in keyof typeof VARIABLES]: Parsed<(typeof VARIABLES)[Name]> };

/** Name, default and description of every variable, for the documentation. */
export const documentedVariables: readonly {
  name: string;
  default: string | undefined;
  description: string;
}[] = Object.entries(VARIABLES).map(([name, { default: fallback, description }]) => ({
  name,
  default: fallback,
  description,
}));

/** Settings that cannot be used; each line names a variable. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings from an environment. Every variable may instead be given as `<NAME>_FILE`, the path of a file
 * with the value.
 * @throws ConfigError naming every variable that is wrong; a value is never repeated in it.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, parse }] of Object.entries(VARIABLES) as [
    string,
    Variable<unknown>,
  ][]) {
    try {
      const value = rawValue(environment, name) ?? fallback;
      values[name] = value === undefined ? undefined : parse(value);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  problems.push(...productionProblems(values, problems.length > 0), ...databaseProblems(values));
  problems.push(...s3Problems(values), ...oidcProblems(values), ...mailProblems(values));
  problems.push(...lifetimeProblems(values), ...anonymousProblems(values), ...backupProblems(values));
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config;
}

/** What production does not do without, since the defaults are for one machine. */
function productionProblems(values: Record<string, unknown>, others: boolean): string[] {
  if (values.NODE_ENV !== 'production' || others) return [];
  // Servers on one database would each make another.
  const makesKey = values.MAKE_KEY_FILE === true && values.DATABASE_URL === undefined;
  const needed = {
    APP_URL: 'the public address, which links begin with, such as https://share.example',
    ENCRYPTION_KEYS: 'make a key with: openssl rand -base64 32',
  };
  return Object.entries(needed).flatMap(([name, hint]) =>
    values[name] === undefined && !(name === 'ENCRYPTION_KEYS' && makesKey)
      ? [`${name} is needed in production (${hint}).`]
      : [],
  );
}

/** A schedule without a place, or a place that has the key to what is in the backups. */
function backupProblems({
  BACKUP_EVERY: every,
  BACKUP_DIR: directory,
  DATA_DIR: dataDir,
}: Partial<Config>): string[] {
  if (directory === undefined)
    return every === undefined ? [] : ['BACKUP_DIR is needed, since BACKUP_EVERY is given.'];
  if (every === undefined) return ['BACKUP_EVERY is needed, since BACKUP_DIR is given.'];
  if (dataDir === undefined) return [];
  const keyFile = keyFilePath(dataDir);
  return relative(directory, keyFile).startsWith('..')
    ? []
    : [
        `BACKUP_DIR must be another directory: the key file ${keyFile}, which opens the backups, would be in it.`,
      ];
}

function databaseProblems({ DATABASE_URL: url, DATABASE_CA: ca }: Record<string, unknown>): string[] {
  if (ca === undefined) return [];
  if (url === undefined) return ['DATABASE_URL is needed, since DATABASE_CA is given.'];
  return sslModeOf(url as string) === 'disable' ? ['DATABASE_CA means nothing with sslmode=disable.'] : [];
}

/** Settings of S3 that mean nothing without another one. */
function s3Problems(values: Record<string, unknown>): string[] {
  const given = (name: string): boolean => values[name] !== undefined;
  const alone = ['S3_ENDPOINT', 'S3_PREFIX', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].find(given);
  if (alone && !given('S3_BUCKET')) return [`S3_BUCKET is needed, since ${alone} is given.`];
  if (given('S3_ACCESS_KEY_ID') === given('S3_SECRET_ACCESS_KEY')) return [];
  return ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.'];
}

/** Settings of the identity provider that mean nothing without another one. */
function oidcProblems(values: Record<string, unknown>): string[] {
  const given = (name: string): boolean => values[name] !== undefined && values[name] !== false;
  if (!given('OIDC_ISSUER')) {
    const alone = [
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ROLES',
      'OIDC_ACCOUNT',
      'OIDC_ONLY',
      'OIDC_NAME',
    ];
    const name = alone.find(given);
    return name === undefined ? [] : [`OIDC_ISSUER is needed, since ${name} is given.`];
  }
  const missing = ['OIDC_CLIENT_ID', 'OIDC_ROLES'].filter((name) => !given(name));
  if (missing.length > 0) return missing.map((name) => `${name} is needed, since OIDC_ISSUER is given.`);
  const roles = values.OIDC_ROLES as ReadonlyMap<string, unknown>;
  return given('OIDC_ONLY') && ![...roles.values()].includes('owner')
    ? ['OIDC_ROLES must name a group of owners, since OIDC_ONLY is given.']
    : [];
}

/** Lifetimes that pages would offer and the server refuse. */
function lifetimeProblems(values: Record<string, unknown>): string[] {
  if (values.MAX_LIFETIME === undefined) return [];
  const { MAX_LIFETIME: longest, OFFERED_LIFETIMES: seconds, DEFAULT_EXPIRATION: chosen } = values as Config;
  try {
    offeredLifetimes({ longest, seconds, chosen });
    return [];
  } catch (error) {
    return [`${(error as Error).message}.`];
  }
}

/** Limits of senders without an account that contradict each other, or would let strangers take all there is. */
function anonymousProblems(values: Record<string, unknown>): string[] {
  if (values.ALLOW_ANONYMOUS_CREATE !== true) return [];
  const {
    ANONYMOUS_MAX_BYTES_PER_ITEM: item,
    ANONYMOUS_MAX_BYTES_TOTAL: all,
    MAX_BYTES_TOTAL: total,
  } = values as Partial<Config>;
  if (item === undefined || all === undefined) return [];
  if (shareOf(all) < mostOfItem(item))
    return [
      'ANONYMOUS_MAX_BYTES_TOTAL must be above 8 times ANONYMOUS_MAX_BYTES_PER_ITEM, with a third to spare.',
    ];
  return total !== undefined && all >= total
    ? ['ANONYMOUS_MAX_BYTES_TOTAL must be below MAX_BYTES_TOTAL, or strangers could take all of it.']
    : [];
}

/** Settings of mail that mean nothing without another one. */
function mailProblems(values: Record<string, unknown>): string[] {
  const given = (name: string): boolean => values[name] !== undefined;
  if (given('SMTP_URL')) return given('MAIL_FROM') ? [] : ['MAIL_FROM is needed, since SMTP_URL is given.'];
  const alone = ['SMTP_USER', 'SMTP_PASSWORD', 'MAIL_FROM', 'ADMIN_EMAIL'].find(given);
  return alone === undefined ? [] : [`SMTP_URL is needed, since ${alone} is given.`];
}

function rawValue(environment: Record<string, string | undefined>, name: string): string | undefined {
  const direct = environment[name];
  const path = environment[`${name}_FILE`];
  if (direct && path) throw new Error(`and ${name}_FILE are both given; keep one`);
  if (!path) return direct === '' ? undefined : direct;
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    throw new Error(`cannot be read: ${name}_FILE names ${named(error)}`);
  }
}

const NAMED: Readonly<Record<string, string>> = {
  ENOENT: 'a file that does not exist',
  EISDIR: 'a directory',
};

/** What cannot be read. */
const named = (error: unknown): string =>
  NAMED[(error as { code: string }).code] ?? 'a file that cannot be read';
