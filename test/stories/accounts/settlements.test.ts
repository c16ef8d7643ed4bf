/** Items of revoked keys and removed members: kept, handed over or ended. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { createDatabase } from '../../../server/src/deps.ts';
import { tablesOfKeys } from '../../../server/src/modules.ts';
import { settleKeys } from '../../../server/src/items/settlement.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { send } from '../../support/network/send.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { startChild } from '../../support/server/child.ts';

let app: TestApp;
let account: string;
let owner: Person;
beforeAll(async () => {
  app = await sharedApp();
  account = await newAccount(app);
  owner = await join(app, 'owner', account);
});

interface Key {
  apiKey: string;
  id: string;
}

async function makeKey(person = owner): Promise<Key> {
  const body = { name: 'ci', environment: 'live', scopes: SCOPES, expiresAt: null };
  const { body: made } = await person.call('createKey', { body });
  return { apiKey: made.apiKey as string, id: made.key.id as string };
}
const SCOPES = [
  ...['transfer:create', 'transfer:read', 'secret:create', 'request:create', 'request:read'],
  ...['room:create', 'room:write', 'webhook:read', 'webhook:write'],
];
const pageToken = async (person: Person): Promise<string> =>
  (await person.call('createPageToken')).body.token as string;
const idOf = async (person: Person): Promise<string> => (await person.session()).user.id;
const call = (key: string, line: string, json?: object) => send(app.baseUrl, line, { key, json });
const quota = async (key: string) => (await call(key, 'GET /key')).body.quota as { bytesUsed: number };

/** One thing of each kind, with something in it, and an endpoint. Returns where strangers find them. */
async function shareAll(key: string): Promise<string[]> {
  const made = async (line: string, json: object) => {
    const { status, body } = await call(key, line, json);
    if (status !== 201) throw new Error(`${line}: ${status} ${body.detail}`);
    return body;
  };
  const text = await made('POST /transfers', { type: 'text', text: 'x'.repeat(5_000) });
  const secret = await made('POST /secrets', { secret: 'x' });
  const request = await made('POST /requests', { title: 'a' });
  const room = await made('POST /rooms', { name: 'a' });
  await made(`POST /rooms/${room.roomId}/messages`, { text: 'hello' });
  const drop = await made('POST /drops', { label: 'a' });
  await made(`POST /public/drops/${drop.dropId}/items`, { message: 'hello' });
  await made('POST /webhook-endpoints', { url: 'https://93.184.215.14/' });
  return [
    `transfers/${text.id}`,
    `secrets/${secret.secretId}`,
    `requests/${request.requestId}`,
    `rooms/${room.roomId}`,
    `drops/${drop.dropId}`,
  ];
}
const found = async (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await send(app.baseUrl, `GET /public/${path}`)).status));

/** How many rows of any kind belong to a key, and how many bytes it is charged for. */
async function held(keyId: string): Promise<{ rows: number; bytes: number }> {
  const counts = Object.keys(tablesOfKeys)
    .filter((table) => table !== 'events')
    .map((table) => `(SELECT count(*) FROM ${table} WHERE api_key_id = $1 AND ${LEFT[table] ?? 'true'})`);
  const [row] = await app.database.query<{ rows: number; bytes: number }>(
    `SELECT (${counts.join(' + ')})::int AS rows,
       (SELECT coalesce(sum(bytes), 0)::int FROM byte_counters WHERE owner = $1) AS bytes`,
    [keyId],
  );
  return row!;
}
/** Rows that stay for a while to say how the item ended. */
const LEFT: Record<string, string> = {
  secrets: `state = 'waiting'`,
  requests: `state = 'open'`,
  rooms: `state = 'open'`,
  ended_items: 'false',
};
const settlementsOf = (keyId: string) =>
  app.database.query('SELECT heir_id FROM key_settlements WHERE key_id = $1', [keyId]);
/** Lets the hour pass in which a create of a key may be under way. */
const passHour = (keyId: string) =>
  app.database.query(
    `UPDATE key_settlements SET created_at = created_at - interval '1 hour', due_at = now() WHERE key_id = $1`,
    [keyId],
  );

