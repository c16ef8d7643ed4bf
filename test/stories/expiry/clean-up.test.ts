import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeAbandoned } from '../../../server/src/features/rooms/sweep-store.ts';
import type { Db } from '../../../server/src/storage/postgres/database.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ARRIVED, AWAITED, OWN_KEY, rowsIn, type Rows } from '../../support/rows/rows.ts';

let app: TestApp;
let rows: Rows;
beforeAll(async () => {
  app = await startApp();
  rows = rowsIn(app.database);
});
afterAll(() => app.close());

/** A complete file with its bytes; `id` is that of both. */
async function insertFile(id: string, of: Record<string, string>): Promise<void> {
  await rows.insert('blobs', { id });
  await rows.insert('blob_chunks', { blob_id: id });
  const own = 'transfer_id' in of ? {} : OWN_KEY;
  await rows.insert('files', { id, blob_id: id, ...of, ...own, ...ARRIVED });
}
const token = (id: string): { upload_token_hash: Buffer } => ({ upload_token_hash: Buffer.from(id) });
const awaited = (id: string, until: string) => ({ id, ...AWAITED, ...token(id), upload_until: until });
/** Which of the files have their bytes, row and all. */
async function bytesOf(...ids: string[]): Promise<string[]> {
  const found = await app.database.query<{ id: string }>(
    `SELECT f.id FROM files f JOIN blobs b ON b.id = f.blob_id JOIN blob_chunks c ON c.blob_id = b.id
     WHERE b.id = ANY ($1) ORDER BY 1`,
    [ids],
  );
  expect(await rows.idsIn('blobs', ...ids)).toEqual(found.map(({ id }) => id));
  return found.map(({ id }) => id);
}
const eventsOf = (id: string) =>
  app.database.query<{ type: string; object: Record<string, unknown> }>(
    `SELECT type, object FROM events WHERE object->>'id' = $1 ORDER BY created_at`,
    [id],
  );

/** A barrier that holds a change back until it is released. */
const HELD = 4_711;

it('leaves a file in a room that arrives while its row is looked at', async () => {
  await rows.insert('rooms', { id: 'late-room', expires_at: '1 day' });
  await rows.insert('room_messages', { id: 'late-m', room_id: 'late-room', kind: 'file' });
  const until = '-11 minutes';
  await rows.insert('files', { ...awaited('late-m', until), room_message_id: 'late-m', ...OWN_KEY });
  const holder = await app.database.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [HELD]);
  const slowly = (sql: string): string =>
    sql.replace('LIMIT $1', `AND pg_advisory_xact_lock_shared(${HELD}) IS NOT NULL LIMIT $1`);
  const db = { query: (sql: string, values?: unknown[]) => app.database.query(slowly(sql), values) };
  const removing = removeAbandoned(db as Db, 10);
  await app.database.untilLocked();
  await holder.query(`UPDATE room_messages SET seq = 1 WHERE id = 'late-m'`);
  await holder.end();
  expect(await removing).toBe(0);
  expect(await rows.idsIn('room_messages', 'late-m')).toEqual(['late-m']);
});

