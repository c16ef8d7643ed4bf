import type { Config } from '../config.ts';
import { sslModeOf } from '../storage/postgres/connection.ts';
import type { Db } from '../storage/postgres/database.ts';
import { VERSION } from '../package.ts';

/** Log fields of a start: versions, and the settings that matter. No secret is among them. */
export async function reportOfStart(
  db: Db,
  config: Config,
  parts: { url: string; appUrl: string; pooled: boolean },
): Promise<object> {
  const [{ version }] = (await db.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  )) as [{ version: string }];
  return {
    version: VERSION,
    node: process.versions.node,
    postgres: version,
    database: databaseOf(config),
    pooler: parts.pooled,
    files: config.S3_BUCKET === undefined ? 'postgres' : 's3',
    environment: config.NODE_ENV,
    url: parts.url,
    appUrl: parts.appUrl,
    encryptionKeys: config.ENCRYPTION_KEYS?.length ?? 'key file',
    workers: config.WORKERS,
    poolSize: config.DATABASE_POOL_SIZE,
    rateLimits: { key: config.RATE_LIMIT_KEY, anonymous: config.RATE_LIMIT_ANONYMOUS },
    maxLifetime: config.MAX_LIFETIME,
    trustProxy: config.TRUST_PROXY,
  };
}

/** Owner of the database, and protection of the connection to it. */
function databaseOf({ DATABASE_URL: url, DATABASE_CA: ca }: Config): string {
  if (url === undefined) return 'embedded';
  const mode = sslModeOf(url) ?? (ca === undefined ? 'disable' : 'verify-full');
  return mode === 'disable' ? 'given, not encrypted' : `given, ${mode}`;
}

/** Output for the person who starts a server. */
export const reportListening = (url: string): void => report(`Listening on ${url}`);

/** Output shown once, and only to that person. */
export const reportFirstKey = (key: string): void => report(`API key (shown once): ${key}`);

/** The page on which the first owner signs up. */
export const reportSetUpLink = (url: string): void => report(`Set up your server: ${url}`);

/** The line is lost on a full disk or a closed pipe; the server goes on. */
function report(line: string): void {
  const { stdout } = process;
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => undefined);
  console.log(line);
}
