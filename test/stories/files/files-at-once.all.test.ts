import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { announce, download, openFile, put, sha256 } from '../../support/files/file-transfers.ts';
import { startS3Server, type S3Server } from '../../support/files/s3-server.ts';
import { atOnce } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const SIZE = limits.fileBytes;
const COUNT = 20;

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
      RATE_LIMIT_KEY: '1000000',
      RATE_LIMIT_ANONYMOUS: '1000000',
      RATE_LIMIT_SESSION: '1000000',
      RATE_LIMIT_ADDRESS_SESSIONS: '1000000',
      RATE_LIMIT_URL: '1000000',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: '--max-old-space-size=256',
    });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await s3?.close();
    await database.drop();
  });
  /** The most memory that the server has had so far, in MiB. */
  const peak = async (): Promise<number> =>
    Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

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
