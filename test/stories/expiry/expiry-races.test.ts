import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../server/src/deps.ts';
import { sweepSecrets } from '../../../server/src/features/secrets/jobs.ts';
import { sweepTransfers } from '../../../server/src/features/transfers/jobs.ts';
import type { Database } from '../../../server/src/storage/postgres/database.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { atOnce, send } from '../../support/network/send.ts';

let app: TestApp;
let pool: Database;
beforeAll(async () => {
  app = await startApp();
  pool = createDatabase({ DATABASE_POOL_SIZE: 10 }, app.database.connection);
});
afterAll(async () => {
  await pool.close();
  await app.close();
});

/** How the transfers ended, by what their events say of them; a transfer with two is in the result as such. */
async function endings(ids: string[]): Promise<Record<string, string>> {
  const found = await app.database.query<{ id: string; reasons: string }>(
    `SELECT object->>'id' AS id, string_agg(object->>'reason', ' and ') AS reasons FROM events
     WHERE type = 'transfer.deleted' AND object->>'id' = ANY ($1) GROUP BY 1`,
    [ids],
  );
  return Object.fromEntries(found.map(({ id, reasons }) => [id, reasons]));
}

describe('sweeps at the same time', () => {
  it('tell of each of 1,000 transfers once, also when one of them is broken off', async () => {
    await app.database.query(
      `INSERT INTO transfers (id, short_code, account_id, api_key_id, livemode, type, encryption, content, snippet,
         wrapped_key, created_at, expires_at)
       SELECT 'many-' || n, 'many-' || n, 'acc', 'key', false, 'text', 'server', 'c', 's', 'w',
         now() - interval '1 hour', now() - interval '1 second'
       FROM generate_series(1, 1000) n`,
    );
    // Holds the first sweep up in the middle of a batch.
    const holder = await app.database.connect();
    await holder.query('BEGIN; LOCK TABLE events IN SHARE MODE');
    const broken = sweepTransfers(pool).catch(() => 'broken off');
    const held = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => app.database.query(held)).toHaveLength(1);
    await app.database.query(`SELECT pg_terminate_backend(pid) FROM (${held}) AS held`);
    expect(await broken).toBe('broken off');
    await holder.end();
    await atOnce(4, () => sweepTransfers(pool));
    const ids = Array.from({ length: 1000 }, (_, i) => `many-${i + 1}`);
    expect(await endings(ids)).toEqual(Object.fromEntries(ids.map((id) => [id, 'expired'])));
    const [left] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int FROM transfers WHERE id LIKE 'many-%' AND (state <> 'expired' OR content IS NOT NULL)`,
    );
    expect(left?.count).toBe(0);
  });
});

describe('the moment of expiry', () => {
  it('ends each thing once, among those who open, delete, reveal and sweep it', async () => {
    const make = async (path: string, json: object, id: string): Promise<string> =>
      (await send(app.baseUrl, `POST ${path}`, { key: app.apiKey, json })).body[id] as string;
    const transfer = { type: 'text', text: 'x', oneTime: true };
    const opened = await atOnce(60, () => make('/transfers', transfer, 'id'));
    const deleted = await atOnce(60, () => make('/transfers', transfer, 'id'));
    const revealed = await atOnce(60, () => make('/secrets', { secret: 'x' }, 'secretId'));
    const outcome = new Map<string, number>();
    /** Opens, deletes and reveals the things of one third. */
    const reach = async (third: number): Promise<void> => {
      const own = <T>(things: T[]): T[] => things.slice(third * 20, third * 20 + 20);
      const requests = [
        ...own(opened).map((id) => ({ id, call: `POST /public/transfers/${id}/open` })),
        ...own(deleted).map((id) => ({ id, call: `DELETE /transfers/${id}` })),
        ...own(revealed).map((id) => ({ id, call: `POST /public/secrets/${id}/reveal` })),
      ].sort((a, b) => (a.id < b.id ? -1 : 1));
      await atOnce(8, async () => {
        for (let next = requests.shift(); next; next = requests.shift()) {
          const key = next.call.startsWith('DELETE') ? { key: app.apiKey } : {};
          outcome.set(next.id, (await send(app.baseUrl, next.call, key)).status);
        }
      });
    };

    await reach(0);
    await app.database.query(
      `WITH moment AS (SELECT clock_timestamp() + interval '50 milliseconds' AS at),
         secrets AS (UPDATE secrets SET expires_at = at FROM moment WHERE id = ANY ($1))
       UPDATE transfers SET expires_at = at FROM moment WHERE id = ANY ($1)`,
      [[...opened, ...deleted, ...revealed]],
    );
    let over = false;
    const sweeping = atOnce(2, async () => {
      while (!over) await Promise.all([sweepTransfers(pool), sweepSecrets(pool)]);
    });
    await reach(1);
    await reach(2);
    over = true;
    await sweeping;
    await app.sweep();

    expect(new Set(outcome.values())).toEqual(new Set([200, 404]));
    const reached = (id: string, reason: string) => [id, outcome.get(id) === 200 ? reason : 'expired'];
    expect(await endings([...opened, ...deleted])).toEqual(
      Object.fromEntries([
        ...opened.map((id) => reached(id, 'consumed')),
        ...deleted.map((id) => reached(id, 'api')),
      ]),
    );
    const secrets = await app.database.query<{ id: string; state: string; events: number }>(
      `SELECT s.id, s.state, (SELECT count(*)::int FROM events e WHERE e.object->>'secretId' = s.id) AS events
       FROM secrets s WHERE s.id = ANY ($1)`,
      [revealed],
    );
    const ended = secrets.map(({ id, state, events }) => [id, `${state}, told of ${events} times`]);
    expect(Object.fromEntries(ended)).toEqual(
      Object.fromEntries(
        revealed.map((id) => [
          id,
          outcome.get(id) === 200 ? 'consumed, told of 1 times' : 'expired, told of 0 times',
        ]),
      ),
    );
  });

  it('lets nobody in, also before a sweep', async () => {
    const ids = await atOnce(3, async (i) => {
      const [path, json] = i < 2 ? ['transfers', { type: 'text', text: 'x' }] : ['secrets', { secret: 'x' }];
      const { body } = await send(app.baseUrl, `POST /${path}`, { key: app.apiKey, json });
      return (body.id ?? body.secretId) as string;
    });
    await app.database.query(
      `WITH secrets AS (UPDATE secrets SET expires_at = now() WHERE id = ANY ($1))
       UPDATE transfers SET expires_at = now() WHERE id = ANY ($1)`,
      [ids],
    );
    const [looked, opened, revealed] = ids;
    for (const call of [
      `GET /public/transfers/${looked}`,
      `POST /public/transfers/${opened}/open`,
      `POST /public/secrets/${revealed}/reveal`,
    ])
      expect([call, (await send(app.baseUrl, call)).status]).toEqual([call, 404]);
  });

  it('takes nothing for a room, or under a session, also before a sweep', async () => {
    const create = async (): Promise<string> =>
      (await send(app.baseUrl, 'POST /rooms', { key: app.apiKey, json: { name: 'x' } })).body.roomId;
    const [ended, living] = [await create(), await create()];
    const { body } = await send(app.baseUrl, `POST /public/rooms/${living}/sessions`);
    const post = (id: string, headers = {}) =>
      send(app.baseUrl, `POST /public/rooms/${id}/messages`, { json: { text: 'x' }, headers });
    const session = { 'x-session-token': body.sessionToken as string };
    expect([(await post(ended)).status, (await post(living, session)).status]).toEqual([201, 201]);
    await app.database.query(
      `WITH sessions AS (UPDATE sessions SET expires_at = now() WHERE item_id = $2)
       UPDATE rooms SET expires_at = now() WHERE id = $1`,
      [ended, living],
    );
    expect((await post(ended)).status).toBe(404);
    const refused = await post(living, session);
    expect([refused.status, refused.body.code]).toEqual([403, 'invalid_session']);
  });
});
