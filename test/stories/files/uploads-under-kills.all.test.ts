import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { databaseUrl } from '../../support/database/database-url.ts';
import { announce, download, openFile, sha256 } from '../../support/files/file-transfers.ts';
import { atOnce } from '../../support/network/send.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const UPLOADS = 6;
const KILLS = 4;
const PART = 262_144;

it('uploads whose PostgreSQL is killed are complete, or are told to come again and leave nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-uploads-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl(postgres.connection),
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_URL: '1000000',
    LOG_LEVEL: 'silent',
  });
  onTestFinished(async () => {
    await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const query = async (sql: string): Promise<{ pid: number }[]> => {
    const client = new pg.Client({ ...postgres.connection, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows as { pid: number }[];
  };

  /** Settled while PostgreSQL is there. */
  let recovery = Promise.resolve();
  let answered = 0;
  const uploading = atOnce(UPLOADS, async (i) => {
    const bytes = randomBytes(randomInt(600_000, 2_500_000));
    const { id, uploadUrl } = await persistently(() => announce(server));
    // All but the first happen to be slow until PostgreSQL is back, so that they are told of nothing.
    const pause = () => Promise.all([delay(randomInt(10, 100)), i > 0 && recovery]);
    for (;;) {
      const { status, retryAfter } = await upload(uploadUrl, bytes, pause);
      answered++;
      if (status === 200) break;
      expect([status, retryAfter > 0]).toEqual([503, true]);
      await delay(500);
    }
    const found = await persistently(async () => {
      const result = await download(await openFile(server, id));
      if (result === 503) throw new Error('The download has to come again.');
      return result;
    });
    expect(found).toBe(sha256(bytes));
  });
  const ended = uploading.catch(() => undefined);
  for (let kill = 0; kill < KILLS && answered < UPLOADS; kill++) {
    await Promise.race([delay(randomInt(500)), ended]);
    const recovered = Promise.withResolvers<void>();
    recovery = recovered.promise;
    if (kill % 2) {
      process.kill(
        Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')),
        'SIGKILL',
      );
    } else {
      const [backend] = await persistently(() =>
        query(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 1`),
      );
      if (backend) process.kill(backend.pid, 'SIGKILL');
    }
    await persistently(() => query('SELECT 1'));
    recovered.resolve();
  }
  await uploading;
  const doomed = () => persistently(() => query('SELECT 1 FROM blobs WHERE doomed_at IS NOT NULL'));
  await expect.poll(doomed, { timeout: 60_000 }).toEqual([]);
});

/** Tries again what fails while the database is away. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(200);
    }
  }
}

/** Sends a file part by part, so that a kill finds it between two pieces as often as in the middle of one. */
function upload(url: string, bytes: Buffer, pause: () => Promise<unknown>) {
  return new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length };
    const over = new AbortController();
    const outgoing = request(url, { method: 'PUT', headers }, (incoming) => {
      incoming.resume().on('end', () => {
        over.abort();
        const { statusCode: status = 0, headers: received } = incoming;
        resolve({ status, retryAfter: Number(received['retry-after']) });
      });
    });
    outgoing.on('error', (error) => (over.signal.aborted ? undefined : reject(error)));
    void (async () => {
      for (let at = 0; at < bytes.length && !over.signal.aborted; at += PART) {
        outgoing.write(bytes.subarray(at, at + PART));
        await pause();
      }
      outgoing.end();
    })();
  });
}
