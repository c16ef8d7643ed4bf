import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { quietPort } from '../support/network/quiet-port.ts';

export interface RunningServer {
  url: string;
  pid: number;
}

/** This server and bare ones, on the same PostgreSQL with default durability. */
export interface Contestants {
  service: RunningServer & { apiKey: string };
  /** The bare servers, in the order of their programs. */
  bare: RunningServer[];
  postgres: { connection: ClientConfig; pid: number };
  encryptionKeys: string;
  stop: () => Promise<void>;
}

/** Arguments of a program, as JSON in its first argument. */
export interface BareSettings {
  connection: ClientConfig;
}

const here = import.meta.dirname;

/** Programs to stop before this process ends. */
const stops = new Set<() => Promise<void>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.allSettled([...stops].map((stop) => stop())).finally(() => process.exit(1));
  });

/**
 * Starts the server, and programs of this folder beside it, which get `BareSettings`.
 * @param env settings of the server
 */
export async function startContestants(
  programs: readonly string[],
  env: Record<string, string> = {},
): Promise<Contestants> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const children: ChildProcess[] = [];
  const stopAll = async (): Promise<void> => {
    for (const child of children) {
      if (child.kill('SIGTERM')) await once(child, 'exit');
    }
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
    stops.delete(stop);
  };
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  stops.add(stop);
  const start = async (args: string[], more: Record<string, string>) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_ENV: 'production', ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return listening(child, args.at(-1) as string);
  };
  try {
    const { host, port: postgresPort, user, password, database } = postgres.connection;
    const connection = { host, port: postgresPort, user, password, database };
    const encryptionKeys = randomBytes(32).toString('base64');
    const port = await quietPort();
    const service = await start([join(here, '../../server/src/main.ts')], {
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl(connection),
      ENCRYPTION_KEYS: encryptionKeys,
      RATE_LIMIT_KEY: '10000000',
      RATE_LIMIT_ANONYMOUS: '10000000',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      SHUTDOWN_DELAY: '0',
      ...env,
    });
    const settings = JSON.stringify({ connection } satisfies BareSettings);
    const bare: RunningServer[] = [];
    for (const program of programs) bare.push(await start([join(here, program), settings], {}));
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    return { service, bare, postgres: { connection, pid }, encryptionKeys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for what a server prints when it listens. */
async function listening(child: ChildProcess, name: string): Promise<Contestants['service']> {
  let apiKey = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    apiKey = /^API key \(shown once\): (\S+)/.exec(line)?.[1] ?? apiKey;
    const url = /^Listening on (\S+)/.exec(line)?.[1];
    if (url) return { url, apiKey, pid: child.pid as number };
  }
  throw new Error(`${name} ended before it listened`);
}
