import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { openStream } from '../../support/network/event-stream.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';

/** Several times what a statement wipes. */
const MANY = 3_000;
const FILES = 50;
const WAIT = { timeout: 60_000, interval: 10 };

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const own = (line: string, json?: object): Promise<Reply> =>
  send(app.baseUrl, line, { key: app.apiKey, json });
const anyone = (line: string, json?: object): Promise<Reply> => send(app.baseUrl, line, { json });

/** Containers that hold much, and functions that fill them and write to them. */
interface Kind {
  name: string;
  create: () => Promise<string>;
  path: (id: string) => string;
  post: (id: string) => Promise<Reply>;
  announce: (id: string) => Promise<Reply>;
  /** Inserts `$2` messages into `$1`, and as many as `$3` with a file whose id is theirs. */
  fill: string[];
}

const HELD = `
  WITH blob AS (INSERT INTO blobs (id, storage) SELECT $1 || n, 'postgres' FROM generate_series(1, $2::int) n RETURNING id)
  INSERT INTO blob_chunks (blob_id, seq, data) SELECT id, 0, 'sealed' FROM blob`;
const attach = (column: string): string => `
  INSERT INTO files (id, ${column}, wrapped_key, metadata, blob_id, size, sha256, created_at, completed_at)
  SELECT $1 || n, $1 || n, 'k', 'm', $1 || n, 6, 's', now(), now() FROM generate_series(1, $2::int) n`;

const INBOX: Kind = {
  name: 'an inbox',
  create: async () => (await own('POST /drops', { label: 'Inbox' })).body.dropId,
  path: (id) => `/drops/${id}`,
  post: (id) => anyone(`POST /public/drops/${id}/items`, { message: 'x' }),
  announce: (id) => anyone(`POST /public/drops/${id}/items`, { file: {} }),
  fill: [
    `INSERT INTO drop_items (id, drop_id, arrived, message, created_at)
     SELECT $1 || 'm' || n, $1, true, 'sealed', now() FROM generate_series(1, $2::int) n`,
    `INSERT INTO drop_items (id, drop_id, arrived, created_at)
     SELECT $1 || n, $1, true, now() FROM generate_series(1, $2::int) n`,
    attach('drop_item_id'),
  ],
};
const ROOM: Kind = {
  name: 'a room',
  create: async () => (await own('POST /rooms', { name: 'Room' })).body.roomId,
  path: (id) => `/rooms/${id}`,
  post: (id) => anyone(`POST /public/rooms/${id}/messages`, { text: 'x' }),
  announce: (id) => anyone(`POST /public/rooms/${id}/files`, {}),
  fill: [
    `INSERT INTO room_messages (id, room_id, seq, kind, author_role, content, created_at)
     SELECT $1 || 'm' || n, $1, -n, 'text', 'guest', 'sealed', now() FROM generate_series(1, $2::int) n`,
    `INSERT INTO room_messages (id, room_id, seq, kind, author_role, content, created_at)
     SELECT $1 || n, $1, -${MANY} - n, 'file', 'guest', 'sealed', now() FROM generate_series(1, $2::int) n`,
    attach('room_message_id'),
  ],
};

async function createFull({ create, fill }: Kind, messages = MANY, files = FILES): Promise<string> {
  const id = await create();
  const [texts, parents, attached] = fill as [string, string, string];
  await app.database.query(texts, [id, messages]);
  await app.database.query(parents, [id, files]);
  await app.database.query(HELD, [id, files]);
  await app.database.query(attached, [id, files]);
  return id;
}

/** How many rows there are of what was left or said, and of what goes with it. */
async function stored(): Promise<Record<'said' | 'files' | 'blobs' | 'chunks' | 'wipes', number>> {
  const [counts] = await app.database.query<Awaited<ReturnType<typeof stored>>>(
    `SELECT (SELECT count(*)::int FROM drop_items) + (SELECT count(*)::int FROM room_messages) AS said,
       (SELECT count(*)::int FROM files) AS files, (SELECT count(*)::int FROM blobs) AS blobs,
       (SELECT count(*)::int FROM blob_chunks) AS chunks, (SELECT count(*)::int FROM wipes) AS wipes`,
  );
  return counts!;
}
const NOTHING = { said: 0, files: 0, blobs: 0, chunks: 0, wipes: 0 };

