import { startApp } from './app.ts';
import type { EmittedEvent, Limits, Target } from './contract-target.ts';

/** The real server in this process, on a PostgreSQL database of its own. */
export async function startServerTarget({ key, anonymous }: Limits = {}): Promise<Target> {
  const app = await startApp({
    ...(key !== undefined && { RATE_LIMIT_KEY: String(key) }),
    ...(anonymous !== undefined && { RATE_LIMIT_ANONYMOUS: String(anonymous) }),
  });
  const { database } = app;
  return {
    baseUrl: app.baseUrl,
    appUrl: app.url,
    createKey: async (scopes, environment) => (await app.createKey(scopes, environment)).text,
    advance: async (ms) => {
      const passed = [`${ms} milliseconds`];
      for (const statement of AGE) await database.query(statement, passed);
    },
    eventsOf: (id) =>
      database.query<EmittedEvent>(
        `SELECT type, livemode, object FROM events WHERE object->>'id' = $1 OR object->>'secretId' = $1
         ORDER BY created_at, type`,
        [id],
      ),
    close: () => app.close(),
  };
}

/** The database's clock cannot be moved, so everything is made older instead. */
const AGE = [
  `UPDATE transfers SET created_at = created_at - $1::interval, expires_at = expires_at - $1::interval,
     ended_at = ended_at - $1::interval`,
  `UPDATE secrets SET created_at = created_at - $1::interval, expires_at = expires_at - $1::interval,
     ended_at = ended_at - $1::interval`,
  'UPDATE events SET created_at = created_at - $1::interval',
  'UPDATE idempotency_keys SET created_at = created_at - $1::interval',
  'UPDATE attempts SET recent = ARRAY(SELECT at - $1::interval FROM unnest(recent) AS at)',
  `UPDATE rate_limits SET at = ARRAY(SELECT t - extract(epoch FROM $1::interval)::bigint * 1000 FROM unnest(at) AS t)`,
];
