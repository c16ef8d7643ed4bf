import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

/** How many clients there are, each of whom sends one request after the other. */
const CLIENTS = 8;
/** So much is made and collected before code that runs for the first time stands aside, and before what is left says something. */
const WARM_MB = 50;
const ALLOCATED_MB = 100;
/** About 0.05 where all is made young; 0.16 to 0.23 where V8 makes some of it old. */
const MOST_KEPT = 0.1;

/** `Scavenge 46.7 (63.9) -> 32.9 (62.5) MB`: the megabytes of the heap before a collection of the young generation, and after. */
const SCAVENGE = /: Scavenge ([\d.]+) \([\d.]+\) -> ([\d.]+) /;

/** Bytes allocated between two collections of the young generation, and bytes that survived. */
function collected(lines: readonly string[]): { allocated: number; kept: number } {
  const total = { allocated: 0, kept: 0 };
  let left: number | undefined;
  for (const line of lines) {
    const [, before, after] = SCAVENGE.exec(line)?.map(Number) ?? [];
    if (left !== undefined && after !== undefined) {
      total.allocated += (before as number) - left;
      total.kept += after - left;
    }
    // A full collection takes what young ones have left.
    if (after !== undefined || line.includes('Mark-Compact')) left = after;
  }
  return total;
}

describe('the memory of a server', () => {
  let database: TestDatabase | undefined;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    // V8 learns from all that a start makes, of which there is most when it also makes the tables.
    database = await createTestDatabase({ empty: true });
    const settings = {
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      APP_URL: 'https://share.example',
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_KEY: '100000',
      RATE_LIMIT_ANONYMOUS: '100000',
    };
    server = await startServerProcess(settings, ['--trace-gc']);
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  it('has nothing of requests that are over outlive the young generation', async () => {
    const running = server as ServerProcess;
    const { baseUrl, apiKey: key } = running;
    const exchange = async (): Promise<void> => {
      const headers = { 'idempotency-key': randomUUID() };
      const made = await send(baseUrl, 'POST /secrets', {
        key,
        headers,
        json: { secret: 'x'.repeat(1_000) },
      });
      expect(made.status).toBe(201);
      const { secretId } = made.body as { secretId: string };
      expect((await send(baseUrl, `GET /secrets/${secretId}`, { key })).status).toBe(200);
      const revealed = await send(baseUrl, `POST /public/secrets/${secretId}/reveal`, { headers });
      expect(revealed.status).toBe(200);
    };
    const bear = async (megabytes: number): Promise<{ allocated: number; kept: number }> => {
      const begun = running.stdout.length;
      const found = () => collected(running.stdout.slice(begun).split('\n'));
      const work = async (): Promise<void> => {
        while (found().allocated < megabytes) await exchange();
      };
      await Promise.all(Array.from({ length: CLIENTS }, work));
      return found();
    };
    await bear(WARM_MB);
    const { allocated, kept } = await bear(ALLOCATED_MB);
    expect(kept / allocated).toBeLessThan(MOST_KEPT);
  });
});
