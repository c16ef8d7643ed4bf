import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { send, type Call } from '../../support/network/send.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({}, database);
});
afterAll(() => database.drop());

const owner = (call: string, more: Call = {}) => send(app.baseUrl, call, { key: app.apiKey, ...more });
const once = () => ({ 'idempotency-key': randomBytes(18).toString('base64url') });

/** Calls of everybody, one after the other, so that one connection prepares all of it. */
async function share(): Promise<void> {
  const headers = once();
  const secret = await owner('POST /secrets', { json: { secret: 'few' }, headers });
  const transfer = await owner('POST /transfers', { json: { type: 'text', text: 'few', oneTime: true } });
  const file = await owner('POST /transfers', {
    json: { type: 'file', fileName: 'few.txt' },
    headers: once(),
  });
  const request = await owner('POST /requests', { json: { title: 'few' } });
  const { secretId } = secret.body;
  for (const call of [
    `GET /secrets/${secretId}`,
    `GET /transfers/${transfer.body.id}`,
    `GET /requests/${request.body.requestId}`,
  ])
    expect((await owner(call)).status).toBe(200);
  const reads = [
    [`POST /public/secrets/${secretId}/reveal`, once()],
    [`POST /public/secrets/${secretId}/reveal`, {}],
    [`POST /public/transfers/${transfer.body.id}/open`, once()],
    [`POST /public/transfers/${file.body.id}/open`, {}],
  ] as const;
  const statuses = [];
  for (const [call, headers] of reads) statuses.push((await send(app.baseUrl, call, { headers })).status);
  expect(statuses).toEqual([200, 404, 200, 404]);
}

const SESSIONS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const READ = `SELECT relname AS table, seq_scan::int AS walks, idx_scan > 0 AS looks FROM pg_stat_user_tables
  WHERE relname IN ('events', 'idempotency_keys', 'readings', 'requests', 'secrets', 'transfers') ORDER BY relname`;

it('no statement about one item walks through a table, however little PostgreSQL has found in it', async () => {
  try {
    await share();
    await database.query('VACUUM ANALYZE');
    // From the sixth time on PostgreSQL may keep a plan.
    for (let i = 0; i < 10; i++) await share();
  } finally {
    // A session tells what it has read when it ends.
    await app.close({ keepDatabase: true });
  }
  await expect.poll(() => database.query(SESSIONS)).toEqual([]);
  const tables = ['events', 'idempotency_keys', 'readings', 'requests', 'secrets', 'transfers'];
  expect(await database.query(READ)).toEqual(
    tables.map((table) => ({ table, walks: 0, looks: table === 'events' ? expect.any(Boolean) : true })),
  );
});
