import { startApp } from './app.ts';
import type { Capacity, EmittedEvent, Limits, Target } from './contract-target.ts';
import type { TestDatabase } from './database.ts';

/** The real server in this process, on a PostgreSQL database of its own. */
export async function startServerTarget(
  { key, anonymous }: Limits = {},
  capacity: Capacity = {},
): Promise<Target> {
  const app = await startApp({
    ...(key !== undefined && { RATE_LIMIT_KEY: String(key) }),
    ...(anonymous !== undefined && { RATE_LIMIT_ANONYMOUS: String(anonymous) }),
    ...settingsOf(capacity),
  });
  const { database } = app;
  return {
    baseUrl: app.baseUrl,
    appUrl: app.url,
    createKey: async (scopes, environment) => (await app.createKey(scopes, environment)).text,
    advance: async (ms) => {
      for (const statement of await agings(database)) await database.query(statement, [`${ms} milliseconds`]);
      await app.sweep();
    },
    eventsOf: (id) =>
      database.query<EmittedEvent>(
        `SELECT type, livemode, object FROM events WHERE $1 IN (object->>'id', object->>'secretId', object->>'requestId')
         ORDER BY created_at, type`,
        [id],
      ),
    close: () => app.close(),
  };
}

function settingsOf({ key, total, ...containers }: Capacity): Record<string, string> {
  const settings: [string, number | undefined][] = [
    ['MAX_BYTES_PER_KEY', key],
    ['MAX_BYTES_TOTAL', total],
    ...Object.entries(containers).flatMap(([kind, { items, bytes }]): [string, number | undefined][] => [
      [`MAX_ITEMS_PER_${kind.toUpperCase()}`, items],
      [`MAX_BYTES_PER_${kind.toUpperCase()}`, bytes],
    ]),
  ];
  return Object.fromEntries(
    settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** The database's clock cannot be moved, so everything is made older instead: every column that holds a time. */
async function agings(database: TestDatabase): Promise<string[]> {
  const columns = await database.query<{ table: string; names: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS names FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name NOT LIKE 'knex%'
     GROUP BY table_name`,
  );
  const plain = columns.map(
    ({ table, names }) =>
      `UPDATE ${table} SET ${names.map((name) => `${name} = ${name} - $1::interval`).join(', ')}`,
  );
  return [...plain, ...ARRAYS];
}

const MILLISECONDS = '(extract(epoch FROM $1::interval) * 1000)::bigint';
const ARRAYS = [
  'UPDATE attempts SET recent = ARRAY(SELECT at - $1::interval FROM unnest(recent) AS at)',
  `UPDATE rate_limits SET at = ARRAY(SELECT t - ${MILLISECONDS} FROM unnest(at) AS t), oldest = oldest - ${MILLISECONDS},
     decided = decided - ${MILLISECONDS}`,
];
