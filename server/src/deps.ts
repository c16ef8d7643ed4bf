import { randomBytes } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { expirationSeconds, limits } from '@tempshare/contract';
import { accountDocument } from '@tempshare/contract/account';
import { openApiDocument } from '@tempshare/contract/document';
import { readMailWords, readSite, shippedLocales, type Site } from '@tempshare/web/site';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import type { AppDeps } from './app.ts';
import { BackupSchedule } from './storage/backup/schedule.ts';
import type { Config } from './config.ts';
import { ItemVault } from './crypto/item-vault.ts';
import { Keyring } from './crypto/keyring.ts';
import { PasswordKdf } from './crypto/password.ts';
import { Senders, shareOf } from './features/accounts/anonymous.ts';
import { ApiKeys } from './features/accounts/api-key.ts';
import { KeyUsage } from './features/accounts/key-usage.ts';
import { MailQueue } from './features/mail/mail.ts';
import { MessageWriter } from './features/mail/message.ts';
import { SmtpTransport } from './features/mail/transport.ts';
import { MailWorker, type MailLimits } from './features/mail/worker.ts';
import { recipientOf } from './features/notices/notice.ts';
import { mailDisabledEndpoint, resetResolver } from './features/users/mailed-links.ts';
import { Masker } from './masking/masker.ts';
import { RoomFeed } from './features/rooms/feed.ts';
import { readAllowedHosts } from './features/webhooks/endpoints/target.ts';
import { DeliveryWorker } from './features/webhooks/sender/worker.ts';
import { createHttpServer } from './http/connection/connections.ts';
import { CallerSemaphore } from './limits/semaphore.ts';
import { FileSlots } from './http/pacing/file-slots.ts';
import { Lifetimes, offeredLifetimes } from './domain/lifetime.ts';
import { Links } from './domain/links.ts';
import { RequestLimit } from './limits/rate-limit.ts';
import { findSignedIn } from './features/users/session.ts';
import { OidcClient } from './features/users/oidc-client.ts';
import { itemLists } from './items/listed-items.ts';
import { CookieJar } from './http/panel/cookie.ts';
import { UrlLimit } from './limits/url-limit.ts';
import { Sessions } from './sessions/session.ts';
import { Readiness } from './http/readiness.ts';
import { RequestLog } from './http/pipeline/request-log.ts';
import { createValidator, type ContractValidator, type Validator } from './http/pipeline/validate.ts';
import { Jobs } from './jobs/jobs.ts';
import { tokens, wrappedColumns } from './modules.ts';
import { Readers } from './readings/reader.ts';
import { recurringJobs } from './start/recurring.ts';
import { Blobs, PostgresBlobs } from './storage/blobs/blobs.ts';
import { Capacity, quotaSettings } from './storage/capacity.ts';
import { connectionTo } from './storage/postgres/connection.ts';
import { openDatabase, type Database } from './storage/postgres/database.ts';
import { DiskFloor } from './storage/disk/disk-floor.ts';
import { DiskUpkeep, type DiskUpkeepOptions } from './storage/disk/disk-upkeep.ts';
import { TableSpace } from './storage/disk/table-space.ts';
import { keyFilePath, readKeyFile, writeKeyFile } from './storage/keys/key-file.ts';
import { checkKeyring } from './storage/keys/keyring-check.ts';
import { S3Blobs } from './storage/blobs/s3-blobs.ts';
import { notifying, Notifications } from './storage/postgres/notifications.ts';

/** Maximum number of concurrent lists per caller, so that others get connections and CPU. */
const LISTS_AT_ONCE = 2;

export function createServer(
  config: Pick<Config, 'MIN_RESPONSE_BYTES_PER_SECOND' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>,
  listener?: RequestListener,
): Server {
  const responses = { bytesPerSecond: config.MIN_RESPONSE_BYTES_PER_SECOND, graceMs: 60_000 };
  const unset = config.TRUST_PROXY === 0 ? 256 : 0;
  const connectionsPerNetwork = config.MAX_CONNECTIONS_PER_ADDRESS ?? unset;
  return createHttpServer({ responses, connectionsPerNetwork }, listener);
}

export function databaseConnection(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_CA'>): ClientConfig {
  return connectionTo(config.DATABASE_URL ?? '', config.DATABASE_CA);
}

