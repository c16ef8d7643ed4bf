import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnce, send, tally } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';

let servers: Servers;
beforeAll(async () => void (servers = await startServers()));
afterAll(() => servers.stop());

/** The base URL whose turn it is. */
const baseFor = (i: number): string => servers.bases[i % 2]!;

const owner = (call: string, json?: object) => send(baseFor(0), call, { key: servers.apiKey, json });
const makeSecret = async (json: object = {}): Promise<string> =>
  (await owner('POST /secrets', { secret: 'the value', ...json })).body.secretId;
const makeTransfer = async (json: object): Promise<string> =>
  (await owner('POST /transfers', { type: 'text', text: 'the text', ...json })).body.id;
const reveal = (i: number, id: string) => send(baseFor(i), `POST /public/secrets/${id}/reveal`);
const open = (i: number, id: string) => send(baseFor(i), `POST /public/transfers/${id}/open`);

async function eventsOf(id: string): Promise<{ type: string; reason: string | null }[]> {
  return servers.database.query(
    `SELECT type, object->>'reason' AS reason FROM events
     WHERE object->>'id' = $1 OR object->>'secretId' = $1 ORDER BY type`,
    [id],
  );
}

const remains = (table: 'secrets' | 'transfers', id: string) =>
  servers.database.query(`SELECT state, content, wrapped_key FROM ${table} WHERE id = $1`, [id]);

const CREATED = { type: 'transfer.created', reason: null };
const COMPLETED = { type: 'transfer.completed', reason: null };

/** Has each of many items be read by three at once, and says what they have got; each third of them may repeat it. */
async function readAll(
  ids: readonly string[],
  call: (id: string) => string,
): Promise<(string | undefined)[][]> {
  const readers = ids.flatMap((id) => [id, id, id]);
  const replies = await atOnce(readers.length, (i) =>
    send(baseFor(i + Math.floor(i / 3)), call(readers[i] as string), {
      headers: i % 3 === 0 ? { 'idempotency-key': randomBytes(18).toString('base64url') } : {},
    }),
  );
  const got = replies.map(({ status, body }) => {
    expect([200, 404]).toContain(status);
    return status === 200 ? ((body.secret ?? body.text) as string) : undefined;
  });
  return ids.map((_, i) => got.slice(3 * i, 3 * i + 3).filter((text) => text !== undefined));
}

describe('many that are read at once', () => {
  const texts = Array.from({ length: 120 }, (_, i) => `what is in number ${i}`);

  it('give each what is in it, once', async () => {
    const ids = await Promise.all(texts.map((secret) => makeSecret({ secret })));
    expect(await readAll(ids, (id) => `POST /public/secrets/${id}/reveal`)).toEqual(
      texts.map((text) => [text]),
    );
    const consumed = await Promise.all(ids.map(eventsOf));
    expect(consumed).toEqual(ids.map(() => [{ type: 'secret.consumed', reason: null }]));
  });

  it('give each what is in it, as often as it may be read', async () => {
    const ids = await Promise.all(texts.map((text) => makeTransfer({ text, maxViews: 2 })));
    expect(await readAll(ids, (id) => `POST /public/transfers/${id}/open`)).toEqual(
      texts.map((text) => [text, text]),
    );
    const consumed = { type: 'transfer.deleted', reason: 'consumed' };
    expect(await Promise.all(ids.map(eventsOf))).toEqual(
      ids.map(() => [COMPLETED, COMPLETED, CREATED, consumed]),
    );
  });
});

