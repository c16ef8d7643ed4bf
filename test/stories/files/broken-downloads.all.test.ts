import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { fetch } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../support/database/database.ts';
import { startCuttingProxy } from '../../support/network/cutting-proxy.ts';
import { atOnce } from '../../support/network/send.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const FILES = 24;
const AT_ONCE = 4;
const KILLS = 3;

/** That of Node.js 24 and older ends the process when a paused download is reset (nodejs/undici#5360). */
const robustFetch = fetch as unknown as typeof globalThis.fetch;

it('one-time files come as they were sent, and count once, while the line is cut and the server is killed', async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_URL: '1000000',
    LOG_LEVEL: 'silent',
  };
  let server = await startServerProcess(env);
  const proxy = await startCuttingProxy(server.baseUrl);
  onTestFinished(async () => {
    await proxy.close();
    await server.stop();
    await database.drop();
  });
  const owner = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl, fetch: robustFetch });
  const shared = await atOnce(FILES, async (i) => {
    const bytes = randomBytes(randomInt(1, 4_000_000));
    const encryption = i % 2 ? 'e2e' : 'server';
    const { id, shareUrl } = await owner.transfers.create({
      type: 'file',
      file: bytes,
      oneTime: true,
      encryption,
    });
    const opened = await openLink(shareUrl, { baseUrl: proxy.baseUrl, maxRetries: 12, fetch: robustFetch });
    if (opened.kind !== 'file') throw new Error('expected a file');
    return { id, bytes, file: opened.file };
  });

  proxy.plan = () =>
    randomInt(2) === 0 ? { after: randomInt(1, 2_000_000), reset: randomInt(2) === 1 } : undefined;
  const outcomes: unknown[] = [];
  let running = Promise.resolve();
  let kills = 0;
  /** Files whose downloads began after the last kill. */
  const undisturbed: string[] = [];
  const downloading = atOnce(AT_ONCE, async (worker) => {
    for (const { id, bytes, file } of shared.filter((_, i) => i % AT_ONCE === worker)) {
      await running;
      if (kills === KILLS) undisturbed.push(id);
      outcomes.push(await file.bytes().then((came) => bytes.equals(came), String));
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    await expect.poll(() => outcomes.length).toBeGreaterThanOrEqual((FILES * kill) / KILLS);
    await delay(randomInt(100));
    await server.stop('SIGKILL');
    const back = Promise.withResolvers<void>();
    running = back.promise;
    server = await startServerProcess(env);
    proxy.target = server.baseUrl;
    kills++;
    back.resolve();
  }
  await downloading;
  expect(outcomes).toEqual(Array(FILES).fill(true));

  // A server that was killed before it noted the end of a download has not counted it.
  const counts = () =>
    database.query<{ id: string; n: number }>(
      `SELECT object->>'id' AS id, count(*)::int AS n FROM events WHERE type = 'transfer.completed' GROUP BY 1`,
    );
  await expect
    .poll(async () => (await counts()).map(({ id }) => id))
    .toEqual(expect.arrayContaining(undisturbed));
  expect(new Set((await counts()).map(({ n }) => n))).toEqual(new Set([1]));
});
