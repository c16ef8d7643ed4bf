import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotently } from '../../../server/src/http/idempotency/carry-out.ts';
import { linkId } from '../../../server/src/crypto/tokens.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';

let servers: Pair;
beforeAll(async () => void (servers = await startPair()));
afterAll(() => servers.close());

const create = (idempotencyKey: string, json: unknown, i = 0): Promise<Reply> =>
  send(servers.bases[i % 2]!, 'POST /secrets', {
    key: servers.apiKey,
    json,
    headers: { 'idempotency-key': idempotencyKey },
  });

const count = async (table: string): Promise<number> =>
  Number((await servers.database.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);

describe('one Idempotency-Key', () => {
  it('makes one secret out of 50 concurrent creates on two servers, and all get the same bytes', async () => {
    const before = await count('secrets');
    const responses = await atOnce(50, (i) => create('one', { secret: 'once' }, i));
    expect(tally(responses)).toEqual({ 201: 50 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(new Set(responses.map(({ headers }) => headers['content-type']))).toEqual(
      new Set(['application/json; charset=utf-8']),
    );
    expect(await count('secrets')).toBe(before + 1);
  });

  it('is claimed where the item lies that it makes', async () => {
    const { secretId } = (await create('where', { secret: 'here' })).body;
    const claims = await servers.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM idempotency_keys WHERE item_id = $1',
      [secretId],
    );
    expect(claims).toEqual([{ n: 1 }]);
  });

  it('makes another secret after 24 hours, also before a sweep', async () => {
    const { secretId } = (await create('a-day', { secret: 'today' })).body;
    expect((await create('a-day', { secret: 'tomorrow' })).status).toBe(422);
    await moveClock(servers.database, 24 * 3_600_000);
    const next = await create('a-day', { secret: 'tomorrow' });
    expect([next.status, next.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(next.body.secretId).not.toBe(secretId);
  });

  it('is answered with 409 while its first request still runs after five seconds', async () => {
    await create('slow', { secret: 'slow' });
    const client = await servers.database.connect();
    try {
      // An uncommitted change of what it makes is what a request looks like that has not finished.
      await client.query('BEGIN; DELETE FROM idempotency_keys; DELETE FROM secrets');
      const busy = await create('slow', { secret: 'slow' }, 1);
      expect([busy.status, busy.body.code]).toEqual([409, 'idempotency_in_progress']);
      expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
      await client.query('ROLLBACK');
      expect((await create('slow', { secret: 'slow' }, 1)).headers['idempotency-replayed']).toBe('true');
    } finally {
      await client.end();
    }
  });
});

it('is replayed also when two of its requests wait for each other, one for the id, one for the claim', async () => {
  const { apiKey: key, bases, database } = servers;
  const headers = { 'idempotency-key': 'crossed' };
  const ask = () => send(bases[0], 'POST /secrets', { key, json: { secret: 'crossed' }, headers });
  const first = await ask();
  await database.query('DELETE FROM secrets WHERE id = $1', [first.body.secretId]);
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM idempotency_keys WHERE item_id = $1', [first.body.secretId]);
    const second = ask();
    const waiting = `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE a.datname = current_database() AND NOT granted`;
    await expect.poll(() => database.query(waiting)).toHaveLength(1);
    // PostgreSQL ends one of the two.
    await client.query('LOCK TABLE secrets IN SHARE MODE').catch(() => undefined);
    await client.query('ROLLBACK');
    const { text, headers: replayed } = await second;
    expect([text, replayed['idempotency-replayed']]).toEqual([first.text, 'true']);
  } finally {
    await client.end();
  }
});

it('stores neither response nor payload where the database alone could read or guess them', async () => {
  const body = { secret: 'guessable' };
  const { body: response } = await create('sealed-slot', body);
  const rows = await servers.database.query<Record<string, Buffer | string>>(
    'SELECT api_key_id, slot, fingerprint, answer FROM idempotency_keys',
  );
  const stored = Buffer.concat(rows.flatMap((row) => Object.values(row)).map((value) => Buffer.from(value)));
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  const payload = JSON.stringify(body);
  for (const clear of [
    response.secretId,
    response.secretUrl,
    'guessable',
    'sealed-slot',
    servers.apiKey,
    sha256(payload),
  ]) {
    expect(stored.includes(clear)).toBe(false);
  }
});

describe('a repetition', () => {
  const errors: unknown[] = [];
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, undefined, { through: (database) => noting(errors, database) });
  });
  afterAll(() => app.close());

  it.each([
    ['secrets', { secret: 'once' }],
    ['transfers', { type: 'text', text: 'once' }],
    ['transfers', { type: 'file', fileName: 'once.txt' }],
    ['requests', { title: 'once' }],
    ['rooms', { name: 'once' }],
    ['drops', { label: 'once' }],
    ['debug-share', { logs: 'once' }],
  ])(
    'of a create of %s with %j fails no statement with its link, which PostgreSQL would log',
    async (path, json) => {
      const call = { key: app.apiKey, json, headers: { 'idempotency-key': 'again' } };
      const once = () => send(app.baseUrl, `POST /${path}`, call);
      const first = await once();
      expect(first.status).toBe(201);
      const others = await atOnce(4, once);
      expect(new Set(others.map(({ text }) => text))).toEqual(new Set([first.text]));
      const links = Object.values(first.body).filter((value) => /^[A-Za-z0-9]{22}$/.test(String(value)));
      expect(links).toHaveLength(1);
      expect(JSON.stringify(errors)).not.toContain(links[0]);
      // The item is gone and its id free; the claim is not.
      await app.database.query(`DELETE FROM ${path === 'debug-share' ? 'transfers' : path}`);
      expect((await once()).text).toBe(first.text);
      // The id is taken, and the claim is gone.
      await app.database.query('DELETE FROM idempotency_keys');
      const second = await once();
      await app.database.query('DELETE FROM idempotency_keys');
      const third = await once();
      expect([second.status, third.status]).toEqual([201, 201]);
      expect(third.text).not.toBe(second.text);
      await app.database.query('DELETE FROM idempotency_keys');
    },
  );
});

