import { randomBytes } from 'node:crypto';
import { operations } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import type { ClientConfig } from 'pg';
import pino, { type Logger } from 'pino';
import type { AppDeps } from './app.ts';
import type { Config } from './config.ts';
import { ItemVault } from './crypto/item-vault.ts';
import { Keyring } from './crypto/keyring.ts';
import { PasswordKdf } from './crypto/password.ts';
import { ApiKeys } from './features/accounts/api-key.ts';
import { Masker } from './features/debug-shares/masker.ts';
import { Lifetimes } from './http/lifetime.ts';
import { Links } from './http/links.ts';
import { AnonymousLimit } from './http/rate-limit.ts';
import { createValidator, type Validator } from './http/validate.ts';
import { Blobs, PostgresBlobs } from './storage/blobs.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { keyFilePath, readKeyFile, writeKeyFile } from './storage/key-file.ts';
import { checkKeyring } from './storage/keyring-check.ts';

/** The languages that recipient pages are shipped in. */
const LOCALES = ['en'] as const;

export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  return pino(
    { level: config.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}

/** Opens the pool that all of the server shares. */
export function createDatabase(
  config: Pick<Config, 'DATABASE_POOL_SIZE'>,
  connection: ClientConfig,
): Database {
  return openDatabase({ connection, poolSize: config.DATABASE_POOL_SIZE });
}

/** The keys from the settings or the key file, checked against the database; a missing key file is made. */
export async function createKeyring(
  config: Pick<Config, 'ENCRYPTION_KEYS' | 'DATA_DIR'>,
  database: Database,
): Promise<Keyring> {
  const path = keyFilePath(config.DATA_DIR);
  const given = config.ENCRYPTION_KEYS ?? [readKeyFile(path)].filter((key) => key !== undefined);
  const keys = given.length > 0 ? given : [randomBytes(32)];
  const keyring = new Keyring(keys);
  await checkKeyring(database, keyring);
  if (given.length > 0) return keyring;
  try {
    writeKeyFile(path, keys[0] as Buffer);
    return keyring;
  } catch (error) {
    // Another process made the file meanwhile; its key is the one.
    if ((error as { code?: string }).code === 'EEXIST') return createKeyring(config, database);
    throw error;
  }
}

/** Compiles the contract; answers are held against it outside production. */
export function createContractValidator(config: Pick<Config, 'NODE_ENV'>): Promise<Validator> {
  return createValidator(openApiDocument(), Object.values(operations), {
    answers: config.NODE_ENV !== 'production',
  });
}

/** Constructs everything the application is made of. */
export function createDeps(
  config: Config,
  parts: { database: Database; keyring: Keyring; validator: Validator; appUrl: string; log: Logger },
): AppDeps {
  const { database, keyring, validator, appUrl, log } = parts;
  return {
    database,
    log,
    authenticator: new ApiKeys(database, config.RATE_LIMIT_KEY),
    anonymous: new AnonymousLimit(database, config.RATE_LIMIT_ANONYMOUS),
    validator,
    vault: new ItemVault(keyring, new PasswordKdf()),
    blobs: new Blobs(new PostgresBlobs(database)),
    masker: new Masker(),
    links: new Links(appUrl),
    lifetimes: new Lifetimes(config.MAX_LIFETIME),
    locales: LOCALES,
    defaultLocale: config.DEFAULT_LOCALE,
    trustProxy: config.TRUST_PROXY,
  };
}
