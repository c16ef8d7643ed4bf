/** A DATA_DIR for each test, with the servers on it. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { prepareDataDir } from './prepared-data-dir.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

export interface Installation {
  readonly dataDir: string;
  start: (env?: Record<string, string>) => Promise<ServerProcess>;
  /** Message of a failed start. */
  refusal: (env: Record<string, string>) => Promise<string>;
  /** Stops every server that still runs. */
  stopAll: () => Promise<void>;
}

/**
 * Gives each test of a file a DATA_DIR of its own. It goes with the servers on it when the test is over. The first start
 * finds a database that is migrated and has nothing in it.
 */
export function useInstallation(): Installation {
  let dataDir = '';
  const running: ServerProcess[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  };
  beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'tempshare-data-'))));
  afterEach(async () => {
    await stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get dataDir() {
      return dataDir;
    },
    async start(env = {}) {
      const isFirst = !existsSync(join(dataDir, 'postgres'));
      if (isFirst && env.DATABASE_URL === undefined) await prepareDataDir(dataDir);
      const server = await startServerProcess({ DATA_DIR: dataDir, ...env });
      running.push(server);
      return server;
    },
    refusal: (env) =>
      startServerProcess({ DATA_DIR: dataDir, ...env }).then(
        async (server) => `it started: ${await server.stop()}`,
        (error: Error) => error.message,
      ),
    stopAll,
  };
}
