/** Rows that a test inserts by hand. */
import type { TestDatabase } from '../database/database.ts';

type Row = Record<string, unknown> & { id?: string };

export interface Rows {
  /** Inserts a row; what is not given is as in any row. Times (`…_at`, `…_until`) are intervals from now: `'-30 days'`. */
  insert(table: keyof typeof USUAL, ...rows: Row[]): Promise<void>;
  /** Ids among these that are in a table, in alphabetical order. */
  idsIn(table: string, ...ids: string[]): Promise<string[]>;
  /** One row as it is. */
  find<Found extends object = Record<string, unknown>>(table: string, id: string): Promise<Found>;
}

const SEALED = Buffer.from('sealed');
const OWNED = { account_id: 'acc', api_key_id: 'key', livemode: false, created_at: '-90 days' };
const ITEM = { ...OWNED, encryption: 'server', content: SEALED, wrapped_key: SEALED };
const LOCK = { wrapped_key: SEALED, pin_salt: SEALED, pin_iterations: 1, pin_hash: SEALED };

/** Defaults of a row. */
const USUAL = {
  transfers: { ...ITEM, type: 'text', snippet: SEALED },
  secrets: ITEM,
  requests: { ...OWNED, ...LOCK, title: SEALED },
  rooms: { ...OWNED, encryption: 'server', wrapped_key: SEALED, name: SEALED },
  room_messages: { author_role: 'guest', content: SEALED, created_at: '-1 hour' },
  drops: { ...OWNED, wrapped_key: SEALED, label: SEALED },
  drop_items: { arrived: false, created_at: '-1 hour' },
  blobs: { storage: 'postgres' },
  blob_chunks: { seq: 0, data: SEALED },
  files: { created_at: '-1 hour' },
  downloads: { sealed_key: SEALED },
  events: { type: 'transfer.created', account_id: 'acc', api_key_id: 'key', livemode: false, object: '{}' },
  idempotency_keys: { api_key_id: 'key', fingerprint: SEALED },
  attempts: { recent: [], total: 1 },
  rate_limits: { at: [0], hits: [1], admitted: 1, used: 1, oldest: 0 },
};

/** Rows of a file that has arrived, and of one that is still awaited. A transfer's has no key and no name of its own. */
export const ARRIVED = { size: 6, sha256: SEALED, completed_at: '-1 hour' };
export const AWAITED = { upload_key: SEALED };
export const OWN_KEY = { wrapped_key: SEALED, metadata: SEALED };

export function rowsIn(database: TestDatabase): Rows {
  return {
    async insert(table, ...rows) {
      for (const row of rows) {
        const values = Object.entries({ ...USUAL[table], ...row });
        const places = values.map(([name], i) =>
          /_(at|until)$/.test(name) ? `now() + $${i + 1}::interval` : `$${i + 1}`,
        );
        await database.query(
          `INSERT INTO ${table} (${values.map(([name]) => name).join(', ')}) VALUES (${places.join(', ')})`,
          values.map(([, value]) => value),
        );
      }
    },
    async idsIn(table, ...ids) {
      const found = await database.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE id = ANY ($1) ORDER BY id`,
        [ids],
      );
      return found.map(({ id }) => id);
    },
    async find<Found extends object>(table: string, id: string) {
      const [row] = await database.query<Found>(`SELECT * FROM ${table} WHERE id = $1`, [id]);
      return row as Found;
    },
  };
}
