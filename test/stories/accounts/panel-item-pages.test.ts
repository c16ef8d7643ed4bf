/** Pages of memory that PostgreSQL reads for a page of the panel's list. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ItemFilter } from '../../../server/src/domain/listed-item.ts';
import { itemLists } from '../../../server/src/items/listed-items.ts';
import { LIST_PLANNING, type Lookup } from '../../../server/src/storage/postgres/database.ts';
import { createTestDatabase } from '../../support/database/database.ts';

const md5 = (of: string): string => createHash('md5').update(of).digest('hex');

describe('a page of the list', () => {
  const KEYS = Array.from({ length: 40 }, (_, number) => `key_${String(number).padStart(22, '0')}`);
  /** Labels whose index begins so. All begin alike, and go on in their own way. */
  function labelled(begins: string) {
    const [from, to] = [begins, begins.padEnd(256, 'f')].map((hex) => Buffer.from(hex, 'hex'));
    return { keyIds: KEYS, ranges: [{ from: from!, to: to! }] };
  }
  /** Blocks for a page over all keys of an account, however many keys and items it has. */
  const MOST_OF_ACCOUNT = 400;
  const FILTERS: ItemFilter[] = [
    {},
    { kind: 'file' },
    { kind: 'secret', state: 'deleted' },
    { state: 'deleted' },
    { state: 'waiting' },
    { state: 'opened' },
    { state: 'expired_unread' },
    { kind: 'text', state: 'opened' },
    { kind: 'url', state: 'waiting' },
    { kind: 'request', state: 'opened' },
    { kind: 'room', state: 'waiting' },
    { kind: 'drop', state: 'opened' },
    { kind: 'room', state: 'deleted' },
    { search: { id: '7sQmXk2VbT9cLrPz4WnYdA' } },
    { search: { code: 'K7QM' } },
    { search: { label: labelled('0001') } },
    { state: 'deleted', search: { label: labelled('0001') } },
    { search: { label: labelled('00010001') } },
    { search: { label: labelled(`00010001${md5('7').slice(0, 8)}`) } },
  ];

  interface Step {
    'Rows Removed by Filter'?: number;
    'Actual Loops': number;
    Plans?: Step[];
  }
  /** Rows that are read for nothing. */
  const skipped = ({ Plans = [], ...step }: Step): number =>
    (step['Rows Removed by Filter'] ?? 0) * step['Actual Loops'] +
    Plans.reduce((sum, each) => sum + skipped(each), 0);

  /**
   * Pages of memory that PostgreSQL looks at for a page of each filter, and rows that it skips: of all keys, and of one;
   * first, and further.
   */
  async function readsWith(items: number): Promise<number[]> {
    const database = await createTestDatabase();
    const client = await database.connect();
    try {
      const of = `(ARRAY['${KEYS.join("', '")}'])[1 + i % ${KEYS.length}]`;
      const made = `'2026-01-01'::timestamptz + i * interval '1 second'`;
      // The label of a link begins in another way than that of a text.
      const index = `CASE WHEN i % 3 = 0 THEN '\\x00010002'::bytea ELSE '\\x00010001' END || decode(md5(i::text), 'hex')`;
      const sealed = `'\\x00'::bytea, '\\x00'::bytea, '\\x00'::bytea`;
      await client.query(
        `INSERT INTO transfers (id, account_id, api_key_id, livemode, encryption, type, state, content, wrapped_key, snippet,
           short_code, label_index, created_at, opened, views)
         SELECT 'a' || lpad(i::text, 21, '0'), 'acc', ${of}, false, 'server',
           CASE WHEN i % 500 = 0 THEN 'file' WHEN i % 3 = 0 THEN 'url' ELSE 'text' END,
           'active', ${sealed}, upper(substr(md5(i::text), 1, 8)), ${index}, ${made}, i % 3 = 0, CASE WHEN i % 3 = 0 THEN 1 ELSE 0 END
         FROM generate_series(1, ${items / 2}) i`,
      );
      const owned = `SELECT 'c' || lpad(i::text, 21, '0'), 'acc', ${of}, false, '\\x00'::bytea, '\\x00'::bytea, ${made} - interval '1 day'`;
      const containers = `FROM generate_series(1, ${items / 5}) i`;
      const columns = 'id, account_id, api_key_id, livemode, wrapped_key';
      // Nothing has arrived in requests and inboxes, and something in every room.
      await client.query(
        `INSERT INTO requests (${columns}, title, created_at, pin_salt, pin_iterations, pin_hash, expires_at)
         ${owned}, '\\x00', 1, '\\x00', now() + interval '7 days' ${containers}`,
      );
      await client.query(
        `INSERT INTO rooms (${columns}, name, created_at, encryption, expires_at, last_seq)
         ${owned}, 'server', now() + interval '7 days', 1 ${containers}`,
      );
      await client.query(`INSERT INTO drops (${columns}, label, created_at) ${owned} ${containers}`);
      await client.query(
        `INSERT INTO secrets (id, account_id, api_key_id, livemode, encryption, state, label_index, created_at, ended_at)
         SELECT 'b' || lpad(i::text, 21, '0'), 'acc', ${of}, false, 'server',
           CASE WHEN i % 500 = 0 THEN 'revoked' ELSE 'consumed' END, ${index}, ${made}, now()
         FROM generate_series(1, ${items / 2}) i`,
      );
      await client.query(
        `INSERT INTO ended_items (id, account_id, api_key_id, livemode, kind, label_index, created_at, ended_at, requires_password)
         SELECT 'd' || lpad(i::text, 21, '0'), 'acc', ${of}, false, CASE WHEN i % 5 = 0 THEN 'room' ELSE 'text' END,
           '\\x0001'::bytea || decode(md5('d' || i), 'hex'), ${made} - interval '1 day', now(), false ${containers}`,
      );
      await client.query('VACUUM ANALYZE transfers, secrets, requests, rooms, drops, ended_items');
      const reads: number[] = [];
      const pages: string[][] = [];
      let read = 0;
      let vain = 0;
      /** Explains what the list asks, as it is asked. */
      const db = {
        lookUp: async ({ statements: [statement] }: Lookup) => {
          await client.query('BEGIN');
          await client.query(LIST_PLANNING);
          const { sql, values } = statement!;
          const { rows: explained } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [
            ...values,
          ]);
          const { rows } = await client.query<object>(sql, [...values]);
          await client.query('COMMIT');
          const { Plan: plan } = explained[0]['QUERY PLAN'][0];
          read += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
          vain += skipped(plan);
          return [rows];
        },
      };
      const lists = itemLists(undefined as never);
      const further = { at: new Date('2026-01-01T00:30:00Z'), id: 'b' };
      for (const filter of FILTERS) {
        const found: string[] = [];
        pages.push(found);
        for (const keys of [KEYS, KEYS.slice(0, 1)])
          for (const after of filter.state ? [null] : [null, further]) {
            const page = { limit: 20, after };
            [read, vain] = [0, 0];
            const rows = await lists.list(db as never, { keyIds: keys, filter, page });
            reads.push(read + vain);
            found.push(rows.map(({ id }) => id).join());
            if (keys !== KEYS) continue;
            // The same keys, if they are all of their account.
            [read, vain] = [0, 0];
            const ofAccount = await lists.list(db as never, {
              keyIds: keys,
              filter: { ...filter, accountId: 'acc' },
              page,
            });
            reads.push(read + vain);
            expect([filter, ofAccount]).toEqual([filter, rows]);
            if (!filter.search) expect(read).toBeLessThanOrEqual(MOST_OF_ACCOUNT);
          }
      }
      // All labels begin so, and one goes on so.
      expect([pages.at(-4), pages.at(-3)]).toEqual([pages[0], pages[3]]);
      const isOfTexts = (id: string): boolean => Number(id.slice(1)) % 3 !== 0;
      expect(
        pages
          .at(-2)!
          .flatMap((page) => page.split(','))
          .filter((id) => !isOfTexts(id)),
      ).toEqual([]);
      expect(pages.at(-1)!.map((page) => page.split(',').map((id) => Number(id.slice(1))))).toEqual([
        ...[[7, 7], [7, 7], [0], [0]],
      ]);
      return reads;
    } finally {
      await client.end();
      await database.drop();
    }
  }

  it('reads about as much with 10,000 items as with 1,000, over many keys, with a rare kind or state, and searching', async () => {
    const [few, many] = [await readsWith(1_000), await readsWith(10_000)];
    // An index of ten times the rows may be one level deeper.
    many.forEach((reads, index) => expect(reads).toBeLessThanOrEqual(2 * few[index]! + 100));
  });
});
