import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { atOnce, send, tally } from '../../support/network/send.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

let servers: Omit<Servers, 'kill'>;
beforeAll(async () => void (servers = await sharedServers()));

const baseFor = (i: number): string => servers.bases[i % 2]!;
const owner = (call: string, json?: object) => send(baseFor(0), call, { key: servers.apiKey, json });

const KINDS = {
  secrets: {
    create: async (json: object = {}): Promise<string> =>
      (await owner('POST /secrets', { secret: 'the value', ...json })).body.secretId,
    read: 'reveal',
    ended: 'revoked',
  },
  transfers: {
    create: async (json: object = {}): Promise<string> =>
      (await owner('POST /transfers', { type: 'text', text: 'the value', ...json })).body.id,
    read: 'open',
    ended: 'deleted',
  },
};
type Kind = keyof typeof KINDS;

const read = (
  i: number,
  kind: Kind,
  id: string,
  more: { headers?: Record<string, string>; json?: object } = {},
) => send(baseFor(i), `POST /public/${kind}/${id}/${KINDS[kind].read}`, more);

async function eventsOf(id: string): Promise<string[]> {
  const rows = await servers.database.query<{ event: string }>(
    `SELECT concat_ws(' ', type, object->>'reason') AS event FROM events
     WHERE object->>'id' = $1 OR object->>'secretId' = $1 ORDER BY event`,
    [id],
  );
  return rows.map(({ event }) => event);
}
const remains = (kind: Kind, id: string) =>
  servers.database.query(`SELECT state, content, wrapped_key FROM ${kind} WHERE id = $1`, [id]);
const WIPED = { state: 'consumed', content: null, wrapped_key: null };

/** Events of a secret or transfer that was read this often, and then ended. */
const readings = (kind: Kind, views: number, reason = 'consumed'): string[] =>
  kind === 'secrets'
    ? Array(views).fill('secret.consumed')
    : [...Array(views).fill('transfer.completed'), 'transfer.created', `transfer.deleted ${reason}`];

describe.each<{ kind: Kind; limit: object; views: number }>([
  { kind: 'secrets', limit: {}, views: 1 },
  { kind: 'secrets', limit: { password: 'open sesame' }, views: 1 },
  { kind: 'transfers', limit: { oneTime: true }, views: 1 },
  { kind: 'transfers', limit: { maxViews: 3 }, views: 3 },
])('one of $kind with $limit', ({ kind, limit, views }) => {
  const { create } = KINDS[kind];
  const guarded = 'password' in limit;

  it(`goes to exactly ${views} of many concurrent readers on two servers`, async () => {
    const [rounds, readers] = guarded ? [1, 5] : [4, 24];
    for (let round = 0; round < rounds; round++) {
      const id = await create(limit);
      const responses = await atOnce(readers, (i) => read(i, kind, id, guarded ? { json: limit } : {}));
      expect(tally(responses)).toEqual({ 200: views, 404: readers - views });
      for (const { status, body } of responses)
        if (status === 200) expect(body.secret ?? body.text).toBe('the value');
      const last = responses.filter(({ status, body }) => status === 200 && body.oneTime !== false);
      expect(last).toHaveLength(1);
      expect(await eventsOf(id)).toEqual(readings(kind, views));
      expect(await remains(kind, id)).toEqual([WIPED]);
    }
  });
});

describe.each<{ kind: Kind; limit: object; views: number }>([
  { kind: 'secrets', limit: {}, views: 1 },
  { kind: 'transfers', limit: { maxViews: 3 }, views: 3 },
])('$kind with $limit', ({ kind, limit, views }) => {
  const { create, ended } = KINDS[kind];

  it('that many read at once give each reader the right content, as often as they may be read', async () => {
    const texts = Array.from({ length: 24 }, (_, i) => `the content of number ${i}`);
    const ids = await Promise.all(
      texts.map((text) => create({ [kind === 'secrets' ? 'secret' : 'text']: text, ...limit })),
    );
    const got: string[][] = texts.map(() => []);
    // A third of the readers may repeat their reading.
    const replies = await atOnce(ids.length * 4, async (i) => {
      const key = randomBytes(18).toString('base64url');
      const headers: Record<string, string> = i % 3 === 0 ? { 'idempotency-key': key } : {};
      const { status, body } = await read(i, kind, ids[i >> 2]!, { headers });
      if (status === 200) got[i >> 2]!.push(body.secret ?? body.text);
      return { status };
    });
    expect(tally(replies)).toEqual({ 200: ids.length * views, 404: ids.length * (4 - views) });
    expect(got).toEqual(texts.map((text) => Array(views).fill(text)));
    for (const id of ids) expect(await eventsOf(id)).toEqual(readings(kind, views));
  });

  it('that are read and ended by their owner at once end once, and no reading goes uncounted', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await create(limit);
      const remove = (i: number) => send(baseFor(i), `DELETE /${kind}/${id}`, { key: servers.apiKey });
      const responses = await atOnce(8, async (i) => ({
        reads: i % 4 < 2,
        ...(await (i % 4 < 2 ? read(i, kind, id) : remove(i))),
      }));
      const good = responses.filter(({ status }) => status === 200);
      const reads = good.filter(({ reads }) => reads).length;
      const removals = good.length - reads;
      expect(reads).toBeLessThanOrEqual(views);
      expect(removals).toBe(reads === views ? 0 : 1);
      expect(tally(responses)).toEqual({ 200: reads + removals, 404: 8 - reads - removals });
      expect(await eventsOf(id)).toEqual(readings(kind, reads, removals ? 'api' : 'consumed'));
      const left = await remains(kind, id);
      if (removals === 0) expect(left).toEqual([WIPED]);
      else expect(left).toEqual(ended === 'revoked' ? [{ ...WIPED, state: 'revoked' }] : []);
    }
  });

  it('are not consumed by looking at their links, or by anything but POST', async () => {
    const id = await create({ ...limit, ...(kind === 'transfers' && { maxViews: 1 }) });
    const page = `/public/${kind}/${id}`;
    const looks = await atOnce(8, (i) => send(baseFor(i), `${i % 4 < 2 ? 'GET' : 'HEAD'} ${page}`));
    expect(tally(looks)).toEqual({ 200: 8 });
    const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    const wrong = methods.map((method) => send(baseFor(0), `${method} ${page}/${KINDS[kind].read}`));
    expect(tally(await Promise.all(wrong))).toEqual({ 405: 6 });
    expect((await read(0, kind, id)).status).toBe(200);
  });
});