describe('what a revoked key has shared', () => {
  const revoke = (key: Key, body: object) => owner.call('revokeKey', { params: { id: key.id }, body });

  it('is kept, unless the person says otherwise', async () => {
    const key = await makeKey();
    const paths = await shareAll(key.apiKey);
    expect((await revoke(key, {})).status).toBe(200);
    await app.sweep();
    expect(await found(paths)).toEqual(paths.map(() => 200));
    expect(await settlementsOf(key.id)).toEqual([]);
  });

  it('is ended with its endpoints, its events say by whom, and its bytes are given back', async () => {
    const key = await makeKey();
    const paths = await shareAll(key.apiKey);
    expect((await held(key.id)).rows).toBeGreaterThan(6);
    expect((await revoke(key, { shared: 'end' })).status).toBe(200);
    await app.sweep();
    expect(await found(paths)).toEqual(paths.map(() => 404));
    expect(await held(key.id)).toEqual({ rows: 0, bytes: 0 });
    expect(
      await app.database.query(
        `SELECT object->>'reason' AS reason FROM events WHERE api_key_id = $1 AND type = 'transfer.deleted'`,
        [key.id],
      ),
    ).toEqual([{ reason: 'panel' }]);
    const { entries } = (await owner.call('listAuditEntries', { query: '?limit=1' })).body;
    expect(entries).toMatchObject([{ action: 'keys revoke', target: key.id, details: { shared: 'end' } }]);
    expect(await settlementsOf(key.id)).toHaveLength(1);
    await passHour(key.id);
    await app.sweep();
    expect(await settlementsOf(key.id)).toEqual([]);
  });

  it('is ended, too, if it is created by a request that began before and whose body comes later', async () => {
    const key = await makeKey();
    const json = JSON.stringify({ secret: 'late' });
    const slow = await openRaw(`POST ${app.baseUrl}/secrets`, {
      authorization: `Bearer ${key.apiKey}`,
      'content-type': 'application/json',
      'content-length': json.length,
      expect: '100-continue',
    });
    // The server asks for the body once it has let the request in.
    await slow.until(/100 Continue/);
    await expect.poll(() => lastUse(key.id)).not.toBe(null);
    expect((await revoke(key, { shared: 'end' })).status).toBe(200);
    await app.sweep();
    await slow.write(json);
    const [, secretId] = await slow.until(/"secretId":"(\w+)"/);
    slow.socket.destroy();
    expect(await found([`secrets/${secretId}`])).toEqual([200]);
    await app.sweep();
    await passHour(key.id);
    await app.sweep();
    expect(await found([`secrets/${secretId}`])).toEqual([404]);
    expect([await held(key.id), await settlementsOf(key.id)]).toEqual([{ rows: 0, bytes: 0 }, []]);
  });
  const lastUse = async (keyId: string) =>
    (
      await app.database.query<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM api_keys WHERE id = $1',
        [keyId],
      )
    )[0]!.last_used_at;

  it('goes on to the heir of an heir that is revoked before it has got it', async () => {
    const [first, second, third] = [await makeKey(), await makeKey(), await makeKey()];
    const paths = await shareAll(first.apiKey);
    const before = await quota(first.apiKey);
    await revoke(first, { shared: 'hand-over', handOverTo: second.id });
    await revoke(second, { shared: 'hand-over', handOverTo: third.id });
    await app.sweep();
    expect(await quota(third.apiKey)).toEqual(before);
    expect([await held(first.id), await held(second.id)]).toEqual([NOTHING, NOTHING]);
    expect(await found(paths)).toEqual(paths.map(() => 200));
  });
  const NOTHING = { rows: 0, bytes: 0 };

  it('is ended to the last though the process is killed in the middle, and by two at once', async () => {
    const keys = [await makeKey(), await makeKey(), await makeKey()] as const;
    const [killed, ...others] = keys;
    const paths = (await Promise.all(keys.map(({ apiKey }) => shareAll(apiKey)))).flat();
    const heir = await makeKey();
    const before = await quota(others[1].apiKey);

    await revoke(killed, { shared: 'end' });
    const holder = await app.database.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM drops WHERE api_key_id = $1 FOR UPDATE', [killed.id]);
    const env = { DATABASE_URL: app.database.url, NODE_ENV: 'test' };
    const child = await startChild('panel/settle-process.ts', env);
    await app.database.untilLocked();
    child.kill();
    await expect.poll(() => child.ended).toBe(true);
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await held(killed.id)).rows).toBeGreaterThan(0);
    // Somebody else takes it up when the lease of the killed process is over.
    await app.sweep();
    expect((await held(killed.id)).rows).toBeGreaterThan(0);
    // Or when the clock was set back, after which the lease would end days later.
    await app.database.query(
      `UPDATE key_settlements SET due_at = now() + interval '1 day' WHERE key_id = $1`,
      [killed.id],
    );

    await revoke(others[0], { shared: 'end' });
    await revoke(others[1], { shared: 'hand-over', handOverTo: heir.id });
    const pools = [1, 2].map(() => createDatabase(readConfig({ NODE_ENV: 'test' }), app.database.connection));
    try {
      await Promise.all(pools.map((pool) => settleKeys(pool)));
    } finally {
      await Promise.all(pools.map((pool) => pool.close()));
    }
    // A statement of the killed process may still have run, and left what was in a drop to be wiped.
    const left = async () => {
      await app.sweep();
      return Promise.all(keys.map(({ id }) => held(id)));
    };
    await expect.poll(left).toEqual(keys.map(() => NOTHING));
    expect(await quota(heir.apiKey)).toEqual(before);
    expect(await found(paths)).toEqual(paths.map((_, index) => (index < 10 ? 404 : 200)));
  });
});