describe('the sweep', () => {
  it('wipes transfers whose time has come, and tells of it once; of debug shares never', async () => {
    await rows.insert(
      'transfers',
      { id: 't-over', short_code: 'OVER', expires_at: '-5 seconds', views: 2 },
      { id: 't-young', short_code: 'YOUNG', expires_at: '1 hour' },
      { id: 't-forever', short_code: 'FOREVER' },
      { id: 't-debug', type: 'debug', expires_at: '-5 seconds' },
    );
    for (let i = 0; i < 2; i++) await app.sweep();
    expect(await rows.find('transfers', 't-debug')).toMatchObject({ state: 'expired', content: null });
    expect(await eventsOf('t-debug')).toEqual([]);
    const over = await rows.find('transfers', 't-over');
    const wiped = { content: null, snippet: null, wrapped_key: null, short_code: null };
    expect(over).toMatchObject({ state: 'expired', ended_at: over.expires_at, views: 2, ...wiped });
    expect(await eventsOf('t-over')).toEqual([
      {
        type: 'transfer.deleted',
        object: {
          id: 't-over',
          type: 'text',
          views: 2,
          maxViews: null,
          oneTime: false,
          status: 'expired',
          reason: 'expired',
          createdAt: (over.created_at as Date).toISOString(),
          expiresAt: (over.expires_at as Date).toISOString(),
        },
      },
    ]);
    for (const id of ['t-young', 't-forever']) {
      expect(await rows.find('transfers', id)).toMatchObject({ state: 'active', ended_at: null });
      expect((await rows.find('transfers', id)).content).not.toBeNull();
      expect(await eventsOf(id)).toEqual([]);
    }
  });

  it('wipes the files of transfers that expire, and their downloads', async () => {
    await rows.insert('transfers', { id: 'tf-over', type: 'file', expires_at: '-5 seconds' });
    await rows.insert('transfers', { id: 'tf-young', type: 'file', expires_at: '1 hour' });
    for (const id of ['tf-over', 'tf-young']) {
      await insertFile(id, { transfer_id: id });
      await rows.insert('downloads', { token_hash: Buffer.from(id), file_id: id, expires_at: '1 hour' });
    }
    await app.sweep();
    expect(await bytesOf('tf-over', 'tf-young')).toEqual(['tf-young']);
    expect(await eventsOf('tf-over')).toMatchObject([{ object: { type: 'file', reason: 'expired' } }]);
    const left = await app.database.query(`SELECT file_id FROM downloads WHERE file_id LIKE 'tf-%'`);
    expect(left).toEqual([{ file_id: 'tf-young' }]);
  });

  it.each([
    ['', {}],
    [' that was ended when it was opened', { ended_at: '-9 minutes' }],
  ])(
    'wipes the file of a consumed transfer%s when no download of it can be used any more',
    async (_, ended) => {
      const wiped = { content: null, snippet: null, wrapped_key: null };
      const downloads = {
        'c-dead': [{ expires_at: '-1 second' }, { expires_at: '-1 minute', completed: true }],
        'c-used': [{ expires_at: '-1 second' }, { expires_at: '1 hour', completed: true }],
        'c-alive': [{ expires_at: '-1 second' }, { expires_at: '1 hour' }],
      };
      for (const [id, all] of Object.entries(downloads)) {
        await rows.insert('transfers', { id, type: 'file', state: 'consumed', ...ended, ...wiped });
        await insertFile(id, { transfer_id: id });
        for (const [i, download] of all.entries()) {
          await rows.insert('downloads', { token_hash: Buffer.from(`${id}${i}`), file_id: id, ...download });
        }
      }
      await app.sweep();
      expect(await bytesOf(...Object.keys(downloads))).toEqual(['c-alive']);
      const expected =
        'ended_at' in ended ? [] : [{ type: 'transfer.deleted', object: { reason: 'consumed' } }];
      for (const id of ['c-dead', 'c-used']) expect(await eventsOf(id)).toMatchObject(expected);
      expect(await eventsOf('c-alive')).toEqual([]);
      await app.database.query(`DELETE FROM transfers WHERE id LIKE 'c-%'`);
      await app.database.query(`DELETE FROM events`);
    },
  );

  it('destroys secrets whose time has come, without a word', async () => {
    await rows.insert('secrets', { id: 's-over', expires_at: '-5 seconds' });
    await rows.insert('secrets', { id: 's-young', expires_at: '1 hour' }, { id: 's-forever' });
    await app.sweep();
    const over = await rows.find('secrets', 's-over');
    expect(over).toMatchObject({
      state: 'expired',
      content: null,
      wrapped_key: null,
      ended_at: over.expires_at,
    });
    for (const id of ['s-young', 's-forever']) {
      expect(await rows.find('secrets', id)).toMatchObject({ state: 'waiting', ended_at: null });
    }
    expect(await app.database.query(`SELECT FROM events WHERE type = 'secret.consumed'`)).toEqual([]);
  });

  it('closes rooms whose time has come, and wipes what was said in them', async () => {
    for (const [id, expires_at] of [['m-over', '-5 seconds'] as const, ['m-young', '1 hour'] as const]) {
      await rows.insert('rooms', { id, expires_at, message_count: 2, last_seq: 2 });
      await rows.insert(
        'room_messages',
        { id: `${id}-text`, room_id: id, kind: 'text', seq: 1 },
        { id: `${id}-file`, room_id: id, kind: 'file', seq: 2 },
        { id: `${id}-awaited`, room_id: id, kind: 'file' },
      );
      await insertFile(`${id}-file`, { room_message_id: `${id}-file` });
    }
    await app.sweep();
    const over = await rows.find('rooms', 'm-over');
    expect(over).toMatchObject({ state: 'expired', message_count: 0 });
    expect(over.name).not.toBeNull();
    const messages = ['m-over', 'm-young'].flatMap((id) => [`${id}-text`, `${id}-file`, `${id}-awaited`]);
    expect(await rows.idsIn('room_messages', ...messages)).toEqual([
      'm-young-awaited',
      'm-young-file',
      'm-young-text',
    ]);
    expect(await bytesOf('m-over-file', 'm-young-file')).toEqual(['m-young-file']);
    expect(await rows.find('rooms', 'm-young')).toMatchObject({ state: 'open', message_count: 2 });
  });
});