/** Connection for notifications, if it differs. */
export function listenConnection(
  config: Pick<Config, 'DATABASE_LISTEN_URL' | 'DATABASE_CA'>,
): ClientConfig | undefined {
  const { DATABASE_LISTEN_URL: url } = config;
  return url === undefined ? undefined : connectionTo(url, config.DATABASE_CA);
}

export const quotasOf = ({
  MAX_BYTES_PER_KEY: keyBytes,
  MAX_BYTES_TOTAL: totalBytes,
  ANONYMOUS_MAX_BYTES_TOTAL: anonymous,
}: QuotaConfig) => ({
  keyBytes,
  totalBytes,
  anonymousBytes: anonymous === undefined ? undefined : shareOf(anonymous),
});

type QuotaConfig = Partial<
  Pick<Config, 'MAX_BYTES_PER_KEY' | 'MAX_BYTES_TOTAL' | 'ANONYMOUS_MAX_BYTES_TOTAL'>
>;

export function createDatabase(
  config: Pick<Config, 'DATABASE_POOL_SIZE'> & QuotaConfig,
  connection: ClientConfig,
  { pooled = false } = {},
): Database {
  const session = quotaSettings(quotasOf(config));
  return openDatabase({ connection, poolSize: config.DATABASE_POOL_SIZE, session, pooled });
}

export function createNotifications(
  connection: ClientConfig,
  { database, log }: { database: Database; log: Logger },
): Notifications {
  const probe = (payload: string) => database.query(`SELECT ${notifying('$1')}`, [payload]);
  return new Notifications(connection, log, { probe });
}

/** Encryption keys from the settings or the key file; none before the first start. */
export function readKeys({
  ENCRYPTION_KEYS: configured,
  DATA_DIR: dataDir,
}: Pick<Config, 'ENCRYPTION_KEYS' | 'DATA_DIR'>): Buffer[] {
  return configured ?? [readKeyFile(keyFilePath(dataDir))].filter((key) => key !== undefined);
}

/** Creates the keyring, checked against the database. Writes a missing key file. */
export async function createKeyring(
  config: Pick<Config, 'ENCRYPTION_KEYS' | 'DATA_DIR'>,
  database: Database,
): Promise<Keyring> {
  const path = keyFilePath(config.DATA_DIR);
  const configured = readKeys(config);
  const keys = configured.length > 0 ? configured : [randomBytes(32)];
  const keyring = new Keyring(keys);
  await checkKeyring(database, wrappedColumns, keyring);
  if (configured.length > 0) return keyring;
  try {
    writeKeyFile(path, keys[0] as Buffer);
    return keyring;
  } catch (error) {
    // Another process has written the file meanwhile, and its key counts.
    if ((error as { code?: string }).code === 'EEXIST') return createKeyring(config, database);
    throw error;
  }
}

/** Validator of requests, and outside production of responses. */
export function createContractValidator(config: Pick<Config, 'NODE_ENV'>): ContractValidator {
  return createValidator(openApiDocument(), { responses: config.NODE_ENV !== 'production' });
}

/** Keeps disk space of the embedded PostgreSQL free. */
export function createDisk(
  config: Pick<Config, 'MIN_FREE_DISK'>,
  parts: Pick<DiskUpkeepOptions, 'volume' | 'makesReserve' | 'log'> & { database: Database },
): { floor: DiskFloor; upkeep: DiskUpkeep } {
  const { volume, makesReserve, database, log } = parts;
  const tables = new TableSpace(volume.superuser);
  const floor = new DiskFloor(volume, { tables, minimum: config.MIN_FREE_DISK, log });
  const renewConnections = (): void => database.renewConnections();
  return { floor, upkeep: new DiskUpkeep(floor, { volume, makesReserve, tables, log, renewConnections }) };
}

/** Stores for files. New ones go to S3 if there is a bucket; older ones stay in the database. */
export function createBlobs(config: Config, database: Database, floor: DiskFloor | undefined): Blobs {
  const postgres = new PostgresBlobs(database, floor);
  if (config.S3_BUCKET === undefined) return new Blobs(postgres);
  const [accessKeyId, secretAccessKey] = [config.S3_ACCESS_KEY_ID, config.S3_SECRET_ACCESS_KEY];
  const s3 = new S3Blobs({
    bucket: config.S3_BUCKET,
    prefix: config.S3_PREFIX ?? '',
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  });
  return new Blobs(s3, postgres);
}

