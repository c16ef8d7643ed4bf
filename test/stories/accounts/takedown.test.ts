import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { tablesOfKeys } from '../../../server/src/modules.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { adminOf } from '../../support/server/admin-here.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { databaseUrl } from '../../support/database/database-url.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { send } from '../../support/network/send.ts';
import { put } from '../../support/files/uploads.ts';

const NAMELESS = 54_321;
/** True for root, if everybody may read the checkout. */
const mayRunAs = (uid: number): boolean => spawnSync(process.execPath, ['-e', ''], { uid }).status === 0;

let app: TestApp;
let admin: ReturnType<typeof adminOf>;
beforeAll(async () => {
  app = await sharedApp();
  admin = adminOf(app.database);
});

const call = (key: string, line: string, json?: object) => send(app.baseUrl, line, { key, json });
const entries = async (): Promise<object[]> => JSON.parse((await admin('audit', 'list', '--json')).stdout);

/** Runs a command while a transaction holds the locks of a statement. */
async function whileLocked(args: string[], sql: string, values: unknown[] = []) {
  const client = await app.database.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql, values);
    return await admin(...args);
  } finally {
    await client.end();
  }
}

interface Key {
  apiKey: string;
  id: string;
}
async function makeKey(...options: string[]): Promise<Key> {
  const made = await admin('keys', 'create', '--name', 'x', '--scopes', 'all', '--json', ...options);
  return JSON.parse(made.stdout) as Key;
}

/** One thing of each kind, each with something in it. */
async function shareAll({ apiKey }: Key) {
  const created = (line: string, json: object) => call(apiKey, line, json).then(({ body }) => body);
  const file = await created('POST /transfers', { type: 'file', fileName: 'a.txt' });
  await put(app.baseUrl, file.uploadUrl, randomBytes(1_000));
  const room = await created('POST /rooms', { name: 'a' });
  await created(`POST /rooms/${room.roomId}/messages`, { text: 'hello' });
  const drop = await created('POST /drops', { label: 'a' });
  await created(`POST /public/drops/${drop.dropId}/items`, { message: 'hello' });
  return {
    file: file.id as string,
    text: await created('POST /transfers', { type: 'text', text: 'kept' }),
    secret: (await created('POST /secrets', { secret: 'kept' })).secretId as string,
    request: (await created('POST /requests', { title: 'a' })).requestId as string,
    room: room.roomId as string,
    drop: drop.dropId as string,
    debug: (await created('POST /debug-share', { logs: 'a' })).debugId as string,
  };
}

