/** Two applications in this process that share one database, as two servers do: each has its own pool and batches. */
import { randomBytes } from 'node:crypto';
import { startApp, type TestApp } from './app.ts';

export interface Pair extends Pick<TestApp, 'apiKey' | 'createKey' | 'database'> {
  /** Base URLs, for taking turns. */
  bases: [string, string];
  /** Settings of another server on the same database. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts both on a database of their own. `env` is what an operator would set. */
export async function startPair(env: Record<string, string> = {}): Promise<Pair> {
  const settings = { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), ...env };
  const first = await startApp(settings);
  const second = await startApp(settings, first.database);
  return {
    apiKey: first.apiKey,
    createKey: (...options) => first.createKey(...options),
    database: first.database,
    bases: [first.baseUrl, second.baseUrl],
    env: { ...settings, DATABASE_URL: first.database.url },
    async close() {
      await second.close({ keepDatabase: true });
      await first.close();
    },
  };
}
