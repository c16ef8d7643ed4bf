import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { freePort } from '../support/free-port.ts';

/** This server and a bare one, on the same PostgreSQL with default durability. */
export interface Contestants {
  service: { url: string; apiKey: string };
  baseline: { url: string };
  stop: () => Promise<void>;
}

/** @param baseline the program of the bare server, which takes the database as its argument. */
export async function startContestants(baseline: string): Promise<Contestants> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  /** Starts a server and waits for what it prints. */
  const start = async (
    args: string[],
    env: Record<string, string>,
  ): Promise<{ url: string; apiKey: string }> => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let apiKey = '';
    for await (const line of createInterface({ input: child.stdout })) {
      apiKey = /^API key \(shown once\): (\S+)/.exec(line)?.[1] ?? apiKey;
      const url = /^Listening on (\S+)/.exec(line)?.[1];
      if (url) return { url, apiKey };
    }
    throw new Error(`${args[0]} ended before it listened`);
  };
  try {
    const { host, port: postgresPort, user, password, database } = postgres.connection;
    const target = { host, port: postgresPort, user, password, database };
    const databaseUrl = `postgres://${user}:${encodeURIComponent(password as string)}@/${database}?host=${encodeURIComponent(host as string)}&port=${postgresPort}`;
    const here = import.meta.dirname;
    const bare = await start([join(here, baseline), JSON.stringify(target)], { NODE_ENV: 'production' });
    const port = await freePort();
    const service = await start([join(here, '../../server/src/main.ts')], {
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      RATE_LIMIT_KEY: '10000000',
      RATE_LIMIT_ANONYMOUS: '10000000',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    });
    return { service, baseline: bare, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