describe.each([INBOX, ROOM])('$name that holds 3,000 messages', (kind) => {
  let other: string;
  beforeAll(async () => void (other = await kind.create()));
  afterEach(async () => {
    await app.database.query('TRUNCATE drop_items, room_messages, blobs, wipes CASCADE');
  });

  it('is gone when its deletion is answered, keeps nobody waiting, and leaves nothing behind', async () => {
    const id = await createFull(kind);
    const responses: Reply[] = [];
    const posters = atOnce(8, async (i) => {
      for (let response; response?.status !== 404;) {
        response = await (i % 4 ? kind.post(id) : kind.announce(id));
        responses.push(response);
      }
    });
    await vi.waitUntil(() => responses.length > 40, WAIT);
    const deleting = own(`DELETE ${kind.path(id)}`);
    const [elsewhere, deleted] = await Promise.all([atOnce(20, () => kind.post(other)), deleting]);
    expect(deleted.status).toBe(200);
    expect(tally(elsewhere)).toEqual({ 201: 20 });
    const { said, wipes } = await stored();
    expect(said).toBeGreaterThan(MANY - 1_000);
    expect(wipes).toBe(1);
    await posters;
    const { 201: posted, ...refused } = tally(responses);
    expect(posted).toBeGreaterThan(30);
    expect(refused).toEqual({ 404: 8 });
    for (const line of [`GET ${kind.path(id)}`, `DELETE ${kind.path(id)}`]) {
      expect((await own(line)).status).toBe(404);
    }

    await Promise.all([app.sweep(), app.sweep()]);
    expect(await stored()).toEqual({ ...NOTHING, said: 20 });
    expect((await own(`GET ${kind.path(other)}`)).body).toMatchObject(
      kind === INBOX ? { itemCount: 20 } : { messageCount: 20 },
    );
  });

  it('is wiped by the response when it holds no more than is usual', async () => {
    const id = await createFull(kind, 400, 15);
    expect((await own(`DELETE ${kind.path(id)}`)).status).toBe(200);
    expect(await stored()).toEqual(NOTHING);
  });
});

it('an inbox and a room are deleted and wiped in the end when nothing can be wiped at first', async () => {
  const kinds = [INBOX, ROOM];
  const ids = await Promise.all(kinds.map((kind) => createFull(kind, 700, 25)));
  const paths = kinds.map((kind, i) => kind.path(ids[i]!));
  const before = await stored();
  const holder = await app.database.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE drop_items, room_messages IN SHARE MODE');
  const deleted = await Promise.all(paths.map((path) => own(`DELETE ${path}`)));
  expect(tally(deleted)).toEqual({ 200: 2 });
  await holder.query('ROLLBACK');
  await holder.end();
  expect(await stored()).toEqual({ ...before, wipes: 2 });
  for (const path of paths) expect((await own(`GET ${path}`)).status).toBe(404);
  for (const [i, kind] of kinds.entries()) expect((await kind.post(ids[i]!)).status).toBe(404);
  await app.sweep();
  expect(await stored()).toEqual(NOTHING);
});

it('those who follow a room that holds much are told as soon as it is deleted', async () => {
  const id = await createFull(ROOM);
  const streams = await atOnce(5, () => openStream(app.baseUrl, `/public/rooms/${id}/events`));
  expect((await own(`DELETE /rooms/${id}`)).status).toBe(200);
  for (const stream of streams) {
    expect(await stream.ended).toBe(true);
    expect(stream.events).toEqual([
      { id: undefined, name: 'closed', data: { roomId: id, state: 'deleted' } },
    ]);
  }
  expect((await stored()).said).toBeGreaterThan(0);
  await app.sweep();
  expect(await stored()).toEqual(NOTHING);
});
