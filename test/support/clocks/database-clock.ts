/** The clock of a test database, which a test moves. */
import type { TestDatabase } from '../database/database.ts';

/**
 * Moves the database's clock on, or back. It cannot be moved itself, so everything is made older, or younger, instead:
 * every column that holds a time.
 */
export async function moveClock(database: TestDatabase, ms: number): Promise<void> {
  const statements = known.get(database) ?? (await agings(database));
  known.set(database, statements);
  for (const statement of statements) await database.query(statement, [`${ms} milliseconds`]);
}

/** Looking which columns hold a time takes longer than all else here. */
const known = new WeakMap<TestDatabase, string[]>();

async function agings(database: TestDatabase): Promise<string[]> {
  const columns = await database.query<{ table: string; names: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS names FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name NOT LIKE 'knex%'
       AND table_name <> 'key_usage'
     GROUP BY table_name`,
  );
  const plain = columns.map(
    ({ table, names }) =>
      `UPDATE ${table} SET ${names.map((name) => `${name} = ${name} - $1::interval`).join(', ')}`,
  );
  const arrays = await database.query<{ table: string; name: string }>(
    `SELECT table_name AS table, column_name::text AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND udt_name = '_timestamptz'`,
  );
  const shifted = arrays.map(
    ({ table, name }) =>
      `UPDATE ${table} SET ${name} = ARRAY(SELECT at - $1::interval FROM unnest(${name}) AS at) WHERE ${name} IS NOT NULL`,
  );
  return [...plain, ...shifted, RATES, ...USAGE];
}

/** The hours of a key are unique: one that moves to the place of the next would collide before that has moved, too. */
const USAGE = [
  `UPDATE key_usage SET hour = hour - $1::interval - interval '100 years'`,
  `UPDATE key_usage SET hour = hour + interval '100 years' WHERE $1::interval IS NOT NULL`,
];

const MILLISECONDS = '(extract(epoch FROM $1::interval) * 1000)::bigint';
const RATES = `UPDATE rate_limits SET at = ARRAY(SELECT t - ${MILLISECONDS} FROM unnest(at) AS t), oldest = oldest - ${MILLISECONDS},
     decided = decided - ${MILLISECONDS}`;
