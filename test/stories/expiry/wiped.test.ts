import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { columnsOf } from '../../support/database/columns.ts';
import { send } from '../../support/network/send.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await sharedApp()));

/**
 * Columns that keep their value when an item has ended, until the row is deleted 30 days later. All others are NULL then:
 * the `CHECK` of the table refuses anything else.
 */
const LASTING: Record<string, readonly string[]> = {
  'whose it is, and when it was made': ['id', 'account_id', 'api_key_id', 'livemode', 'created_at'],
  'what its owner is still shown': [
    'state',
    'type',
    'views',
    'max_views',
    'expires_at',
    'ended_at',
    'encryption',
  ],
  'what its owner calls it, sealed, and finds it by': ['label', 'owner_wrapped_key', 'label_index'],
  'whether and when it was opened': ['opened', 'first_viewed_at', 'last_viewed_at'],
  'how downloads are counted that may still complete': ['unfinished'],
  'until when its reader may repeat the reading, which wipes the content': ['read_until'],
  'whether a password was needed, and no more than that': [
    'password_salt',
    'password_iterations',
    'kdf_iterations',
    'access_proof_hash',
  ],
};
const lasting = new Set(Object.values(LASTING).flat());

const owner = (call: string, more: object = {}) => send(app.baseUrl, call, { key: app.apiKey, ...more });
const anyone = (call: string, more: object = {}) => send(app.baseUrl, call, more);
const keyed = () => ({ headers: { 'idempotency-key': randomBytes(16).toString('hex') } });
const DAY = 86_400_000;
const later = async () => {
  await moveClock(app.database, DAY + 1_000);
  await app.sweep();
};

const KINDS = {
  secrets: {
    create: async (more: object = {}): Promise<string> =>
      (await owner('POST /secrets', { json: { secret: 'x', ...more } })).body.secretId,
    ends: {
      'is revealed': (id: string) => anyone(`POST /public/secrets/${id}/reveal`),
      'is revealed under a key': async (id: string) => {
        await anyone(`POST /public/secrets/${id}/reveal`, keyed());
        await later();
      },
      expires: later,
      'is revoked': (id: string) => owner(`DELETE /secrets/${id}`),
    },
  },
  transfers: {
    create: async (more: object = {}): Promise<string> =>
      (await owner('POST /transfers', { json: { type: 'text', text: 'x', oneTime: true, ...more } })).body.id,
    ends: {
      'is opened for the last time': (id: string) => anyone(`POST /public/transfers/${id}/open`),
      'is opened under a key': async (id: string) => {
        await anyone(`POST /public/transfers/${id}/open`, keyed());
        await later();
      },
      expires: later,
    },
  },
};
type Table = keyof typeof KINDS;

const rowOf = async (table: Table, id: string) =>
  (await app.database.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))[0]!;

/** A value for a column of each type. */
const VALUES: Record<string, string> = {
  text: `'x'`,
  'text[]': `'{x}'`,
  bytea: `'\\x00'`,
  jsonb: `'{}'`,
  integer: '1',
  bigint: '1',
  boolean: 'true',
  'timestamp with time zone': 'now()',
};

describe.each(Object.keys(KINDS) as Table[])('a row of %s that has ended', (table) => {
  const { create } = KINDS[table];
  const ends: Record<string, (id: string) => Promise<unknown>> = KINDS[table].ends;
  const wiped = columnsOf(table).filter(({ column }) => !lasting.has(column));

  it.each(Object.entries(ends))('holds nothing but what lasts, when it %s', async (_, end) => {
    const id = await create();
    await end(id);
    const row = await rowOf(table, id);
    expect(row.ended_at).not.toBeNull();
    expect(wiped.filter(({ column }) => row[column] !== null).map(({ column }) => column)).toEqual([]);
  });

  it.each(wiped)('takes no $column any more', async ({ column, type }) => {
    const id = await create();
    await ends.expires!(id);
    expect((await rowOf(table, id)).state).toBe('expired');
    const write = app.database.query(`UPDATE ${table} SET ${column} = ${VALUES[type]} WHERE id = $1`, [id]);
    await expect(
      write,
      `${table}.${column} is neither NULL by the CHECK of its table, nor listed as lasting`,
    ).rejects.toThrow('violates check constraint');
  });
});
