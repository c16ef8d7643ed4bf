import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { announce, download, openFile, put, sha256 } from '../../support/files/file-transfers.ts';
import { startS3Server, type S3Server } from '../../support/files/s3-server.ts';
import { atOnce } from '../../support/network/send.ts';
import { NO_RATE_LIMITS } from '../../support/server/no-rate-limits.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const SIZE = limits.fileBytes;
const COUNT = 20;
/** Files of one address at once. */
const SLOTS = 50;

describe.each(['PostgreSQL', 'S3'])('a server with 256 MiB of heap and files in %s', (storage) => {
  let database: TestDatabase;
  let s3: S3Server | undefined;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    s3 = storage === 'S3' ? await startS3Server() : undefined;
    server = await startServerProcess({
      ...s3?.env,
      DATABASE_URL: database.url,
      ...NO_RATE_LIMITS,
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: '--max-old-space-size=256',
    });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await s3?.close();
    await database.drop();
  });
  /** The memory that the server has now (`VmRSS`), or the most that it has had (`VmHWM`), in MiB. */
  const memory = async (which: 'VmRSS' | 'VmHWM'): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  };
  const peak = () => memory('VmHWM');

  /** Megabytes that a stalled download takes at most, with garbage not collected yet. From S3 more of the file is read ahead. */
  const mostEach = storage === 'S3' ? 2.5 : 1.5;
  const bytes = randomBytes(SIZE);
  const digest = sha256(bytes);
  /** A storage that does not keep up is a 503: one comes again, as one is told to. */
  const upload = async (): Promise<string> => {
    const { id, uploadUrl } = await announce(server);
    for (;;) {
      const uploaded = await put(uploadUrl, bytes);
      const response = await uploaded.json();
      if (uploaded.status === 503) {
        await delay(1_000 * Number(uploaded.headers.get('retry-after')));
        continue;
      }
      expect(response).toMatchObject({ size: SIZE, sha256: digest });
      return id;
    }
  };
  const fetchAll = async (id: string): Promise<void> => {
    const downloadUrl = await openFile(server, id);
    for (;;) {
      const got = await download(downloadUrl).catch(() => 503);
      if (got === 503) {
        await delay(1_000);
        continue;
      }
      expect(got).toBe(digest);
      return;
    }
  };

  it(
    'has little memory for each download that stands still, and uses it again for those that follow',
    { timeout: 300_000 },
    async () => {
      const { pathname, port } = new URL(await openFile(server, await upload()));
      await fetchAll(await upload());
      const before = await memory('VmRSS');
      const more = async () => (await memory('VmRSS')) - before;
      /** Begins a download and reads no further than its status. One that finds no place yet comes again. */
      const stall = async (i: number): Promise<Socket> => {
        for (;;) {
          const localAddress = `127.0.0.${2 + Math.floor(i / SLOTS)}`;
          const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
          socket.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`);
          await once(socket, 'readable');
          if (String(socket.read(12)) === 'HTTP/1.1 200') return socket;
          socket.destroy();
          await delay(200);
        }
      };
      // The S3 client goes on holding buffers of responses that were broken off for a while.
      const rounds = storage === 'S3' ? 1 : 2;
      for (let round = 0; round < rounds; round++) {
        const stalled = await atOnce(2 * SLOTS, stall);
        // Garbage is collected a few seconds later.
        await expect.poll(more, { timeout: 50_000, interval: 1_000 }).toBeLessThan(stalled.length * mostEach);
        for (const socket of stalled) socket.destroy();
      }
    },
  );

  it(
    `takes ${COUNT} of 25 MiB at once, and then as many again while it gives the first ones`,
    { timeout: 600_000 },
    async () => {
      const idle = await peak();
      const ids = await atOnce(COUNT, upload);
      const up = await peak();
      await Promise.all([...ids.map(fetchAll), atOnce(COUNT, upload)]);
      const both = await peak();
      // Far less than the files have together.
      expect(up - idle).toBeLessThan(300);
      expect(both - idle).toBeLessThan(400);
    },
  );
});
