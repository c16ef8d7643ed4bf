import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { announce, download, openFile, put, sha256 } from '../../support/files/file-transfers.ts';
import { send } from '../../support/network/send.ts';

/**
 * A wire to PostgreSQL that breaks, once, before it hands over the response to a statement which contains `poison`, after
 * it has let some of them pass.
 */
interface Wire {
  port: number;
  poison: string | undefined;
  pass: number;
  close(): void;
}

async function startWire(target: { host: string; port: number }): Promise<Wire> {
  const sockets = new Set<Socket>();
  const wire: Wire = { port: 0, poison: undefined, pass: 0, close: () => undefined };
  const server: Server = createServer((client) => {
    const path = `${target.host}/.s.PGSQL.${target.port}`;
    const upstream = target.host.startsWith('/') ? connect(path) : connect(target.port, target.host);
    let poisoned = false;
    client.on('data', (chunk: Buffer) => {
      if (wire.poison !== undefined && chunk.includes(wire.poison) && wire.pass-- <= 0) {
        poisoned = true;
        wire.poison = undefined;
        wire.pass = 0;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (poisoned) client.destroy();
      else client.write(chunk);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.port = (server.address() as AddressInfo).port;
  wire.close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return wire;
}

/** The messages of the pool, beside which others have these words in longer ones. */
const BEGIN = 'Q\0\0\0\nBEGIN\0';
const COMMIT = 'Q\0\0\0\vCOMMIT\0';

let database: TestDatabase;
let wire: Wire;
/** It does nothing in the background, whose transactions would break in place of those of requests. */
let server: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host = '', port = 5432 } = database.connection;
  wire = await startWire({ host, port });
  const connection = { ...database.connection, host: '127.0.0.1', port: wire.port };
  server = await startApp({}, { ...database, connection });
});
afterAll(async () => {
  await server.close({ keepDatabase: true });
  wire.close();
  await database.drop();
});

const create = () => send(server.baseUrl, 'POST /secrets', { key: server.apiKey, json: { secret: 'x' } });

it('a reveal whose response the database lost is a 500 that promises nothing', async () => {
  const { secretId } = (await create()).body as { secretId: string };
  // Statements are known by name once prepared, so the id is what tells this one.
  wire.poison = secretId;
  const revealed = await send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`);
  expect([revealed.status, revealed.body.code]).toEqual([500, 'internal_error']);
  expect(revealed.body.detail).toMatch(/may or may not/);
  const [row] = await database.query<{ state: string }>('SELECT state FROM secrets WHERE id = $1', [
    secretId,
  ]);
  expect(row?.state).toBe('consumed');
  expect((await send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`)).status).toBe(404);
});

it.each([
  ['secrets', { secret: 'x' }, 'secretId', 'is one statement'],
  ['transfers', { type: 'file' }, 'id', 'is a transaction'],
])(
  'a create of %s whose response the database lost is made once, when it is repeated with its Idempotency-Key',
  async (table, json, id, how) => {
    const [key] = await database.query<{ id: string }>('SELECT id FROM api_keys');
    const make = () =>
      send(server.baseUrl, `POST /${table}`, {
        key: server.apiKey,
        json,
        headers: { 'idempotency-key': `lost-${table}` },
      });
    // The id of the key is in no statement before.
    wire.poison = how === 'is a transaction' ? COMMIT : key!.id;
    const lost = await make();
    expect(lost.status).toBe(500);
    const again = await make();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    const rows = await database.query(`SELECT id FROM ${table} WHERE id = $1`, [again.body[id]]);
    expect(rows).toHaveLength(1);
  },
);

it('a look whose response was lost is a 503, since nothing can have happened', async () => {
  const { secretId } = (await create()).body as { secretId: string };
  wire.poison = secretId;
  const looked = await send(server.baseUrl, `GET /public/secrets/${secretId}`);
  expect([looked.status, looked.headers['retry-after']]).toEqual([503, '2']);
  expect((await send(server.baseUrl, `GET /public/secrets/${secretId}`)).status).toBe(200);
});

it('an upload whose commit was lost is looked up, and told to be complete', async () => {
  const bytes = randomBytes(300_000);
  const { id, uploadUrl } = await announce(server);
  wire.poison = COMMIT;
  const sent = await put(uploadUrl, bytes);
  expect([sent.status, await sent.json()]).toMatchObject([200, { size: 300_000, sha256: sha256(bytes) }]);
  expect((await put(uploadUrl, bytes)).status).toBe(404);
  expect(await download(await openFile(server, id))).toBe(sha256(bytes));
});

it.each([
  ['its row is made', 0],
  ['its last piece comes', 2],
  ['it is about to be completed', 4],
])(
  'an upload whose connection breaks when %s is a 503, leaves nothing, and can be repeated',
  async (_, pass) => {
    const bytes = randomBytes(300_000);
    const { id, uploadUrl } = await announce(server);
    Object.assign(wire, { poison: 'blob_', pass });
    const cut = await put(uploadUrl, bytes);
    expect([cut.status, Number(cut.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(wire.poison).toBeUndefined();
    const left = 'SELECT FROM blobs WHERE doomed_at IS NOT NULL';
    await expect.poll(() => database.query(left), { timeout: 60_000 }).toEqual([]);
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    expect(await download(await openFile(server, id))).toBe(sha256(bytes));
  },
);

it('a change whose transaction broke before its commit is a 503, since it was rolled back', async () => {
  // Earlier downloads are noted in a transaction, too.
  const unnoted = 'SELECT FROM downloads WHERE finisher IS NOT NULL';
  await expect.poll(() => database.query(unnoted)).toEqual([]);
  wire.poison = BEGIN;
  const lost = await send(server.baseUrl, 'POST /transfers', { key: server.apiKey, json: { type: 'file' } });
  expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2']);
});

it('a change whose item was only looked up is a 503, since it had not begun', async () => {
  const { roomId } = (
    await send(server.baseUrl, 'POST /rooms', { key: server.apiKey, json: { name: 'x', ttlHours: 1 } })
  ).body as { roomId: string };
  wire.poison = roomId;
  const call = `POST /public/rooms/${roomId}/messages`;
  const lost = await send(server.baseUrl, call, { json: { text: 'hello' } });
  expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2']);
});

it('a change that PostgreSQL was told to break off is a 503, since it was rolled back', async () => {
  const { secretId } = (await create()).body as { secretId: string };
  const locker = await database.connect();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM secrets WHERE id = $1 FOR UPDATE', [secretId]);
  const revealing = send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`);
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => database.query(waiting), { timeout: 60_000 }).toHaveLength(1);
  await database.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
  const ended = await revealing;
  await locker.end();
  expect([ended.status, ended.headers['retry-after']]).toEqual([503, '2']);
  expect((await send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`)).body.secret).toBe('x');
});
