import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { indexRanges } from '../../../server/src/crypto/label-index.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { Lifetimes } from '../../../server/src/domain/lifetime.ts';
import { itemLists } from '../../../server/src/items/listed-items.ts';
import { updateDrop } from '../../../server/src/features/drops/drop.ts';
import { indexLabels, rewrapBy } from '../../../server/src/items/label-indexes.ts';
import { wrappedColumns } from '../../../server/src/modules.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import {
  countByKey,
  isKeyInUse,
  rewrapAll,
  wrappedColumnsOf,
} from '../../../server/src/storage/keys/wrapped-keys.ts';
import { adminOf } from '../../support/server/admin-here.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { put } from '../../support/files/uploads.ts';

const [old, fresh] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')) as [
  string,
  string,
];

let database: TestDatabase;
let app: TestApp;
let apiKey: string;
const stop = () => app.close({ keepDatabase: true });
const start = async (keys: string): Promise<void> =>
  void (app = await startApp({ ENCRYPTION_KEYS: keys, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9' }, database));
const admin = (keys: string, ...args: string[]) => adminOf(database, { ENCRYPTION_KEYS: keys })(...args);
const call = (line: string, json?: object) => send(app.baseUrl, line, { key: apiKey, json });

beforeAll(async () => {
  database = await createTestDatabase();
  await start(old);
  ({ apiKey } = app);
});
afterAll(() => app.close());

interface Listed {
  keyId: string;
  state: string;
  rows: Record<string, number>;
}
const list = async (keys: string): Promise<Listed[]> =>
  JSON.parse((await admin(keys, 'keyring', 'list', '--json')).stdout) as Listed[];
const total = ({ rows }: Listed): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

const vaultOf = (keys: string): ItemVault =>
  new ItemVault(new Keyring(keys.split(',').map((key) => Buffer.from(key, 'base64'))), new PasswordKdf());

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const own = openDatabase({ connection: database.connection, poolSize: 1 });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

/** Ids of items whose label begins so, as a server with these encryption keys finds them. */
async function labels(keys: string, beginning: string): Promise<string[]> {
  const vault = vaultOf(keys);
  return withDatabase(async (own) => {
    const [key] = await own.query<{ id: string; account: string }>(
      'SELECT api_key_id AS id, account_id AS account FROM drops',
    );
    const label = { keyIds: [key!.id], ranges: indexRanges(vault, key!.account, beginning) };
    const page = { limit: 10, after: null };
    const rows = await itemLists({ vault, lifetimes: new Lifetimes('forever') }).list(own, {
      keyIds: [key!.id],
      filter: { search: { label } },
      page,
    });
    return rows.map(({ id }) => id);
  });
}

it('knows every table with a wrapped key', async () => {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name IN ('wrapped_key', 'owner_wrapped_key') AND table_schema = current_schema()`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(wrappedColumns.map(({ table }) => table).sort());
});

describe('an encryption key that has leaked', { shuffle: false }, () => {
  const opened: (() => Promise<void>)[] = [];

  it('is listed with what is under it, and everything comes under another one while it is used', async () => {
    const secret = async (): Promise<string> =>
      (await call('POST /secrets', { secret: 'kept', password: 'azalea' })).body.secretId;
    const labelled = { type: 'text', text: 'kept', label: 'Kept for Kim' };
    const transfer = (await call('POST /transfers', labelled)).body.id;
    const deleted = (await call('POST /transfers', { ...labelled, label: 'Deleted for Kim' })).body.id;
    expect((await call(`DELETE /transfers/${deleted}`)).status).toBe(200);
    const file = (await call('POST /transfers', { type: 'file', fileName: 'a.txt' })).body;
    await put(app.baseUrl, file.uploadUrl, Buffer.from('kept'));
    const request = (await call('POST /requests', { title: 'kept' })).body;
    const sent = (await call(`POST /public/requests/${request.requestId}/files`, { pin: request.pin })).body;
    await put(app.baseUrl, sent.uploadUrl, Buffer.from('kept'));
    const room = (await call('POST /rooms', { name: 'kept' })).body.roomId;
    const drop = (await call('POST /drops', { label: 'kept' })).body.dropId;
    const endpoint = (await call('POST /webhook-endpoints', { url: 'http://127.0.0.1:9/' })).body;
    const secrets = await Promise.all(Array.from({ length: 6 }, secret));

    await stop();
    await start(`${fresh},${old}`);
    const before = await list(`${fresh},${old}`);
    const found = [await labels(`${fresh},${old}`, 'KEPT'), await labels(fresh, 'kept')];
    expect(found).toEqual([[drop, transfer], []]);
    expect(await labels(`${fresh},${old}`, 'deleted')).toEqual([deleted]);
    expect(before.map(({ state }) => state)).toEqual(['seals', 'opens']);
    expect(before.map(total)[0]).toBe(0);
    expect(before[1]!.rows).toEqual({
      // One has a label, under a key of its own.
      transfers: 3,
      secrets: 6,
      requests: 1,
      rooms: 1,
      drops: 1,
      ended_items: 1,
      files: 1,
      webhook_endpoints: 1,
    });

    const reveal = (id: string) => call(`POST /public/secrets/${id}/reveal`, { password: 'azalea' });
    const [rewrapped, ...revealed] = await Promise.all([
      admin(`${fresh},${old}`, 'keyring', 'rewrap'),
      ...secrets.slice(0, 5).map(reveal),
    ]);
    expect(revealed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(rewrapped.stdout).toMatch(/^Rewrapped \d+ data keys; they are under [0-9a-f]{8} now\.\n$/);
    expect((await list(`${fresh},${old}`)).map(total)).toEqual([10, 0]);
    // The index comes along.
    const indexed = [await labels(fresh, 'kept'), await labels(old, 'kept')];
    expect(indexed).toEqual([[drop, transfer], []]);
    expect(await labels(fresh, 'deleted')).toEqual([deleted]);

    opened.push(async () => {
      expect((await reveal(secrets[5]!)).body).toMatchObject({ secret: 'kept' });
      expect((await call(`POST /public/transfers/${transfer}/open`)).body.text).toBe('kept');
      const { downloadUrl } = (await call(`POST /public/transfers/${file.id}/open`)).body;
      expect((await send(app.url, `GET ${new URL(downloadUrl).pathname}`)).text).toBe('kept');
      const found = (await call(`GET /requests/${request.requestId}`)).body;
      expect([found.title, found.files.length]).toEqual(['kept', 1]);
      expect((await call(`GET /rooms/${room}`)).body.name).toBe('kept');
      expect((await call(`GET /drops/${drop}`)).body.label).toBe('kept');
      expect((await call(`POST /webhook-endpoints/${endpoint.id}/rotate-secret`)).status).toBe(200);
    });
  });

  it('comes along with the index of an inbox that a server renames which still seals under it', async () => {
    const drop = await labels(fresh, 'kept').then(([id]) => id!);
    const rename = (keys: string, label: string) =>
      withDatabase(async (own) => {
        const [owned] = await own.query<{ keyId: string }>(
          'SELECT api_key_id AS "keyId" FROM drops WHERE id = $1',
          [drop],
        );
        const change = { id: drop, keyId: owned!.keyId, input: { label }, now: new Date() };
        await updateDrop(own, { vault: vaultOf(keys), lifetimes: new Lifetimes('forever') }, change);
      });
    await rename(`${old},${fresh}`, 'Renamed');
    expect(await labels(`${fresh},${old}`, 'renamed')).toEqual([drop]);
    expect((await admin(`${fresh},${old}`, 'keyring', 'rewrap')).stdout).toMatch(/^Rewrapped 1 data keys?;/);
    expect(await labels(fresh, 'renamed')).toEqual([drop]);
    await rename(fresh, 'kept');
  });

  it('leaves labels to index to the servers that have their key', async () => {
    const forget = (table: string) => database.query(`UPDATE ${table} SET label_index = NULL`);
    for (const table of ['transfers', 'drops', 'ended_items']) await forget(table);
    await withDatabase(async (own) => {
      await indexLabels(own, vaultOf(old));
      expect(await labels(`${fresh},${old}`, 'kept')).toEqual([]);
      await indexLabels(own, vaultOf(`${old},${fresh}`));
      expect(await labels(`${old}`, 'kept')).toHaveLength(2);
      for (const table of ['transfers', 'drops', 'ended_items']) await forget(table);
      await indexLabels(own, vaultOf(fresh));
    });
    expect(await labels(fresh, 'kept')).toHaveLength(2);
    expect(await labels(fresh, 'deleted')).toHaveLength(1);
  });

  it('is not needed any more then: the server starts without it, and everything opens', async () => {
    expect((await admin(`${fresh},${old}`, 'keyring', 'rewrap')).stdout).toMatch(/^Rewrapped 0 data keys/);
    await stop();
    await start(fresh);
    for (const open of opened) await open();
  });

  it('is needed for what was read under a key as long as that may be repeated, and no longer', async () => {
    await stop();
    await start(`${old},${fresh}`);
    const { secretId } = (await call('POST /secrets', { secret: 'kept' })).body;
    const headers = { 'idempotency-key': randomBytes(16).toString('base64url') };
    const reveal = () => send(app.baseUrl, `POST /public/secrets/${secretId}/reveal`, { headers });
    const first = await reveal();
    await stop();
    await start(`${fresh},${old}`);
    expect((await admin(`${fresh},${old}`, 'keyring', 'rewrap')).stdout).toMatch(
      /^Rewrapped 0 data keys;.* Readings that may be repeated need the others: keep them until \d{4}-/,
    );
    expect((await list(`${fresh},${old}`))[1]).toMatchObject({ state: 'opens', rows: { readings: 1 } });
    expect((await reveal()).text).toBe(first.text);
    await stop();
    await expect(start(fresh)).rejects.toThrow(/which is not among the keys given/);

    await moveClock(database, 121_000);
    await start(fresh);
    expect((await reveal()).status).toBe(404);
  });

  it('is named as missing while something is under it', async () => {
    await call('POST /secrets', { secret: 'kept' });
    const listed = await list(old);
    expect(listed.map(({ state }) => state)).toEqual(['seals', 'missing']);
    expect((await admin(fresh, 'keyring', 'rewrap')).stderr).toMatch(/one key only/);
  });
});

it('a part that its owner reads though a password guards the content comes under another key, too', async () => {
  const testDatabase = await createTestDatabase();
  const own = openDatabase({ connection: testDatabase.connection, poolSize: 2 });
  await own.query(
    'CREATE TABLE notes (id text PRIMARY KEY, note bytea, wrapped_key bytea, owner_wrapped_key bytea)',
  );
  const keyrings = {
    old: new Keyring([Buffer.from(old, 'base64')]),
    fresh: new Keyring([Buffer.from(fresh, 'base64')]),
  };
  const both = new Keyring([fresh, old].map((key) => Buffer.from(key, 'base64')));
  const sealerOf = (keyring: Keyring) => new ItemVault(keyring, new PasswordKdf());
  const ref = { kind: 'transfer', id: 'a' } as const;
  const protection = { password: 'azalea', caller: 'a' };
  const { lock } = await sealerOf(keyrings.old).seal(ref, { content: Buffer.from('x') }, protection);
  const { ownerWrappedKey, sealed } = sealerOf(keyrings.old).sealForOwner(ref, {
    note: Buffer.from('a note'),
  });
  const values = [ref.id, sealed.note, lock.wrappedKey, ownerWrappedKey];
  await own.query('INSERT INTO notes VALUES ($1, $2, $3, $4)', values);

  const columns = wrappedColumnsOf([['notes', { item: 'id', wrapsKeyOf: 'transfer', wrapsOwnerKey: true }]]);
  const [oldId] = keyrings.old.ids;
  expect(await countByKey(own, columns)).toEqual([{ table: 'notes', keyId: oldId, count: 2 }]);
  expect(await rewrapAll(own, columns, { from: [oldId!], rewrap: rewrapBy(sealerOf(both)) })).toBe(2);
  expect(await isKeyInUse(own, columns, oldId!)).toBe(false);
  const [row] = await own.query<{ note: Buffer; owner: Buffer; wrapped: Buffer }>(
    'SELECT note, owner_wrapped_key AS owner, wrapped_key AS wrapped FROM notes',
  );
  const vault = sealerOf(keyrings.fresh);
  expect(
    vault
      .openUnder(ref, { key: 'owner-key', part: 'note', wrappedKey: row!.owner, sealed: row!.note })
      .toString(),
  ).toBe('a note');
  // The key of the content is no key of the owner's, and the other way round.
  expect(() =>
    vault.openUnder(ref, { key: 'owner-key', part: 'note', wrappedKey: row!.wrapped, sealed: row!.note }),
  ).toThrow();
  expect(() => vault.unlockUnprotected(ref, row!.owner)).toThrow();
  await own.close();
  await testDatabase.drop();
});
