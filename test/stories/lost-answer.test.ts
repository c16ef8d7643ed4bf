import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../support/database.ts';
import { announce, download, openFile, put, sha256 } from '../support/file-transfers.ts';
import { send } from '../support/send.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

/** A wire to PostgreSQL that breaks before it hands over the answer to a statement which contains `poison`. */
interface Wire {
  port: number;
  poison: string | undefined;
  close(): void;
}

async function startWire(target: { host: string; port: number }): Promise<Wire> {
  const sockets = new Set<Socket>();
  const wire: Wire = { port: 0, poison: undefined, close: () => undefined };
  const server: Server = createServer((client) => {
    const path = `${target.host}/.s.PGSQL.${target.port}`;
    const upstream = target.host.startsWith('/') ? connect(path) : connect(target.port, target.host);
    let poisoned = false;
    client.on('data', (chunk: Buffer) => {
      poisoned ||= wire.poison !== undefined && chunk.includes(wire.poison);
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

let database: TestDatabase;
let wire: Wire;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host = '', port = 5432 } = database.connection;
  wire = await startWire({ host, port });
  server = await startServerProcess({
    DATABASE_URL: databaseUrl({ ...database.connection, host: '127.0.0.1', port: wire.port }),
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  wire.close();
  await database.drop();
});

const create = (headers = {}) =>
  send(server.baseUrl, 'POST /secrets', { key: server.apiKey, json: { secret: 'x' }, headers });

it('a reveal whose answer the database lost is a 500 that promises nothing', async () => {
  const { secretId } = (await create()).body as { secretId: string };
  // Statements are known by name once prepared, so the id is what tells this one.
  wire.poison = secretId;
  const revealed = await send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`);
  wire.poison = undefined;
  expect([revealed.status, revealed.body.code]).toEqual([500, 'internal_error']);
  expect(revealed.body.detail).toMatch(/may or may not/);
  const [row] = await database.query<{ state: string }>('SELECT state FROM secrets WHERE id = $1', [
    secretId,
  ]);
  expect(row?.state).toBe('consumed');
  expect((await send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`)).status).toBe(404);
});

it('a create whose commit was lost is made once, when it is repeated with its Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'lost' };
  wire.poison = 'COMMIT';
  const lost = await create(headers);
  wire.poison = undefined;
  expect(lost.status).toBe(500);
  const again = await create(headers);
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  const rows = await database.query('SELECT id FROM secrets WHERE id = $1', [again.body.secretId]);
  expect(rows).toHaveLength(1);
});

it('a look whose answer was lost is a 503, since nothing can have happened', async () => {
  const { secretId } = (await create()).body as { secretId: string };
  wire.poison = secretId;
  const looked = await send(server.baseUrl, `GET /public/secrets/${secretId}`);
  wire.poison = undefined;
  expect([looked.status, looked.headers['retry-after']]).toEqual([503, '2']);
  expect((await send(server.baseUrl, `GET /public/secrets/${secretId}`)).status).toBe(200);
});

it('a file whose commit was lost keeps its bytes', async () => {
  const bytes = randomBytes(300_000);
  const { id, uploadUrl } = await announce(server);
  wire.poison = 'COMMIT';
  const lost = await put(uploadUrl, bytes);
  wire.poison = undefined;
  expect(lost.status).toBe(500);
  expect((await put(uploadUrl, bytes)).status).toBe(404);
  expect(await download(await openFile(server, id))).toBe(sha256(bytes));
});