function createCapacity(config: Config, floor: DiskFloor | undefined): Capacity {
  const settings = {
    containers: {
      drop: { items: config.MAX_ITEMS_PER_DROP, bytes: config.MAX_BYTES_PER_DROP },
      room: { items: config.MAX_ITEMS_PER_ROOM, bytes: config.MAX_BYTES_PER_ROOM },
      request: { items: config.MAX_ITEMS_PER_REQUEST, bytes: config.MAX_BYTES_PER_REQUEST },
    },
    keyBytes: config.MAX_BYTES_PER_KEY,
    totalBytes: config.MAX_BYTES_TOTAL,
  };
  return new Capacity(settings, floor);
}

export function createDeps(
  config: Config,
  parts: {
    database: Database;
    notifications: Notifications;
    keyring: Keyring;
    validator: Validator;
    appUrl: string;
    log: Logger;
    floor?: DiskFloor | undefined;
  },
): AppDeps {
  const { database, notifications, keyring, validator, appUrl, log, floor } = parts;
  const vault = new ItemVault(keyring, new PasswordKdf());
  const lifetimes = createLifetimes(config);
  return {
    database,
    log,
    requestLog: new RequestLog(log),
    authenticator: new ApiKeys(database, config.RATE_LIMIT_KEY),
    keyUsage: new KeyUsage(database),
    keyLimit: config.RATE_LIMIT_KEY,
    anonymous: new RequestLimit(database, 'anonymous', config.RATE_LIMIT_ANONYMOUS),
    anonymousSenders: createSenders(config, database),
    addressSessions: new RequestLimit(database, 'address-sessions', config.RATE_LIMIT_ADDRESS_SESSIONS),
    panelLimit: new RequestLimit(database, 'panel', config.RATE_LIMIT_SESSION),
    signedIn: (token, network) => findSignedIn(database, token, network),
    panelValidator: createValidator(accountDocument(), { responses: config.NODE_ENV !== 'production' }),
    cookies: new CookieJar(appUrl),
    items: itemLists({ vault, lifetimes }),
    sessions: new Sessions(database, config.RATE_LIMIT_SESSION),
    urls: new UrlLimit(database, tokens, config.RATE_LIMIT_URL),
    sessionsPerItem: config.SESSIONS_PER_ITEM,
    lists: new CallerSemaphore(LISTS_AT_ONCE),
    files: new FileSlots({ inAll: config.MAX_FILES_AT_ONCE, perCaller: config.MAX_FILES_AT_ONCE_PER_CALLER }),
    validator,
    keyring,
    vault,
    blobs: createBlobs(config, database, floor),
    capacity: createCapacity(config, floor),
    diskFloor: floor,
    masker: new Masker(),
    readers: new Readers(config.READING_REPLAY_SECONDS),
    webhookTargets: {
      allowHttp: config.NODE_ENV !== 'production',
      allowedHosts: config.WEBHOOK_ALLOWED_HOSTS ?? readAllowedHosts(''),
    },
    roomFeed: new RoomFeed({ database, vault, notifications }),
    readiness: new Readiness([() => database.ping()]),
    notifications,
    links: new Links(appUrl),
    appUrl,
    oidc: createOidc(config, appUrl),
    mails: config.SMTP_URL && new MailQueue(vault),
    appOrigin: new URL(appUrl).origin,
    lifetimes,
    bodySpeed: { bytesPerSecond: config.MIN_BODY_BYTES_PER_SECOND, graceMs: 20_000 },
    uploadSpeed: { bytesPerSecond: config.MIN_UPLOAD_BYTES_PER_SECOND, graceMs: 30_000 },
    site: createSite(config, appUrl, log),
    // The first is for clients that accept any language.
    locales: [config.DEFAULT_LOCALE, ...shippedLocales().filter((code) => code !== config.DEFAULT_LOCALE)],
    defaultLocale: config.DEFAULT_LOCALE,
    trustProxy: config.TRUST_PROXY,
    role: config.ROLE,
  };
}

function createSenders(config: Config, database: Database): Senders | undefined {
  if (!config.ALLOW_ANONYMOUS_CREATE) return undefined;
  const rate = new RequestLimit(database, 'anonymous-creates', config.RATE_LIMIT_ANONYMOUS_CREATE);
  const longest = config.ANONYMOUS_MAX_LIFETIME;
  const longestSeconds = Math.min(
    expirationSeconds[longest],
    expirationSeconds[config.MAX_LIFETIME] ?? Infinity,
  );
  return new Senders(database, rate, {
    createsPerMinute: config.RATE_LIMIT_ANONYMOUS_CREATE,
    itemBytes: Math.min(config.ANONYMOUS_MAX_BYTES_PER_ITEM, limits.fileBytes),
    totalBytes: config.ANONYMOUS_MAX_BYTES_TOTAL,
    ...{ longest, longestSeconds },
  });
}

