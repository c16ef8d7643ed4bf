import { Blobs, PostgresBlobs } from '../../../server/src/storage/blobs.ts';
import { openDatabase } from '../../../server/src/storage/database.ts';
import { startApp } from '../app.ts';
import { moveClock } from '../clock.ts';
import type { EmittedEvent, Target } from '../contract-target.ts';
import { createTestDatabase } from '../database.ts';
import { spread, type Traffic } from './spread.ts';

export const SHARDS = 4;

/** The server on four databases. */
export async function startSpreadTarget(traffic: Traffic): Promise<Target> {
  const databases = await Promise.all(Array.from({ length: SHARDS }, () => createTestDatabase()));
  const [home, ...others] = databases as [(typeof databases)[0], ...typeof databases];
  // Transactions that wait for one on the first database hold a connection to each.
  const pools = others.map(({ connection }) => openDatabase({ connection, poolSize: 30 }));
  const shards = { all: pools };
  const app = await startApp({}, home, {
    // Which item they are about is known only when it has been found.
    before: ({ url = '', headers }) => {
      if (/\/(unlock|redeliver)$/.test(url)) delete headers['idempotency-key'];
    },
    through: (database) => {
      shards.all = [database, ...pools];
      return spread(shards.all, traffic);
    },
  });
  return {
    baseUrl: app.baseUrl,
    appUrl: app.url,
    createKey: async (scopes, environment) => (await app.createKey(scopes, environment)).text,
    advance: async (ms) => {
      for (const database of databases) await moveClock(database, ms);
      for (const database of shards.all)
        await app.sweep({ database, blobs: new Blobs(new PostgresBlobs(database)) });
    },
    eventsOf: async (id) => {
      const found = databases.map((database) =>
        database.query<EmittedEvent>(
          `SELECT type, livemode, object FROM events WHERE item_id = $1 ORDER BY created_at, type`,
          [id],
        ),
      );
      return (await Promise.all(found)).flat();
    },
    close: async () => {
      await app.close();
      for (const database of others) await database.drop();
    },
  };
}
