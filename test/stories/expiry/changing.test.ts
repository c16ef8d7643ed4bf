import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { atOnce, send } from '../../support/network/send.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await sharedApp();
  key = (await app.createKey()).text;
});

const HOUR = 3_600_000;
const later = (hours = 2): string => new Date(Date.now() + hours * HOUR).toISOString();

const KINDS = {
  transfers: { id: 'id', body: { type: 'text', text: 'x' } },
  secrets: { id: 'secretId', body: { secret: 'x' } },
  requests: { id: 'requestId', body: { title: 'x' } },
  rooms: { id: 'roomId', body: { name: 'x' } },
} as const;
type Path = keyof typeof KINDS;
const PATHS = Object.keys(KINDS) as Path[];

async function make(path: Path, more: object = {}) {
  const { id, body } = KINDS[path];
  const made = await send(app.baseUrl, `POST /${path}`, { key, json: { ...body, ...more } });
  const itemId = made.body[id] as string;
  const call = (method: string, json?: object) =>
    send(app.baseUrl, `${method} /${path}/${itemId}`, { key, ...(json && { json }) });
  const row = async () =>
    (await app.database.query<Record<string, unknown>>(`SELECT * FROM ${path} WHERE id = $1`, [itemId]))[0]!;
  const updates = async () => {
    const { body: page } = await send(app.baseUrl, `GET /events?itemId=${itemId}&limit=100`, { key });
    return (page.events as { type: string; createdAt: string; data: { object: { expiresAt: string } } }[])
      .filter(({ type }) => type.endsWith('.updated'))
      .map(({ createdAt, data }) => ({ createdAt, expiresAt: data.object.expiresAt }));
  };
  return { path, id: itemId, pin: made.body.pin as string, call, row, updates };
}
type Made = Awaited<ReturnType<typeof make>>;

/** Lets items expire, in milliseconds from now by the clock of the database. */
const expireIn = async (items: readonly Made[], ms: number): Promise<void> => {
  for (const { path, id } of items)
    await app.database.query(
      `UPDATE ${path} SET expires_at = clock_timestamp() + $2::float8 * interval '1 ms',
         created_at = least(created_at, now() - interval '1 hour') WHERE id = $1`,
      [id, ms],
    );
};
const messagesIn = async ({ id }: Made): Promise<string[]> => {
  const { body } = await send(app.baseUrl, `GET /rooms/${id}/messages`, { key });
  return (body.messages as { text: string }[]).map(({ text }) => text);
};

const holders: pg.Client[] = [];
afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.end();
});

/** A connection of its own that holds locks until it commits. */
async function holding(sql: string, values: unknown[]): Promise<pg.Client> {
  const holder = new pg.Client(app.database.connection);
  holders.push(holder);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(sql, values);
  return holder;
}
/** The connections that wait for a lock of a holder. */
async function waitingFor(holder: pg.Client): Promise<{ pid: number }[]> {
  const { rows } = await holder.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
  );
  return rows;
}
const waiting = (holder: pg.Client) => expect.poll(() => waitingFor(holder));

describe('an end that passes while a change waits', () => {
  it('is not moved, whatever the kind', async () => {
    await Promise.all(
      PATHS.map(async (path) => {
        const item = await make(path);
        const holder = await holding(`SELECT FROM ${path} WHERE id = $1 FOR UPDATE`, [item.id]);
        const change = item.call('PATCH', { expiresAt: later(), label: 'late' });
        await waiting(holder).toHaveLength(1);
        // The end lies after the beginning of the change, and before the row is free.
        const ended = `UPDATE ${path} SET expires_at = clock_timestamp() WHERE id = $1 RETURNING expires_at`;
        const { rows } = await holder.query<{ expires_at: Date }>(ended, [item.id]);
        const [{ expires_at: end }] = rows as [{ expires_at: Date }];
        await holder.query('COMMIT');
        expect([path, (await change).status]).toEqual([path, 404]);
        expect(await item.row()).toMatchObject({ expires_at: end, label: null });
        expect(await item.updates()).toEqual([]);
      }),
    );
  });

  it('lets a room whose change was in time keep its messages, whatever the sweep sees', async () => {
    const room = await make('rooms');
    const text = { key, json: { text: 'kept' } };
    await send(app.baseUrl, `POST /rooms/${room.id}/messages`, text);
    await expireIn([room], 0);
    // A change that began before the end, and commits after it.
    const change = `UPDATE rooms SET expires_at = now() + interval '1 hour' WHERE id = $1`;
    const holder = await holding(change, [room.id]);
    await app.sweep();
    await holder.query('COMMIT');
    await app.sweep();
    expect((await room.call('GET')).body).toMatchObject({ state: 'open' });
    expect(await messagesIn(room)).toEqual(['kept']);
  });
});