describe('what a member has shared', () => {
  it('is handed over with that of their keys to another member, who needs no key before', async () => {
    const [member, heir] = [await join(app, 'member', account), await join(app, 'admin', account)];
    const [token, key] = [await pageToken(member), await makeKey(member)];
    const paths = [...(await shareAll(token)), ...(await shareAll(key.apiKey))];
    const [one, other] = [await quota(token), await quota(key.apiKey)];
    const params = { id: await idOf(member) };
    const handOverTo = await idOf(heir);
    const query = `?shared=hand-over&handOverTo=${handOverTo}`;
    expect((await owner.call('removeMember', { params, query })).status).toBe(204);
    expect((await call(key.apiKey, 'GET /key')).status).toBe(401);
    await app.sweep();
    const mine = await pageToken(heir);
    expect((await quota(mine)).bytesUsed).toBe(one.bytesUsed + other.bytesUsed);
    expect((await call(mine, 'GET /transfers')).body.total).toBe(2);
    expect((await call(mine, 'GET /webhook-endpoints')).body.total).toBe(2);
    expect(await held(key.id)).toEqual({ rows: 0, bytes: 0 });
    expect(await found(paths)).toEqual(paths.map(() => 200));
    const { entries } = (await owner.call('listAuditEntries', { query: '?limit=1' })).body;
    expect(entries).toMatchObject([
      {
        ...{ action: 'remove member', target: params.id },
        details: { revokedKeys: 1, shared: 'hand-over', handOverTo },
      },
    ]);
  });

  it('is handed to nobody who cannot take it', async () => {
    const member = await join(app, 'member', account);
    const params = { id: await idOf(member) };
    const stranger = await join(app, 'owner', await newAccount(app));
    const auditor = await join(app, 'auditor', account);
    const attempt = async (query: string) => {
      const { status, body } = await owner.call('removeMember', { params, query });
      return [status, status === 204 ? '' : (body.code as string)];
    };
    for (const heir of [stranger, auditor, member])
      expect(await attempt(`?shared=hand-over&handOverTo=${await idOf(heir)}`)).toEqual([
        400,
        'validation_failed',
      ]);
    expect(await attempt('?shared=hand-over')).toEqual([400, 'validation_failed']);
    expect(await attempt(`?handOverTo=${await idOf(owner)}`)).toEqual([400, 'validation_failed']);

    const full = await join(app, 'member', account);
    const token = await pageToken(full);
    const { id } = (await call(token, 'GET /key')).body as { id: string };
    await app.database.query('INSERT INTO byte_counters (owner, slot, bytes) VALUES ($1, 40, 10737418240)', [
      id,
    ]);
    await shareAll(await pageToken(member));
    expect(await attempt(`?shared=hand-over&handOverTo=${await idOf(full)}`)).toEqual([409, 'no_room']);
    expect((await member.call('getSession')).status).toBe(200);
  });

  it('ends when they leave and want that, and the last owner stays', async () => {
    const member = await join(app, 'member', account);
    const paths = await shareAll(await pageToken(member));
    const id = await idOf(member);
    expect((await member.call('leaveAccount', { query: '?shared=end' })).status).toBe(204);
    expect(member.cookie).toMatch(/=$/);
    expect((await member.signIn()).status).toBe(401);
    await app.sweep();
    expect(await found(paths)).toEqual(paths.map(() => 404));
    const { entries } = (await owner.call('listAuditEntries', { query: '?limit=1' })).body;
    expect(entries).toMatchObject([{ action: 'leave', target: id, actorId: id, details: { shared: 'end' } }]);
    const { status, body } = await owner.call('leaveAccount');
    expect([status, body.code]).toEqual([409, 'last_owner']);
  });
});
