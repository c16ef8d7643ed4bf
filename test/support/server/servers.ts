/** Two server processes on one database. */
import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { NO_RATE_LIMITS } from './no-rate-limits.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

export interface Servers {
  /** Base URLs, for taking turns. */
  bases: [string, string];
  processes: [ServerProcess, ServerProcess];
  apiKey: string;
  database: TestDatabase;
  /** Settings that they were started with. */
  env: Record<string, string>;
  /** Ends one of them with SIGKILL and starts another in its place, at another address. */
  kill(which: number): Promise<void>;
  stop(): Promise<void>;
}

const shared = new Map<string, Promise<Servers>>();

/**
 * Returns the two servers of this process with these settings, which all files share. They end with the process: `stop`
 * does nothing, and nobody kills one.
 */
export function sharedServers(env: Record<string, string> = {}): Promise<Omit<Servers, 'kill'>> {
  const settings = JSON.stringify(Object.entries(env).toSorted());
  const servers =
    shared.get(settings) ??
    startServers(env).then((servers) => ({ ...servers, stop: async () => undefined }));
  shared.set(settings, servers);
  return servers;
}

/** Starts two servers on a database of their own, without limits unless `env` sets them. */
export async function startServers(env: Record<string, string> = {}): Promise<Servers> {
  const database = await createTestDatabase();
  const all = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    ...NO_RATE_LIMITS,
    LOG_LEVEL: 'error',
    ...env,
  };
  const processes = await Promise.all([startServerProcess(all), startServerProcess(all)]);
  const [first, second] = processes;
  const bases: [string, string] = [first.baseUrl, second.baseUrl];
  return {
    bases,
    processes,
    apiKey: first.apiKey || second.apiKey,
    database,
    env: all,
    async kill(which) {
      await processes[which]?.stop('SIGKILL');
      const started = await startServerProcess(all);
      processes[which] = started;
      bases[which] = started.baseUrl;
    },
    async stop() {
      await Promise.all(processes.map((server) => server.stop('SIGKILL')));
      await database.drop();
    },
  };
}
