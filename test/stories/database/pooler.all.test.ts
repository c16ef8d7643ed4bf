import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl } from '../../support/database/database-url.ts';
import { openStream } from '../../support/network/event-stream.ts';
import { announce, download, openFile, put, sha256 } from '../../support/files/file-transfers.ts';
import { findPgBouncer, startPgBouncer, type PgBouncer } from '../../support/database/pgbouncer.ts';
import { atOnce, send, tally } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

/* A small tier of `npm run test:pooler`, which sends the scenarios and the races of other tests through it. */
const found = findPgBouncer();
const without = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(without)(`behind PgBouncer, by transactions${without}`, () => {
  const env = {
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_KEY: '1000000',
    MAX_BYTES_PER_KEY: '100000000',
  };
  let database: TestDatabase;
  let bouncer: PgBouncer;
  let servers: ServerProcess[] = [];
  const through = ({ connection }: PgBouncer): string =>
    databaseUrl({ ...connection, database: new URL(database.url).pathname.slice(1) });
  const refusal = async (of: PgBouncer): Promise<string> =>
    startServerProcess({ ...env, DATABASE_URL: through(of) }).then(
      async (server) => `it started: ${await server.stop()}`,
      (error: Error) => error.message,
    );
  let message: string;

  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
    bouncer = await startPgBouncer(inject('cluster'));
    message = await refusal(bouncer);
    for (const statement of message.match(/ALTER ROLE .*?;/g) ?? []) await database.query(statement);
    await bouncer.tell('RECONNECT');
    const direct = databaseUrl({ ...inject('cluster'), database: new URL(database.url).pathname.slice(1) });
    servers = await Promise.all(
      [{}, { DATABASE_LISTEN_URL: direct }].map((more) =>
        startServerProcess({ ...env, DATABASE_URL: through(bouncer), ...more }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await bouncer.stop();
    await database.drop();
  });
  const key = (): string => servers.map(({ apiKey }) => apiKey).find(Boolean)!;
  const baseFor = (i: number): string => servers[i % 2]!.baseUrl;

  it('a start without time-outs says what to set, and where; set so, two begin on an empty database at once', () => {
    expect(message).toMatch(
      /keeps no time-outs of a session\. Set them for the role, in the database itself/,
    );
    expect(message.match(/SET \w+ = \d+/g)).toEqual([
      'SET lock_timeout = 5000',
      'SET statement_timeout = 15000',
      'SET idle_in_transaction_session_timeout = 60000',
    ]);
    expect(servers.map(({ apiKey }) => Boolean(apiKey)).sort()).toEqual([false, true]);
  });

  it('a start where prepared statements get lost says so', async () => {
    const forgetful = await startPgBouncer(inject('cluster'), { settings: ['max_prepared_statements = 0'] });
    try {
      expect(await refusal(forgetful)).toMatch(/loses prepared statements\. Use PgBouncer 1\.21 or newer/);
    } finally {
      await forgetful.stop();
    }
  });

  it('of many readers one gets a secret, and of many creates with one key one is carried out', async () => {
    for (let round = 0; round < 5; round++) {
      const headers = { 'idempotency-key': `round-${round}` };
      const made = await atOnce(8, (i) =>
        send(baseFor(i), 'POST /secrets', { key: key(), json: { secret: 'x' }, headers }),
      );
      expect(tally(made)).toEqual({ 201: 8 });
      const [id, ...others] = new Set(made.map(({ body }) => body.secretId as string));
      expect(others).toEqual([]);
      const read = await atOnce(32, (i) => send(baseFor(i), `POST /public/secrets/${id}/reveal`));
      expect(tally(read)).toEqual({ 200: 1, 404: 31 });
    }
  });

  it('a statement that was refused is carried out when it comes again, over whichever connection', async () => {
    const connection = { ...bouncer.connection, database: new URL(database.url).pathname.slice(1) };
    const pool = openDatabase({ connection, poolSize: 2, pooled: true });
    await database.query('CREATE TABLE notes (text text CHECK (text NOT LIKE $$%!$$))');
    const texts = ['1', '2', '3', '4', '5', '6'];
    const note = (sql: string, text: string) => pool.query(sql, [text], { lockKey: text });
    try {
      const [refused, ...others] = await Promise.allSettled([
        note('INSERT INTO notes VALUES ($1)', '0!'),
        ...texts.map((text) => note('INSERT INTO notes SELECT $1', text)),
      ]);
      expect(refused).toMatchObject({ reason: { code: '23514' } });
      expect(others.filter(({ status }) => status === 'rejected')).toEqual([]);
      const misspelt = texts.map((text) => note('SELECT txt FROM notes WHERE text = $1', text));
      expect(await Promise.allSettled(misspelt)).toEqual(
        texts.map(() =>
          expect.objectContaining({ reason: expect.objectContaining({ code: '42703' }) as object }),
        ),
      );
    } finally {
      await pool.close();
      await database.query('DROP TABLE notes');
    }
  });

  it('a file arrives whole', async () => {
    const bytes = randomBytes(3_000_000);
    const api = { baseUrl: baseFor(0), apiKey: key() };
    const { id, uploadUrl } = await announce(api);
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    expect(await download(await openFile({ ...api, baseUrl: baseFor(1) }, id))).toBe(sha256(bytes));
  });

  it('events of a room are live at both servers, and /readyz says by which way', async () => {
    const room = await send(baseFor(0), 'POST /rooms', { key: key(), json: { name: 'r' } });
    const { roomId } = room.body as { roomId: string };
    const streams = await Promise.all(
      [0, 1].map((i) => openStream(baseFor(i), `/public/rooms/${roomId}/events`)),
    );
    const post = (text: string) =>
      send(baseFor(0), `POST /rooms/${roomId}/messages`, { key: key(), json: { text } });
    expect((await post('hello')).status).toBe(201);
    for (const { events } of streams) await expect.poll(() => events.length).toBe(1);
    for (const stream of streams) stream.leave();
    const events = async (i: number) => (await send(servers[i]!.url, 'GET /readyz')).body.events as string;
    await expect.poll(() => events(0)).toBe('poll');
    await expect.poll(() => events(1)).toBe('listen');
  });

  it('a key holds no more bytes than it may', async () => {
    const held = () => send(baseFor(0), 'GET /key', { key: key() });
    const before = (await held()).body;
    await database.query(`UPDATE byte_quotas SET bytes = 10 WHERE owner = 'each'`);
    const { status, body } = await send(baseFor(0), 'POST /secrets', {
      key: key(),
      json: { secret: 'x'.repeat(99) },
    });
    await database.query(`UPDATE byte_quotas SET bytes = 100000000 WHERE owner = 'each'`);
    expect([status, body.code]).toEqual([409, 'quota_exceeded']);
    expect((await held()).body).toEqual(before);
  });
});