describe('changes at the same time', () => {
  it.each(PATHS)('of 16 writers: the last one stays, and each is told of once, for %s', async (path) => {
    const item = await make(path);
    const ends = Array.from({ length: 16 }, (_, i) => later(3 + i));
    const responses = await Promise.all(
      ends.map((expiresAt) => item.call('PATCH', { expiresAt, label: expiresAt })),
    );
    expect(responses.map(({ status }) => status)).toEqual(ends.map(() => 200));
    expect(responses.map(({ body }) => [body.expiresAt, body.label])).toEqual(ends.map((end) => [end, end]));
    const { expiresAt, label } = (await item.call('GET')).body;
    expect(ends).toContain(expiresAt);
    expect(label).toBe(expiresAt);
    if (path === 'rooms') return;
    const updates = await item.updates();
    expect(updates.map((update) => update.expiresAt).toSorted()).toEqual(ends.toSorted());
    const last = updates
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .at(-1);
    const told = updates.filter(({ createdAt }) => createdAt === last).map((update) => update.expiresAt);
    expect(told).toContain(expiresAt);
  });

  it('and of recipients who open or reveal end with what was read gone', async () => {
    const transfers = await atOnce(8, () => make('transfers', { oneTime: true }));
    const secrets = await atOnce(8, () => make('secrets'));
    const opening = { transfers: 'open', secrets: 'reveal' } as const;
    for (const items of [transfers, secrets])
      await Promise.all(
        items.map(async (item) => {
          const path = item.path as keyof typeof opening;
          const read = () => send(app.baseUrl, `POST /public/${path}/${item.id}/${opening[path]}`);
          const [first, change, second] = await Promise.all([
            read(),
            item.call('PATCH', { expiresAt: later(), label: 'x' }),
            read(),
          ]);
          expect([first.status, second.status].toSorted()).toEqual([200, 404]);
          expect([200, 404]).toContain(change.status);
          expect(await item.updates()).toHaveLength(change.status === 200 ? 1 : 0);
          expect((await item.call('PATCH', { expiresAt: later() })).status).toBe(404);
          expect(await item.row()).toMatchObject({ state: 'consumed', content: null });
        }),
      );
  });

  it.each(PATHS)('and of who deletes leave nothing behind, for %s', async (path) => {
    const items = await atOnce(6, () => make(path));
    await Promise.all(
      items.map(async (item) => {
        const change = () => item.call('PATCH', { expiresAt: later(), label: 'x' });
        const [before, deleted, after] = await Promise.all([change(), item.call('DELETE'), change()]);
        expect(deleted.status).toBe(200);
        for (const { status } of [before, after]) expect([200, 404]).toContain(status);
        expect((await change()).status).toBe(404);
        const [left] = await app.database.query<{ state: string }>(
          `SELECT state FROM ${path} WHERE id = $1`,
          [item.id],
        );
        expect(left?.state).toBe(path === 'secrets' ? 'revoked' : undefined);
      }),
    );
  });

  it('and of sweeps at the end: what was extended lives, and what was refused has ended', async () => {
    const items = (await Promise.all(PATHS.map((path) => atOnce(8, () => make(path))))).flat();
    for (const { path, id } of items)
      if (path === 'rooms')
        await send(app.baseUrl, `POST /rooms/${id}/messages`, { key, json: { text: 'x' } });
    await expireIn(items, 100);
    let over = false;
    const sweeping = atOnce(2, async () => {
      while (!over) await app.sweep();
    });
    const outcomes = await Promise.all(
      items.map(async (item) => [item, (await item.call('PATCH', { expiresAt: later() })).status] as const),
    );
    over = true;
    await sweeping;
    for (const item of items) await untilOver(item);
    await app.sweep();
    for (const [item, status] of outcomes) {
      const { state } = await item.row();
      const living = { transfers: 'active', secrets: 'waiting', requests: 'open', rooms: 'open' }[item.path];
      expect([item.path, status, state]).toEqual([
        item.path,
        ...(status === 200 ? [200, living] : [404, 'expired']),
      ]);
      if (item.path === 'rooms' && status === 200) expect(await messagesIn(item)).toEqual(['x']);
    }
  });
});

/** Waits until an item has either been extended or expired by the clock of the database. */
async function untilOver({ path, id }: Made): Promise<void> {
  const query = `SELECT expires_at <= clock_timestamp() OR expires_at > now() + interval '1 hour' AS over
    FROM ${path} WHERE id = $1`;
  await expect.poll(() => app.database.query(query, [id])).toEqual([{ over: true }]);
}

describe('a change that breaks off', () => {
  it('leaves item, sessions and events as they were', async () => {
    const request = await make('requests');
    await send(app.baseUrl, `POST /public/requests/${request.id}/sessions`, { json: { pin: request.pin } });
    const before = await request.row();
    const sessions = () =>
      app.database.query('SELECT expires_at FROM sessions WHERE item_id = $1', [request.id]);
    const begun = await sessions();
    const holder = await holding('SELECT FROM sessions WHERE item_id = $1 FOR UPDATE', [request.id]);
    const change = request.call('PATCH', { expiresAt: later(), label: 'x' });
    await waiting(holder).toHaveLength(1);
    const [{ pid }] = (await waitingFor(holder)) as [{ pid: number }];
    await holder.query('SELECT pg_terminate_backend($1)', [pid]);
    expect((await change).status).toBeGreaterThanOrEqual(500);
    await holder.query('COMMIT');
    expect(await request.row()).toEqual(before);
    expect(await sessions()).toEqual(begun);
    expect(await request.updates()).toEqual([]);
    expect((await request.call('PATCH', { label: 'again' })).body).toMatchObject({ label: 'again' });
  });
});
