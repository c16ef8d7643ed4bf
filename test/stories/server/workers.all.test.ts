import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../support/database/database.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const WAIT = { timeout: 120_000, interval: 20 };
const SETTINGS = {
  WORKERS: '2',
  LOG_LEVEL: 'error',
  RATE_LIMIT_KEY: '1000000',
  RATE_LIMIT_ANONYMOUS: '1000000',
};
/** A request on a connection of its own, which is the next process's. */
const OWN = { connection: 'close' };

/** Kills a process that may just have ended. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** The processes that serve. */
function workersOf(pid: number): number[] {
  const children = contentOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.map(Number).filter((child) => commandOf(child).includes('workers/worker.ts'));
}

const commandOf = (pid: number): string => contentOf(`/proc/${pid}/cmdline`);

/** Content of a file that may be gone. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Sends until there is a response, as clients with an `Idempotency-Key` do. */
async function sendAgain(...call: Parameters<typeof send>): Promise<Awaited<ReturnType<typeof send>>> {
  for (;;) {
    try {
      return await send(...call);
    } catch {
      // The process that had the connection is gone.
    }
  }
}

describe.skipIf(process.platform !== 'linux')('a server of two processes', () => {
  let dataDir: string;
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tempshare-workers-'));
    server = await startServerProcess({ ...SETTINGS, DATA_DIR: dataDir });
    key = server.apiKey;
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  const create = (id: string) =>
    sendAgain(server.baseUrl, 'POST /secrets', {
      key,
      json: { secret: id },
      headers: { ...OWN, 'idempotency-key': id.padEnd(22, '-') },
    });
  const reveal = (id: string) =>
    send(server.baseUrl, `POST /public/secrets/${id}/reveal`, { json: {}, headers: OWN });

  it('loses nothing, and goes on serving, while its processes are killed in turn', async () => {
    const ids: string[] = [];
    let isOver = false;
    const creating = atOnce(8, async (worker) => {
      for (let i = 0; !isOver; i++) {
        const { status, body } = await create(`kill-${worker}-${i}`);
        expect(status).toBe(201);
        ids.push(body.secretId as string);
      }
    });
    for (let kill = 0; kill < 4; kill++) {
      const [victim] = workersOf(server.pid) as [number];
      const before = ids.length;
      process.kill(victim, 'SIGKILL');
      await vi.waitFor(() => {
        const workers = workersOf(server.pid);
        expect(workers).toHaveLength(2);
        expect(workers).not.toContain(victim);
        expect(ids.length).toBeGreaterThan(before + 20);
      }, WAIT);
    }
    isOver = true;
    await creating;
    const statuses = await atOnce(8, async (worker) => {
      const own = ids.filter((_, i) => i % 8 === worker);
      const found = [];
      for (const id of own) found.push((await reveal(id)).status);
      return found;
    });
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('serves new connections by the other process while one is halted', async () => {
    await vi.waitFor(() => expect(workersOf(server.pid)).toHaveLength(2), WAIT);
    const [, halted] = workersOf(server.pid) as [number, number];
    const state = { served: 0, isOver: false };
    process.kill(halted, 'SIGSTOP');
    const clients = atOnce(3, async () => {
      while (!state.isOver) {
        const { status } = await send(server.baseUrl, 'GET /key', { key, headers: OWN });
        expect(status).toBe(200);
        state.served++;
      }
    });
    await vi
      .waitFor(() => expect(state.served).toBeGreaterThan(50), WAIT)
      .finally(() => {
        state.isOver = true;
        process.kill(halted, 'SIGCONT');
      });
    await clients;
  });

  it('stops under load without a failed request, at one signal', async () => {
    const workers = workersOf(server.pid);
    const counts = { served: 0 };
    const clients = atOnce(8, async (worker) => {
      for (let i = 0; ; i++) {
        const headers = i % 2 ? OWN : {};
        const json = { secret: `drain ${worker} ${i}` };
        try {
          const { status } = await send(server.baseUrl, 'POST /secrets', { key, json, headers });
          if (status !== 201) return `status ${status}`;
          counts.served++;
        } catch (error) {
          return (error as { code?: string }).code;
        }
      }
    });
    await vi.waitFor(() => expect(counts.served).toBeGreaterThan(50), WAIT);
    expect(await server.stop()).toBe(0);
    // No connection that was taken is broken: there are no further ones.
    expect(new Set(await clients)).toEqual(new Set(['ECONNREFUSED']));
    expect(workers.filter((pid) => commandOf(pid) !== '')).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('the processes of a server', () => {
  const start = async (env: Record<string, string> = {}) => {
    const database = await createTestDatabase();
    const settings = {
      ...SETTINGS,
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    };
    return { database, starting: startServerProcess({ ...settings, ...env }) };
  };

  it('are gone with the one that hands connections to them', async () => {
    const { database, starting } = await start();
    const server = await starting;
    await vi.waitFor(() => expect(workersOf(server.pid)).toHaveLength(2), WAIT);
    const workers = workersOf(server.pid);
    await server.stop('SIGKILL');
    await vi.waitFor(() => expect(workers.map(commandOf).join('')).toBe(''), WAIT);
    await database.drop();
  });

  it('are started again however often one ends at once, while another serves', async () => {
    const { database, starting } = await start();
    const server = await starting;
    await vi.waitFor(() => expect(workersOf(server.pid)).toHaveLength(2), WAIT);
    const [serving] = workersOf(server.pid) as [number];
    const ended = new Set([serving]);
    const newOne = () => workersOf(server.pid).find((pid) => !ended.has(pid));
    while (ended.size < 6) {
      await vi.waitFor(() => expect(newOne()).toBeDefined(), WAIT);
      const pid = newOne() as number;
      killIfThere(pid);
      ended.add(pid);
      const call = { key: server.apiKey, headers: OWN };
      expect(await sendAgain(server.baseUrl, 'GET /key', call)).toMatchObject({ status: 200 });
    }
    await vi.waitFor(() => expect(newOne()).toBeDefined(), WAIT);
    expect(workersOf(server.pid)).toContain(serving);
    expect(await server.stop()).toBe(0);
    await database.drop();
  });

  it('are not started for ever when each ends at once, and a sentence says so', async () => {
    const { database, starting } = await start();
    const server = await starting;
    const state = { isOver: false };
    const ended = server.stop('SIGCONT').finally(() => (state.isOver = true));
    while (!state.isOver) {
      for (const pid of workersOf(server.pid)) killIfThere(pid);
      await setImmediate();
    }
    expect(await ended).toBe(1);
    expect(server.stderr).toMatch(
      /^The server ends: 5 processes in a row ended right after their start.*SIGKILL\.$/m,
    );
    await database.drop();
  });

  it('say once why they cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(taken.listening).toBe(true), WAIT);
    const { port } = taken.address() as AddressInfo;
    const { database, starting } = await start({ PORT: String(port) });
    await expect(starting).rejects.toThrow(/ended with 1: Port \d+ of 127\.0\.0\.1 is taken\. [^\n]*\n$/);
    taken.close();
    await database.drop();
    const { database: unused, starting: wrong } = await start({ DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    await expect(wrong).rejects.toThrow(/ended with 1: The database cannot be used [^\n]*\n$/);
    await unused.drop();
  });
});
