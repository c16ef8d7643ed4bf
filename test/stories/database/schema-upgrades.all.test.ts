import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCatalog } from '../../../server/src/storage/postgres/migrations/catalog.ts';
import { migrate } from '../../../server/src/storage/postgres/migrations/migrate.ts';
import { SCHEMA_FILE } from '../../../server/src/storage/postgres/migrations/schema.ts';
import { startApp } from '../../support/server/app.ts';
import { counted, summed } from '../../support/rows/capacity.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import {
  FIXTURE_ENCRYPTION_KEY,
  historicSchemas,
  loadSchema,
} from '../../support/database/schema-fixtures.ts';
import { findAgainAndDelete, type Shared } from '../../support/contract/share-everything.ts';

const schemas = historicSchemas();
const today = readFileSync(SCHEMA_FILE, 'utf8').trim().split('\n');

let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase({ empty: true })));

const catalog = async (): Promise<string[]> => {
  const client = await database.connect();
  try {
    return await readCatalog(client);
  } finally {
    await client.end();
  }
};

/** Opens and deletes what was shared then. */
async function useEverything({ apiKey, items }: Shared): Promise<void> {
  const app = await startApp(
    { ENCRYPTION_KEYS: FIXTURE_ENCRYPTION_KEY, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:1' },
    database,
  );
  for (const item of items) await findAgainAndDelete(app.baseUrl, apiKey, item);
  await app.sweep();
  await app.close({ keepDatabase: true });
}

describe('a schema of the past', () => {
  afterEach(() => database.drop());

  it.each(schemas)('$name becomes the one of today, and what was shared then opens', async (schema) => {
    await loadSchema(database, schema);
    await migrate(database.connection);
    expect(await catalog()).toEqual(today);
    if (!schema.rows) return;
    const before = await counted(database);
    expect(before).toEqual(await summed(database));
    expect(Object.values(before.keys)).toEqual([expect.toSatisfy((bytes: number) => bytes > 0)]);
    await useEverything(schema.rows.shared);
    expect(await counted(database)).toEqual(await summed(database));
  });

  it('0001a 0002a 0003a keeps endpoints and deliveries, however they came there', async () => {
    await loadSchema(
      database,
      schemas.find(({ name }) => name === '0001a 0002a 0003a')!,
    );
    await database.query(`
      INSERT INTO webhook_endpoints (id, account_id, api_key_id, livemode, url, wrapped_key, secret, failing_since, created_at)
        VALUES ('we_1', 'acc', 'key', true, 'https://receiver.example:8443/hook', '', '', now(), now());
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event_type, test_event, state, created_at)
        VALUES ('whd_1', 'we_1', 'evt_1', 'secret.consumed', '{}', 'delivered', now());
      INSERT INTO webhook_attempts (delivery_id, started_at, duration_ms, status)
        VALUES ('whd_1', '2026-11-21 12:01Z', 5, 200), ('whd_1', '2026-11-21 12:00Z', 7, 503);
    `);
    await migrate(database.connection);
    expect(await database.query('SELECT host, failures, secret_number FROM webhook_endpoints')).toEqual([
      { host: 'receiver.example:8443', failures: 1, secret_number: 1 },
    ]);
    expect(await database.query('SELECT test, once, lease FROM webhook_deliveries')).toEqual([
      { test: true, once: false, lease: 2 },
    ]);
    expect(await database.query('SELECT lease, status FROM webhook_attempts ORDER BY lease')).toEqual([
      { lease: 1, status: 503 },
      { lease: 2, status: 200 },
    ]);
  });
});