it('gives a sender what a server of an earlier version has kept, though the PIN is another by now', async () => {
  const { apiKey: key, bases, database } = servers;
  const { requestId, pin } = (await send(bases[0], 'POST /requests', { key, json: { title: 'Papers' } }))
    .body;
  const headers = { 'idempotency-key': linkId() };
  const announce = () =>
    send(bases[0], `POST /public/requests/${requestId}/files`, { json: { pin, fileName: 'a.txt' }, headers });
  const first = await announce();
  expect(first.status).toBe(201);
  // Older servers do not say where a claim lies.
  await database.query(`UPDATE idempotency_keys SET item_id = '' WHERE item_id = $1`, [requestId]);
  expect((await send(bases[0], `POST /requests/${requestId}/rotate-pin`, { key })).status).toBe(200);
  const repeated = await announce();
  expect([repeated.text, repeated.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
});

/** Notes what fails, as PostgreSQL says it. */
function noting(errors: unknown[], database: Database): Database {
  const note = (error: unknown): never => {
    errors.push({ ...(error as object), message: (error as Error).message });
    throw error;
  };
  return {
    ...database,
    query: (sql, values, options) => database.query<never>(sql, values, options).catch(note),
    begin: () => {
      const trx = database.begin();
      return {
        ...trx,
        query: (sql, values) => trx.query<never>(sql, values).catch(note),
        transaction: (work) =>
          work({ ...trx, query: (sql, values) => trx.query<never>(sql, values).catch(note) }),
      };
    },
  };
}

it('makes one transfer for each of 40 keys although a server is killed in the middle', async () => {
  const { bases, database, env, apiKey: key } = servers;
  const before = await count('transfers');
  const mortal = await startServerProcess({ ...env, RATE_LIMIT_KEY: '1000000', LOG_LEVEL: 'silent' });
  const places = [mortal.baseUrl, bases[0]];
  let done = 0;
  const untilCreated = async (i: number): Promise<Reply> => {
    const headers = { 'idempotency-key': `order-${i}` };
    const json = { type: 'text', text: `order ${i}` };
    for (let attempt = i; ; attempt++) {
      const base = places[attempt % 2]!;
      const response = await send(base, 'POST /transfers', { key, json, headers }).catch(() => undefined);
      if (++done === 10) void mortal.stop('SIGKILL');
      if (response?.status === 201) return response;
    }
  };
  const responses = await atOnce(40, untilCreated);
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(40);
  expect(await count('transfers')).toBe(before + 40);
  places[0] = bases[1];
  const again = await atOnce(40, untilCreated);
  expect(again.map(({ text }) => text)).toEqual(responses.map(({ text }) => text));
  const [created] = await database.query<{ n: string }>(
    `SELECT count(*) AS n FROM events WHERE type = 'transfer.created'`,
  );
  expect(Number(created!.n)).toBe(await count('transfers'));
});

it('keeps the response to what was written when a random name was taken first', async () => {
  const database = openDatabase({ connection: servers.database.connection, poolSize: 1 });
  const use = {
    keyId: 'key_of_nobody',
    secret: servers.apiKey,
    replayAfterItemEnded: false,
    keyring: undefined,
    idempotencyKey: 'name taken',
    operation: 'transfers.create {}',
    payload: Buffer.alloc(0),
    itemId: undefined,
    now: new Date(),
    idFrom: () => linkId(),
  };
  const plans = ['taken', 'free'].map((name) => ({
    kind: 'creation' as const,
    reply: { status: 201, body: name },
    creation: {
      ctes: `created AS (SELECT '' AS id WHERE $1::text = $2)`,
      values: [name, 'free'],
      keyId: use.keyId,
    },
  }));
  const once = () => idempotently(database, use, async () => plans.shift() ?? expect.fail('no plan is left'));
  try {
    await servers.database.query(
      `INSERT INTO api_keys (id, account_id, name, environment, last4, hash, scopes)
       SELECT 'key_of_nobody', account_id, name, environment, last4, 'hash of nobody', scopes FROM api_keys LIMIT 1`,
    );
    expect(await once()).toEqual({ status: 201, body: 'free', replayed: false });
    plans.push({
      kind: 'creation',
      reply: { status: 201, body: 'again' },
      creation: { ctes: `created AS (SELECT '' AS id)`, values: [], keyId: use.keyId },
    });
    expect(await once()).toEqual({ status: 201, body: 'free', replayed: true });
  } finally {
    await database.close();
  }
});
