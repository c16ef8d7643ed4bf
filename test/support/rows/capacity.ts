/** Stored bytes and items by the counters, and by the rows themselves. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { TestDatabase } from '../database/database.ts';

/** Bytes by the rows, and bytes by the counters; equal whenever nothing is in flight. */
export interface Accounts {
  keys: Record<string, number>;
  containers: Record<string, string>;
}

/** The counters of all keys and containers. */
export async function counted(database: TestDatabase): Promise<Accounts> {
  return accounts(
    database,
    `SELECT owner AS id, sum(bytes)::float8 AS held FROM byte_counters WHERE owner <> '*' GROUP BY 1`,
    CONTAINERS.map(
      (table) => `SELECT id, held_items || ' items, ' || held_bytes || ' bytes' AS held FROM ${table}`,
    ).join(' UNION ALL '),
  );
}

/** The same from the rows themselves. */
export async function summed(database: TestDatabase): Promise<Accounts> {
  return accounts(
    database,
    `SELECT api_key_id AS id, sum(bytes)::float8 AS held FROM (
       SELECT api_key_id, greatest(octet_length(content), 1024) AS bytes FROM secrets WHERE wrapped_key IS NOT NULL
       UNION ALL SELECT api_key_id, greatest(octet_length(content), 1024) FROM transfers WHERE wrapped_key IS NOT NULL AND type <> 'file'
       UNION ALL SELECT api_key_id, CASE WHEN uncharged > 0 THEN 0 ELSE ${OF_FILE} END FROM files f WHERE api_key_id IS NOT NULL
       -- Items of servers before migration 0032 charge their files themselves.
       UNION ALL SELECT coalesce(i.api_key_id, m.api_key_id), ${OF_FILE} FROM files f
         LEFT JOIN drop_items i ON i.id = f.drop_item_id LEFT JOIN room_messages m ON m.id = f.room_message_id
         WHERE f.api_key_id IS NULL AND coalesce(i.api_key_id, m.api_key_id) IS NOT NULL
       UNION ALL SELECT i.api_key_id, CASE WHEN f.id IS NULL THEN ${OF_ITEM} ELSE octet_length(i.message) END
         FROM drop_items i LEFT JOIN files f ON f.drop_item_id = i.id WHERE i.message IS NOT NULL
       UNION ALL SELECT m.api_key_id, ${OF_TEXT} FROM room_messages m WHERE kind = 'text'
     ) rows GROUP BY 1`,
    `SELECT id, items || ' items, ' || bytes || ' bytes' AS held FROM (
       SELECT d.id, count(i.id) AS items, coalesce(sum(${OF_ITEM}) FILTER (WHERE i.id IS NOT NULL), 0) AS bytes
       FROM drops d LEFT JOIN drop_items i ON i.drop_id = d.id LEFT JOIN files f ON f.drop_item_id = i.id GROUP BY 1
       UNION ALL
       SELECT r.id, count(m.id), coalesce(sum(${OF_MESSAGE}), 0)
       FROM rooms r LEFT JOIN room_messages m ON m.room_id = r.id AND kind IN ('text', 'file') AND r.state = 'open'
         LEFT JOIN files f ON f.room_message_id = m.id GROUP BY 1
       UNION ALL
       SELECT r.id, count(f.id), coalesce(sum(${OF_FILE}), 0) FROM requests r LEFT JOIN files f ON f.request_id = r.id GROUP BY 1
     ) containers`,
  );
}

/** Expects the counters to hold what the rows hold, once nothing is under way. */
export async function expectCounted(database: TestDatabase): Promise<void> {
  await expect.poll(async () => [await counted(database), await summed(database)]).toSatisfy(isAlike);
}
const isAlike = ([counters, rows]: Accounts[]): boolean => isDeepStrictEqual(counters, rows);

const CONTAINERS = ['drops', 'rooms', 'requests'];
/** Each item counts 1 KiB at least, unless a server before migration 0036 has added it. */
const OF_FILE =
  'coalesce(CASE WHEN f.size IS NULL THEN f.reserved ELSE greatest(f.size, least(f.reserved, 1024)) END, 0)';
const OF_TEXT = 'greatest(octet_length(m.content), least(m.bytes, 1024))';
const OF_MESSAGE = `CASE m.kind WHEN 'text' THEN ${OF_TEXT} ELSE ${OF_FILE} END`;
const OF_ITEM = `greatest(coalesce(octet_length(i.message), 0) + ${OF_FILE}, least(i.bytes, 1024))`;

async function accounts(database: TestDatabase, keys: string, containers: string): Promise<Accounts> {
  const held = async (sql: string): Promise<Record<string, never>> => {
    const rows = await database.query<{ id: string; held: never }>(sql);
    return Object.fromEntries(rows.filter((row) => row.held !== 0).map((row) => [row.id, row.held]));
  };
  return { keys: await held(keys), containers: await held(containers) };
}
