/** A server whose items are spread over four databases, as a target of scenarios. */
import pg, { type ClientConfig } from 'pg';
import { Blobs, PostgresBlobs } from '../../../server/src/storage/blobs/blobs.ts';
import { CHANNEL } from '../../../server/src/storage/postgres/notifications.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { startApp } from '../server/app.ts';
import { moveClock } from '../clocks/database-clock.ts';
import type { EmittedEvent, Target } from '../contract/target.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { spread, type Traffic } from './spread.ts';

export const SHARDS = 4;

let shared: Promise<SpreadTarget> | undefined;

/** Returns the target of this process, which all files share. It ends with the process. */
export async function sharedSpreadTarget(): Promise<Target> {
  shared ??= startSpreadTarget({ named: [], crossing: 0 });
  return { ...(await shared), close: async () => undefined };
}

/** Further members of such a target. */
export interface SpreadTarget extends Target {
  /** The four databases as one. */
  database: Database;
}

/** Paths of operations that do not say which item they are about: by a short code, or by a delivery. */
export const NAMES_NO_ITEM = /\/(?:[^/]{1,21}\/unlock|redeliver)$/;

/** The server on four databases. `env` is what an operator would set. */
export async function startSpreadTarget(
  traffic: Traffic,
  env: Record<string, string> = {},
): Promise<SpreadTarget> {
  const databases = await Promise.all(Array.from({ length: SHARDS }, () => createTestDatabase()));
  const [home, ...others] = databases as [(typeof databases)[0], ...typeof databases];
  // Transactions that wait for one on the first database hold a connection to each.
  const pools = others.map(({ connection }) => openDatabase({ connection, poolSize: 30 }));
  const listeners = await Promise.all(others.map(({ connection }) => passOn(connection, home)));
  const shards = { all: pools, asOne: pools[0] as Database };
  const app = await startApp(env, home, {
    // Which item these are about is known only when it has been found.
    before: ({ url = '', headers }) => {
      if (NAMES_NO_ITEM.test(url)) delete headers['idempotency-key'];
    },
    through: (database) => {
      shards.all = [database, ...pools];
      return (shards.asOne = spread(shards.all, traffic));
    },
  });
  return {
    database: shards.asOne,
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
      await Promise.all(listeners.map((listener) => listener.end()));
      await app.close();
      for (const database of others) await database.drop();
    },
  };
}

/** Tells the database that the server listens to what another one announces. */
async function passOn(from: ClientConfig, to: TestDatabase): Promise<pg.Client> {
  const listener = new pg.Client(from);
  await listener.connect();
  listener.on('notification', ({ payload }) => void to.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]));
  await listener.query(`LISTEN ${CHANNEL}`);
  return listener;
}