describe('a secret', () => {
  it('goes to exactly one of 200 concurrent readers on two servers, for each of 50 secrets', async () => {
    for (let round = 0; round < 50; round++) {
      const id = await makeSecret();
      const responses = await atOnce(200, (i) => reveal(i, id));
      expect(tally(responses)).toEqual({ 200: 1, 404: 199 });
      expect(responses.find(({ status }) => status === 200)!.body.secret).toBe('the value');
      expect(await eventsOf(id)).toEqual([{ type: 'secret.consumed', reason: null }]);
      expect(await remains('secrets', id)).toEqual([{ state: 'consumed', content: null, wrapped_key: null }]);
    }
  });

  it('with a password goes to exactly one of those who know it', async () => {
    const id = await makeSecret({ password: 'open sesame' });
    const responses = await atOnce(5, (i) =>
      send(baseFor(i), `POST /public/secrets/${id}/reveal`, { json: { password: 'open sesame' } }),
    );
    expect(tally(responses)).toEqual({ 200: 1, 404: 4 });
    expect(await eventsOf(id)).toEqual([{ type: 'secret.consumed', reason: null }]);
  });

  it('that is read and revoked at once is either read or revoked', async () => {
    for (let round = 0; round < 40; round++) {
      const id = await makeSecret();
      const revoke = (i: number) => send(baseFor(i), `DELETE /secrets/${id}`, { key: servers.apiKey });
      const responses = await atOnce(8, async (i) => ({
        reads: i % 4 < 2,
        ...(await (i % 4 < 2 ? reveal(i, id) : revoke(i))),
      }));
      expect(tally(responses)).toEqual({ 200: 1, 404: 7 });
      const { reads } = responses.find(({ status }) => status === 200)!;
      expect((await owner(`GET /secrets/${id}`)).body.state).toBe(reads ? 'consumed' : 'revoked');
      expect(await eventsOf(id)).toHaveLength(reads ? 1 : 0);
      expect(await remains('secrets', id)).toMatchObject([{ content: null, wrapped_key: null }]);
    }
  });

  it('is not consumed by looking at its link, however often, or by anything but POST', async () => {
    const id = await makeSecret();
    const page = `/public/secrets/${id}`;
    const looks = await atOnce(40, (i) => send(baseFor(i), `${i % 4 < 2 ? 'GET' : 'HEAD'} ${page}`));
    expect(tally(looks)).toEqual({ 200: 40 });
    const wrong = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    expect(
      tally(await Promise.all(wrong.map((method) => send(baseFor(0), `${method} ${page}/reveal`)))),
    ).toEqual({ 405: 6 });
    expect((await reveal(0, id)).status).toBe(200);
  });
});

describe('a transfer', () => {
  it.each([
    { limit: { oneTime: true }, views: 1 },
    { limit: { maxViews: 3 }, views: 3 },
  ])('with $limit is opened exactly as often by 60 concurrent readers', async ({ limit, views }) => {
    for (let round = 0; round < 10; round++) {
      const id = await makeTransfer(limit);
      const responses = await atOnce(60, (i) => open(i, id));
      expect(tally(responses)).toEqual({ 200: views, 404: 60 - views });
      const opened = responses.filter(({ status }) => status === 200).map(({ body }) => body);
      expect(opened.map(({ text }) => text)).toEqual(Array(views).fill('the text'));
      expect(opened.filter(({ oneTime }) => oneTime)).toHaveLength(1);
      const consumed = { type: 'transfer.deleted', reason: 'consumed' };
      expect(await eventsOf(id)).toEqual([...Array(views).fill(COMPLETED), CREATED, consumed]);
      expect(await remains('transfers', id)).toEqual([
        { state: 'consumed', content: null, wrapped_key: null },
      ]);
    }
  });

  it('that is opened and deleted at once ends once, and no view goes uncounted', async () => {
    for (let round = 0; round < 40; round++) {
      const id = await makeTransfer({ maxViews: 3 });
      const remove = (i: number) => send(baseFor(i), `DELETE /transfers/${id}`, { key: servers.apiKey });
      const responses = await atOnce(8, async (i) => ({
        opens: i % 4 < 2,
        ...(await (i % 4 < 2 ? open(i, id) : remove(i))),
      }));
      const good = responses.filter(({ status }) => status === 200);
      const views = good.filter(({ opens }) => opens).length;
      const deletions = good.length - views;
      expect(views).toBeLessThanOrEqual(3);
      expect(deletions).toBe(views === 3 ? 0 : 1);
      const ended = { type: 'transfer.deleted', reason: deletions ? 'api' : 'consumed' };
      expect(await eventsOf(id)).toEqual([...Array(views).fill(COMPLETED), CREATED, ended]);
      expect(await remains('transfers', id)).toEqual(
        deletions ? [] : [{ state: 'consumed', content: null, wrapped_key: null }],
      );
    }
  });

  it('counts no view for looking at its link', async () => {
    const id = await makeTransfer({ oneTime: true });
    const looks = await atOnce(20, (i) =>
      send(baseFor(i), `${i < 10 ? 'GET' : 'HEAD'} /public/transfers/${id}`),
    );
    expect(tally(looks)).toEqual({ 200: 20 });
    expect((await owner(`GET /transfers/${id}`)).body.views).toBe(0);
    expect((await open(0, id)).status).toBe(200);
  });
});