describe('the clean-up', () => {
  it('forgets transfers and secrets that ended 30 days ago', async () => {
    const ended = { content: null, wrapped_key: null };
    for (const [id, ended_at] of [['e-old', '-30 days'] as const, ['e-young', '-30 days 1 hour'] as const]) {
      await rows.insert('transfers', { id, state: 'consumed', snippet: null, ended_at, ...ended });
      await rows.insert('secrets', { id, state: 'revoked', ended_at, ...ended });
    }
    await app.sweep();
    expect(await rows.idsIn('transfers', 'e-old', 'e-young')).toEqual(['e-young']);
    expect(await rows.idsIn('secrets', 'e-old', 'e-young')).toEqual(['e-young']);
  });

  it('tells of what expired while no server ran, before it forgets it', async () => {
    await rows.insert('transfers', { id: 't-missed', expires_at: '-40 days' });
    await app.sweep();
    expect(await rows.idsIn('transfers', 't-missed')).toEqual([]);
    expect(await eventsOf('t-missed')).toMatchObject([{ object: { reason: 'expired' } }]);
  });

  it('removes what was announced and never sent ten minutes after its upload URL has died', async () => {
    await rows.insert('requests', { id: 'a-request' });
    await rows.insert('rooms', { id: 'a-room', expires_at: '1 day' });
    await rows.insert('drops', { id: 'a-drop' });
    for (const [age, until] of [['old', '-10 minutes'] as const, ['young', '-5 minutes'] as const]) {
      await rows.insert('transfers', {
        id: `a-t-${age}`,
        type: 'file',
        state: 'awaiting',
        awaiting_until: until,
      });
      await rows.insert('room_messages', { id: `a-m-${age}`, room_id: 'a-room', kind: 'file' });
      await rows.insert('drop_items', { id: `a-i-${age}`, drop_id: 'a-drop' });
      await rows.insert(
        'files',
        { ...awaited(`a-t-${age}`, until), transfer_id: `a-t-${age}` },
        { ...awaited(`a-r-${age}`, until), request_id: 'a-request', ...OWN_KEY },
        { ...awaited(`a-m-${age}`, until), room_message_id: `a-m-${age}`, ...OWN_KEY },
        { ...awaited(`a-i-${age}`, until), drop_item_id: `a-i-${age}`, ...OWN_KEY },
      );
    }
    await app.sweep();
    const both = (kind: string) => [`a-${kind}-old`, `a-${kind}-young`];
    expect(await rows.idsIn('transfers', ...both('t'))).toEqual(['a-t-young']);
    expect(await rows.idsIn('room_messages', ...both('m'))).toEqual(['a-m-young']);
    expect(await rows.idsIn('drop_items', ...both('i'))).toEqual(['a-i-young']);
    const files = ['t', 'r', 'm', 'i'].flatMap(both);
    expect(await rows.idsIn('files', ...files)).toEqual(['a-i-young', 'a-m-young', 'a-r-young', 'a-t-young']);
    expect(await eventsOf('a-t-old')).toEqual([]);
  });

  it('leaves what has arrived in an inbox or a room alone', async () => {
    await rows.insert('drops', { id: 'k-drop' });
    const old = { drop_id: 'k-drop', arrived: true, created_at: '-400 days' };
    await rows.insert('drop_items', { id: 'k-note', ...old }, { id: 'k-file', ...old });
    await rows.insert('drop_items', { id: 'k-stray', drop_id: 'k-drop' });
    await insertFile('k-file', { drop_item_id: 'k-file' });
    await app.sweep();
    expect(await rows.idsIn('drop_items', 'k-note', 'k-file', 'k-stray')).toEqual(['k-file', 'k-note']);
    expect(await bytesOf('k-file')).toEqual(['k-file']);
  });

  it('forgets download URLs that have died, and keeps the file of a transfer that lives', async () => {
    await rows.insert('transfers', { id: 'd-lives', type: 'file' });
    await insertFile('d-lives', { transfer_id: 'd-lives' });
    await rows.insert(
      'downloads',
      { token_hash: Buffer.from('d-dead'), file_id: 'd-lives', expires_at: '-1 hour' },
      { token_hash: Buffer.from('d-under-way'), file_id: 'd-lives', expires_at: '-50 minutes' },
      { token_hash: Buffer.from('d-alive'), file_id: 'd-lives', expires_at: '1 hour' },
    );
    await app.sweep();
    const left = await app.database.query<{ token_hash: Buffer }>(
      `SELECT token_hash FROM downloads WHERE file_id = 'd-lives'`,
    );
    const hashes = left.map(({ token_hash }) => token_hash.toString());
    expect(hashes.sort()).toEqual(['d-alive', 'd-under-way']);
    expect(await bytesOf('d-lives')).toEqual(['d-lives']);
  });

  it.each([
    // State, when it was closed and when it expires; what becomes of its files and of itself.
    ['expired', null, '-7 days', 'wiped'],
    ['expired', null, '-7 days 1 hour', 'kept'],
    ['closed', '-7 days', '-1 day', 'wiped'],
    ['closed', '-7 days 1 hour', '-1 day', 'kept'],
    ['closed', '-8 days', '-1 second', 'wiped'],
    ['closed', '-8 days', '1 hour', 'kept'],
    ['closed', '-1 year', null, 'kept'],
    ['open', null, '-5 seconds', 'kept'],
    ['open', null, null, 'kept'],
    ['expired', null, '-37 days', 'forgotten'],
    ['expired', null, '-37 days 1 hour', 'wiped'],
    ['closed', '-37 days', '-37 days', 'forgotten'],
    ['closed', '-37 days', '-30 days 1 hour', 'wiped'],
  ])('finds a request %s (closed: %s, expires: %s), whose files are %s', async (...row) => {
    const [state, closed_at, expires_at, outcome] = row;
    const id = row.join();
    await rows.insert('requests', {
      id,
      created_at: '-2 years',
      file_count: 1,
      state,
      closed_at,
      expires_at,
    });
    await insertFile(id, { request_id: id });
    await app.sweep();
    expect(await rows.idsIn('requests', id)).toEqual(outcome === 'forgotten' ? [] : [id]);
    expect(await bytesOf(id)).toEqual(outcome === 'kept' ? [id] : []);
    if (outcome !== 'forgotten') expect(await rows.find('requests', id)).toMatchObject({ file_count: 1 });
    if (state === 'open')
      expect(await rows.find('requests', id)).toMatchObject({
        state: expires_at === null ? 'open' : 'expired',
      });
  });

  it('forgets rooms that expired 30 days ago, with all that was said in them', async () => {
    await rows.insert(
      'rooms',
      { id: 'n-room', state: 'expired', expires_at: '-30 days' },
      { id: 'n-young', state: 'expired', expires_at: '-30 days 1 hour' },
    );
    await rows.insert('room_messages', { id: 'n-text', room_id: 'n-room', kind: 'text', seq: 1 });
    await rows.insert('room_messages', { id: 'n-file', room_id: 'n-room', kind: 'file', seq: 2 });
    await insertFile('n-file', { room_message_id: 'n-file' });
    for (let i = 0; i < 2; i++) await app.sweep();
    expect(await rows.idsIn('rooms', 'n-room', 'n-young')).toEqual(['n-young']);
    expect(await rows.idsIn('room_messages', 'n-text', 'n-file')).toEqual([]);
    expect(await bytesOf('n-file')).toEqual([]);
    expect(await app.database.query('SELECT id FROM wipes')).toEqual([]);
  });

  it('wipes a message that got into a room as it was closed', async () => {
    await rows.insert('rooms', { id: 'l-room', state: 'expired', expires_at: '-1 minute' });
    await rows.insert('room_messages', { id: 'l-late', room_id: 'l-room', kind: 'text', seq: 1 });
    await app.sweep();
    expect(await rows.idsIn('room_messages', 'l-late')).toEqual([]);
  });

  it('forgets events after 30 days, responses after 24 hours and idle rate limits after 10 minutes', async () => {
    await rows.insert(
      'events',
      { id: 'v-old', created_at: '-30 days' },
      { id: 'v-young', created_at: '-30 days 1 hour' },
    );
    const slot = Buffer.from('slot');
    await rows.insert('idempotency_keys', { api_key_id: 'i-old', slot, created_at: '-24 hours' });
    await rows.insert('idempotency_keys', { api_key_id: 'i-young', slot, created_at: '-23 hours' });
    await rows.insert('rate_limits', { bucket: 'b-idle', decided: Date.now() - 600_000 });
    await rows.insert('rate_limits', { bucket: 'b-busy', decided: Date.now() - 300_000 });
    await app.sweep();
    expect(await rows.idsIn('events', 'v-old', 'v-young')).toEqual(['v-young']);
    const keys = await app.database.query(
      `SELECT api_key_id FROM idempotency_keys WHERE api_key_id LIKE 'i-%'`,
    );
    expect(keys).toEqual([{ api_key_id: 'i-young' }]);
    const buckets = await app.database.query(`SELECT bucket FROM rate_limits WHERE bucket LIKE 'b-%'`);
    expect(buckets).toEqual([{ bucket: 'b-busy' }]);
  });

  it('forgets attempts at what can be opened no more, never those at what lives', async () => {
    const wiped = { content: null, wrapped_key: null };
    await rows.insert('transfers', { id: 'p-transfer' }, { id: 'p-no-transfer', expires_at: '-1 second' });
    await rows.insert('secrets', { id: 'p-secret', expires_at: '1 hour' });
    await rows.insert('secrets', { id: 'p-no-secret', state: 'consumed', ended_at: '-1 hour', ...wiped });
    const closed = { state: 'closed', closed_at: '-1 hour', expires_at: '1 hour' };
    await rows.insert('requests', { id: 'p-request' }, { id: 'p-no-request', expires_at: '-1 second' });
    await rows.insert('requests', { id: 'p-closed', ...closed });
    await rows.insert(
      'rooms',
      { id: 'p-room', expires_at: '1 hour' },
      { id: 'p-no-room', expires_at: '-1 second' },
    );
    const living = ['p-transfer', 'p-secret', 'p-request', 'p-closed', 'p-room'];
    const ended = ['p-no-transfer', 'p-no-secret', 'p-no-request', 'p-no-room', 'p-deleted'];
    for (const item_id of [...living, ...ended]) {
      await rows.insert(
        'attempts',
        { item_id, address: '192.0.2.7', total: 5 },
        { item_id, address: '*', total: 20 },
      );
    }
    await app.sweep();
    const left = await app.database.query<{ item_id: string; totals: number[] }>(
      `SELECT item_id, array_agg(total ORDER BY total) AS totals FROM attempts WHERE item_id LIKE 'p-%' GROUP BY 1 ORDER BY 1`,
    );
    expect(left).toEqual(living.sort().map((item_id) => ({ item_id, totals: [5, 20] })));
  });
});
