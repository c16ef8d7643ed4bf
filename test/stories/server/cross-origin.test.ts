import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { startPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { send, type Call } from '../../support/network/send.ts';

const origin = 'https://app.example';
let database: TestDatabase;
let proxy: PostgresProxy;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startPostgresProxy(database.connection);
  app = await startApp({ RATE_LIMIT_ANONYMOUS: '3' }, { ...database, connection: proxy.connection });
});
afterAll(async () => {
  await app.close({ keepDatabase: true });
  await proxy.cut();
  await database.drop();
});

const preflight = () =>
  send(app.baseUrl, 'OPTIONS /public/secrets/none', {
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-retry-count',
    },
  });

// The database is away in the end.
describe('a page of another origin', { shuffle: false }, () => {
  it.each<[string, number, string, Call]>([
    [
      'that a file is too large',
      413,
      'PUT /public/uploads/none',
      { headers: { 'content-length': limits.sealedFileBytes + 1 }, raw: 'x' },
    ],
    ['that the limit is exceeded', 429, 'GET /public/secrets/none', {}],
    ['that the database is away', 503, 'GET /public/secrets/none', {}],
  ])('reads %s, and asks before all the same', async (_what, status, call, { headers, raw }) => {
    if (status === 503) await proxy.cut();
    const ask = () => send(app.baseUrl, call, { headers: { origin, ...headers }, ...(raw && { raw }) });
    await expect.poll(async () => (await ask()).status).toBe(status);
    const responded = (await ask()).headers;
    expect(responded).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    });
    expect(responded).not.toHaveProperty('access-control-allow-credentials');
    expect(responded).not.toHaveProperty('vary');
    if (status !== 413) expect(Number(responded['retry-after'])).toBeGreaterThan(0);
    expect((await preflight()).status).toBe(204);
  });
});