it('every table whose rows belong to a key is handed over', async () => {
  const tables = await app.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name = 'api_key_id' AND table_schema = current_schema() AND table_name <> 'idempotency_keys'`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tablesOfKeys).sort());
});

describe('what a revoked key has shared', () => {
  it('is told when it is revoked, and can be handed to another key of the account', async () => {
    const [old, heir] = [await makeKey(), await makeKey()];
    const shared = await shareAll(old);
    const held = (await call(old.apiKey, 'GET /key')).body.quota;

    const { stdout } = await admin('keys', 'revoke', old.id);
    expect(stdout).toContain(
      `Revoked ${old.id}.\nWhat it shared can still be opened: 1 debug-share, 1 drop, 1 request, 1 room, 1 secret, 2 transfers.`,
    );
    expect((await admin('keys', 'hand-over', old.id, '--to', heir.id)).stdout).toBe(
      `Everything of ${old.id} belongs to ${heir.id} now.\n`,
    );
    expect((await call(heir.apiKey, 'GET /key')).body.quota).toEqual(held);
    expect((await call(heir.apiKey, 'GET /transfers')).body.total).toBe(2);
    expect((await call(heir.apiKey, `GET /drops/${shared.drop}/items`)).body.total).toBe(1);
    expect((await call(heir.apiKey, `GET /rooms/${shared.room}/messages`)).body.total).toBe(1);
    for (const path of [
      `transfers/${shared.file}`,
      `secrets/${shared.secret}`,
      `requests/${shared.request}`,
    ]) {
      expect((await call(heir.apiKey, `DELETE /${path}`)).status).toBe(200);
    }
    expect((await admin('items', 'list', '--key', old.id)).stdout).toBe(
      `Nothing of ${old.id} can be opened.\n`,
    );
  });

  it('is handed to no key of another environment, and to none that is revoked or has expired', async () => {
    const [old, live, revoked] = [await makeKey(), await makeKey('--env', 'live'), await makeKey()];
    await admin('keys', 'revoke', revoked.id);
    const expired = await makeKey('--expires', '1d');
    await app.database.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.id]);
    for (const to of [live.id, revoked.id, expired.id, old.id, 'key_none']) {
      expect((await admin('keys', 'hand-over', old.id, '--to', to)).code).toBe(2);
    }
  });

  it('can be ended at once, and every such act leaves an entry', async () => {
    const key = await makeKey();
    const shared = await shareAll(key);
    await admin('keys', 'revoke', key.id);
    expect((await admin('items', 'delete', '--key', key.id)).stdout).toBe(`Deleted 7 items of ${key.id}.\n`);
    expect((await send(app.baseUrl, `POST /public/secrets/${shared.secret}/reveal`)).status).toBe(404);
    expect((await send(app.baseUrl, `GET /public/drops/${shared.drop}`)).status).toBe(404);
    expect((await entries()).slice(0, 2)).toMatchObject([
      { action: 'items delete', target: key.id, details: { items: 7 }, actor: expect.stringMatching(/./) },
      { action: 'keys revoke', target: key.id },
    ]);
  });

  it('leaves an entry without a number when ending it breaks off', async () => {
    const key = await makeKey();
    const { drop } = await shareAll(key);
    const lock = 'SELECT FROM drops WHERE id = $1 FOR UPDATE';
    const { code, stderr } = await whileLocked(['items', 'delete', '--key', key.id], lock, [drop]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/lock timeout/)]);
    const [entry] = await entries();
    expect(entry).toMatchObject({ action: 'items delete', target: key.id, details: {} });
  });
});

describe('a link that has to be taken down', () => {
  it('is ended by the link as somebody reports it, whatever kind it is', async () => {
    const key = await makeKey();
    const shared = await shareAll(key);
    const links = [
      `${shared.text.shareUrl}#abc_-`,
      `http://share.example/de/secret/${shared.secret}/`,
      `http://share.example/en/${shared.debug}?utm_source=mail`,
      `http://share.example/api/v1/public/rooms/${shared.room}/messages`,
      `https://share.example/en/drop/${shared.drop}%2523k3Yp_-abc`,
    ];
    for (const link of links) {
      const { code, stdout } = await admin('items', 'delete', link);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Deleted the [\w-]+ \w{22} of key_/)]);
    }
    expect((await send(app.baseUrl, `POST /public/transfers/${shared.debug}/open`)).status).toBe(404);
    expect((await call(key.apiKey, `GET /rooms/${shared.room}`)).status).toBe(404);
    expect((await admin('items', 'delete', shared.room)).stderr).toMatch(/nothing to be opened/);
    expect((await admin('items', 'delete', shared.text.shortCode)).stderr).toMatch(/no id in this/);
    expect((await admin('items', 'delete', '--key', 'key_none')).stderr).toMatch(/no key key_none/);
    expect((await admin('items', 'list', '--key', key.id, '--json')).stdout).toMatch(/"kind":"request"/);
  });

  it('is ended when its file was opened for the last time and is yet to be downloaded, by link and by key', async () => {
    const key = await makeKey();
    const opened = await Promise.all(
      [0, 1].map(async () => {
        const announced = await call(key.apiKey, 'POST /transfers', { type: 'file', oneTime: true });
        const { id, uploadUrl, shareUrl } = announced.body as Record<'id' | 'uploadUrl' | 'shareUrl', string>;
        await put(app.baseUrl, uploadUrl, randomBytes(1_000));
        const { body } = await send(app.baseUrl, `POST /public/transfers/${id}/open`);
        return { shareUrl, downloadUrl: body.downloadUrl as string };
      }),
    );
    const [first, second] = opened as [(typeof opened)[0], (typeof opened)[0]];
    expect((await admin('items', 'list', '--key', key.id)).stdout.trim().split('\n')).toHaveLength(2);
    expect((await admin('items', 'delete', first.shareUrl)).stdout).toMatch(/^Deleted the transfer /);
    expect((await fetch(first.downloadUrl)).status).toBe(404);
    expect((await fetch(second.downloadUrl, { method: 'HEAD' })).status).toBe(200);
    expect((await admin('items', 'delete', '--key', key.id)).stdout).toBe(`Deleted 1 item of ${key.id}.\n`);
    expect((await fetch(second.downloadUrl)).status).toBe(404);
    expect((await admin('items', 'delete', second.shareUrl)).stderr).toMatch(/nothing to be opened/);
  });

  it('is ended though what is in it cannot be wiped at once', async () => {
    const { room } = await shareAll(await makeKey());
    const lock = 'SELECT FROM room_messages WHERE room_id = $1 FOR UPDATE';
    const { code, stderr } = await whileLocked(['items', 'delete', room], lock, [room]);
    expect([code, stderr]).toEqual([0, '']);
    expect((await send(app.baseUrl, `GET /public/rooms/${room}`)).status).toBe(404);
    expect((await admin('audit', 'list')).stdout).toContain(room);
    await app.sweep();
    expect(await app.database.query('SELECT FROM room_messages WHERE room_id = $1', [room])).toEqual([]);
  });

  it('is not ended when that cannot be noted', async () => {
    const { secret } = await shareAll(await makeKey());
    const lock = 'LOCK TABLE audit_entries IN SHARE MODE';
    const { code, stderr } = await whileLocked(['items', 'delete', secret], lock);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/lock timeout/)]);
    expect((await send(app.baseUrl, `GET /public/secrets/${secret}`)).status).toBe(200);
  });

  it.skipIf(!mayRunAs(NAMELESS))('is ended and noted by a user who has no name', async () => {
    const { secret } = await shareAll(await makeKey());
    const proxy = await startPostgresProxy(app.database.connection);
    const env = { DATABASE_URL: databaseUrl(proxy.connection) };
    const { code, stderr } = await runAdmin(['items', 'delete', secret], env, { uid: NAMELESS });
    await proxy.cut();
    expect([code, stderr]).toEqual([0, '']);
    const [entry] = await entries();
    expect(entry).toMatchObject({ target: secret, actor: 'uid 54321' });
  });
});

describe('an API key with an expiry', () => {
  it('works until then', async () => {
    const key = await makeKey('--expires', '30d');
    expect((await call(key.apiKey, 'GET /key')).body.expiresAt).toMatch(/Z$/);
    await app.database.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [key.id]);
    expect((await call(key.apiKey, 'GET /key')).status).toBe(401);
    expect((await admin('keys', 'list')).stdout).toMatch(new RegExp(`${key.id}.* expired `));
  });

  it.each(['yesterday', '2020-01-01', '0d', '30'])('is not made with %s', async (expires) => {
    const made = await admin('keys', 'create', '--name', 'x', '--scopes', 'all', '--expires', expires);
    expect([made.code, made.stdout]).toEqual([2, '']);
  });
});
