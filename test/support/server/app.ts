/** The server in this process, on a database of its own. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allScopes, type Scope } from '@tempshare/contract';
import { inject } from 'vitest';
import type { JobDeps } from '../../../server/src/domain/module.ts';
import { createApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config.ts';
import {
  createContractValidator,
  createDatabase,
  createDeps,
  createKeyring,
  createNotifications,
  createServer,
  quotasOf,
} from '../../../server/src/deps.ts';
import { createLogger } from '../../../server/src/runtime/logger.ts';
import { createApiKey, defaultAccount } from '../../../server/src/features/accounts/api-key.ts';
import { recordQuotas } from '../../../server/src/storage/capacity.ts';
import { recurringJobs } from '../../../server/src/start/recurring.ts';
import type { Database } from '../../../server/src/storage/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { NO_RATE_LIMITS } from './no-rate-limits.ts';

export interface TestApp {
  url: string;
  baseUrl: string;
  /** A key of all scopes. */
  apiKey: string;
  database: TestDatabase;
  /** Makes another key of the same account. */
  createKey(scopes?: readonly Scope[], environment?: 'live' | 'test'): Promise<{ text: string; id: string }>;
  /** Does once what servers do again and again in the background; here nothing else does. `on`: another database. */
  sweep(on?: Pick<JobDeps, 'database' | 'blobs'>): Promise<void>;
  close(options?: { keepDatabase?: boolean }): Promise<void>;
}

/** Compiled once for each test file. */
const validator = createContractValidator({ NODE_ENV: 'test' });

export interface AppOptions {
  /** Hook that statements pass before they reach the database. */
  through?: (database: Database) => Database;
  /** Hook that requests pass before they reach the server. */
  before?: (request: IncomingMessage) => void;
  /** Host of its address: browsers have passkeys on `localhost`, and not on an IP address. */
  host?: string;
}

const shared = new Map<string, Promise<TestApp>>();

/**
 * Returns the application of this process with these settings, which all files share: a test makes keys of its own with
 * `createKey`. It ends with the process, and `close` does nothing. A test that moves the clock may use it, because
 * files of one process run one after the other.
 */
export function sharedApp(env: Record<string, string> = {}): Promise<TestApp> {
  const settings = JSON.stringify(Object.entries(env).toSorted());
  const app = shared.get(settings) ?? startApp(env).then((app) => ({ ...app, close: async () => undefined }));
  shared.set(settings, app);
  return app;
}

/** Starts the application on a free port. `env` is what an operator would set. */
export async function startApp(
  env: Record<string, string> = {},
  on?: TestDatabase,
  { through = (database) => database, before = () => undefined, host = '127.0.0.1' }: AppOptions = {},
): Promise<TestApp> {
  const database = on ?? (await createTestDatabase());
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...NO_RATE_LIMITS,
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    ...env,
  });
  const pooled = inject('pooler') !== undefined;
  const pool = through(createDatabase(config, database.connection, { pooled }));
  if (pooled) await recordQuotas(pool, quotasOf(config));
  const log = createLogger(config);
  const notifications = createNotifications(database.connection, { database: pool, log });
  const keyring = await createKeyring(config, pool);
  const server = createServer(config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const appUrl = config.APP_URL ?? url;
  const parts = { database: pool, notifications, keyring, validator, appUrl, log };
  const deps = createDeps(config, parts);
  server.on('request', before);
  server.on('request', createApp(deps));

  const accountId = await defaultAccount(pool);
  const createKey: TestApp['createKey'] = async (scopes = allScopes, environment = 'test') => {
    const { text, row } = await createApiKey(pool, { accountId, name: 'test', environment, scopes });
    return { text, id: row.id };
  };
  return {
    url,
    baseUrl: `${url}/api/v1`,
    apiKey: (await createKey()).text,
    database,
    createKey,
    async sweep(on) {
      for (const { steps } of recurringJobs({ ...deps, ...on })) for (const step of steps) await step();
    },
    async close({ keepDatabase = false } = {}) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await notifications.close();
      await pool.close();
      if (!keepDatabase) await database.drop();
    },
  };
}