function createLifetimes({
  MAX_LIFETIME: longest,
  OFFERED_LIFETIMES: seconds,
  DEFAULT_EXPIRATION: chosen,
}: Config): Lifetimes {
  return new Lifetimes(longest, offeredLifetimes({ longest, seconds, chosen }));
}

/** Client of the identity provider, if there is one. It connects at the first sign-in. */
function createOidc(config: Config, appUrl: string): OidcClient | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLES: roles } = config;
  if (issuer === undefined || clientId === undefined || roles === undefined) return undefined;
  return new OidcClient({
    ...{ issuer, clientId, roles, appUrl },
    clientSecret: config.OIDC_CLIENT_SECRET,
    scopes: config.OIDC_SCOPES,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    accountId: config.OIDC_ACCOUNT,
    trustsEmail: config.OIDC_TRUST_EMAIL,
    isOnly: config.OIDC_ONLY,
    name: config.OIDC_NAME ?? new URL(issuer).host,
  });
}

function createSite(config: Config, appUrl: string, log: Logger): Site | undefined {
  const site = readSite({
    appUrl,
    name: config.SITE_NAME,
    colors: config.SITE_COLOR,
    logo: config.SITE_LOGO,
    links: config.SITE_LINKS,
    notice: config.SITE_NOTICE,
  });
  if (!site) log.warn('The pages are not built, so links open in programs only. Run: npm run prepare');
  return site;
}

export function createDeliveryWorker(
  { MAX_PENDING_DELIVERIES_PER_KEY: maxPending }: Pick<Config, 'MAX_PENDING_DELIVERIES_PER_KEY'>,
  deps: Pick<AppDeps, 'database' | 'vault' | 'webhookTargets' | 'log' | 'mails' | 'appUrl'>,
): DeliveryWorker {
  const notifyDisabled = deps.mails && mailDisabledEndpoint(deps.mails, deps.appUrl);
  return new DeliveryWorker({ ...deps, notifyDisabled }, { maxPending });
}

/** Worker for mails; undefined without an SMTP server. */
export function createMailWorker(
  config: Pick<Config, 'SMTP_URL' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'MAIL_FROM' | 'SITE_NAME'>,
  deps: Pick<AppDeps, 'database' | 'links' | 'appUrl' | 'mails' | 'defaultLocale' | 'log'>,
  limits: Partial<MailLimits> = {},
): MailWorker | undefined {
  const { SMTP_URL: smtp, SMTP_USER: user, SMTP_PASSWORD: password, MAIL_FROM: sender } = config;
  const { mails: queue, database, log } = deps;
  if (!queue || !smtp || !sender) return undefined;
  const settings = {
    ...smtp,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
  };
  const words = new Map(shippedLocales().map((code) => [code, readMailWords(code)]));
  const writer = new MessageWriter(words, { ...deps, name: config.SITE_NAME });
  const transport = new SmtpTransport(settings, sender);
  return new MailWorker(
    { database, queue, writer, transport, resolveReset: resetResolver(deps.links), recipientOf, log },
    limits,
  );
}

export function createBackups(
  { BACKUP_EVERY: everySeconds, BACKUP_DIR: directory, BACKUP_KEEP: keep }: BackupConfig,
  { database, log }: Pick<AppDeps, 'database' | 'log'>,
): BackupSchedule | undefined {
  if (everySeconds === undefined || directory === undefined) return undefined;
  return new BackupSchedule(database, log, { directory, everySeconds, keep });
}

type BackupConfig = Pick<Config, 'BACKUP_EVERY' | 'BACKUP_DIR' | 'BACKUP_KEEP'>;

export function createJobs(
  parts: { connection: ClientConfig; pooled: boolean; backups?: BackupSchedule | undefined } & Pick<
    AppDeps,
    'database' | 'blobs' | 'vault' | 'mails' | 'links' | 'log'
  >,
): Jobs {
  const { connection, pooled, log } = parts;
  return new Jobs({ connection, pooled, log, recurring: recurringJobs(parts) });
}
