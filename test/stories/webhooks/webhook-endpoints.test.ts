import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createDatabase, createKeyring } from '../../../server/src/deps.ts';
import { respond, listenForTest, OK } from '../../../server/test/webhook-listener.ts';
import { startApp } from '../../support/server/app.ts';
import { QUICK } from '../../support/webhooks/delivery-worker.ts';
import type { Received } from '../../support/webhooks/receiver.ts';
import { send } from '../../support/network/send.ts';
import { isSignedBy, verify } from '../../support/webhooks/oracles.ts';
import { useWebhooks, WAIT, type Delivery } from '../../support/webhooks/stage.ts';

const stage = useWebhooks({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1,localhost' });

const SIGNATURE = 'x-service-signature';
const NEXT = 'x-service-signature-next';

describe('an endpoint', () => {
  it('is answered again under its Idempotency-Key, also where it would be refused by now', async () => {
    const stricter = await startApp(
      { ...stage.env, WEBHOOK_ALLOWED_HOSTS: 'else.example' },
      stage.app.database,
    );
    const { text: key } = await stage.app.createKey();
    const create = (baseUrl: string, idempotencyKey: string) =>
      send(baseUrl, 'POST /webhook-endpoints', {
        key,
        json: { url: 'http://127.0.0.1:9/' },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const made = await create(stage.app.baseUrl, 'one');
    const again = await create(stricter.baseUrl, 'one');
    expect([made.status, again.status, again.text]).toEqual([201, 201, made.text]);
    expect((await create(stricter.baseUrl, 'two')).status).toBe(400);
    await stricter.close({ keepDatabase: true });
  });
});

describe('a URL', () => {
  const query = <Row extends object>(sql: string, values?: unknown[]) =>
    stage.app.database.query<Row>(sql, values);

  it('is shown to its owner, and stands nowhere in the database but for its host', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const url = (name: string) => `${receiver.url}/path-${name}?token=${name}`;
    const { id } = await owner.register(receiver, { url: url('first'), description: 'for path-first' });
    const path = `/webhook-endpoints/${id}`;
    expect((await owner.call(`PATCH ${path}`, { json: { url: url('second') } })).body).toMatchObject({
      url: url('second'),
      description: 'for path-first',
    });
    const described = await owner.call(`PATCH ${path}`, { json: { description: 'for path-second' } });
    expect(described.body.description).toBe('for path-second');
    stage.worker();
    await owner.transfer();
    await owner.ended(id);
    expect(receiver.received[0]!.path).toBe('/path-second?token=second');
    expect((await owner.call(`GET ${path}`)).body.description).toBe('for path-second');
    expect((await owner.call(`GET ${path}`)).body.url).toBe(url('second'));
    expect((await owner.call('GET /webhook-endpoints')).body.webhookEndpoints[0].url).toBe(url('second'));
    for (const table of ['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts', 'events']) {
      const rows = await query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      expect(rows.map(({ row }) => row).join()).not.toMatch(/path-|token/);
    }
    await owner.call(`PATCH ${path}`, { json: { description: null } });
    expect((await owner.call(`GET ${path}`)).body.description).toBeNull();
    expect(await query('SELECT host FROM webhook_endpoints WHERE id = $1', [id])).toEqual([
      { host: new URL(receiver.url).host },
    ]);
  });

  it('that a server of the version before has left in the clear is used until it is sealed, by several at once', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver, { description: 'sealed' });
    const other = await owner.register(receiver, { events: ['secret.consumed'], description: 'sealed' });
    const url = `${receiver.url}/old?token=old`;
    await query(`UPDATE webhook_endpoints SET url = $2, description = 'old' WHERE id = $1`, [id, url]);
    await query(`UPDATE webhook_endpoints SET description = 'old' WHERE id = $1`, [other.id]);
    const file = () => query(`SELECT pg_relation_filenode('webhook_endpoints') AS node`);
    const clear = () => query('SELECT FROM webhook_endpoints WHERE num_nonnulls(url, description) > 0');
    const [before, path] = [await file(), `/webhook-endpoints/${id}`];
    expect((await owner.call(`GET ${path}`)).body).toMatchObject({ url, description: 'old' });
    stage.worker();
    await owner.transfer();
    await owner.ended(id);

    await Promise.all([stage.app.sweep(), stage.app.sweep()]);
    expect(await clear()).toEqual([]);
    const after = await file();
    expect(after).not.toEqual(before);
    expect((await owner.call(`GET ${path}`)).body).toMatchObject({ url, description: 'old' });
    expect((await owner.call(`GET /webhook-endpoints/${other.id}`)).body.description).toBe('old');
    await owner.transfer();
    await owner.ended(id, 2);
    expect(receiver.received.map(({ path }) => path)).toEqual(Array(2).fill('/old?token=old'));
    await stage.app.sweep();
    expect(await file()).toEqual(after);
  });
});

describe('a signing secret', () => {
  it('is shown once, and stands nowhere in the database', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id, secret } = await owner.register(receiver);
    const rotated = (await owner.call(`POST /webhook-endpoints/${id}/rotate-secret`)).body.secret;
    await owner.transfer();
    stage.worker();
    await owner.ended(id);
    const responses = [
      await owner.call(`GET /webhook-endpoints/${id}`),
      await owner.call('GET /webhook-endpoints'),
      await owner.call(`PATCH /webhook-endpoints/${id}`, { json: { description: 'x' } }),
      await owner.call(`GET /webhook-endpoints/${id}/deliveries`),
      await owner.call(`POST /webhook-endpoints/${id}/rotate-secret/confirm`),
    ];
    expect(responses.map(({ text }) => text).join()).not.toMatch(/whsec_|secret"/);
    const tables = ['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts', 'events'];
    for (const table of tables) {
      const rows = await stage.app.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      const stored = rows.map(({ row }) => row).join();
      for (const each of [secret, rotated].map((text: string) => text.replace('whsec_', ''))) {
        const forms = [each, Buffer.from(each).toString('hex'), Buffer.from(each, 'base64').toString('hex')];
        for (const form of forms) expect(stored).not.toContain(form);
      }
    }
  });

  it('keeps a server from starting without the key that it is sealed under', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    await owner.register(receiver);
    const { database } = stage.app;
    await database.query('DELETE FROM transfers');
    const pool = createDatabase({ DATABASE_POOL_SIZE: 2 }, database.connection);
    const other = { ENCRYPTION_KEYS: [randomBytes(32)], DATA_DIR: '' };
    await expect(createKeyring(other, pool)).rejects.toThrow(/sealed under the encryption key/);
    await database.query('DELETE FROM webhook_endpoints');
    await createKeyring(other, pool);
    await pool.close();
  });

  it('is rotated with an overlap in which both sign, until it is confirmed', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id, secret: old } = await owner.register(receiver);
    const path = `/webhook-endpoints/${id}`;
    const rotate = (json?: object) => owner.call(`POST ${path}/rotate-secret`, json && { json });
    stage.worker();
    let sent = 0;
    const next = async (): Promise<Received> => {
      await owner.transfer();
      await owner.ended(id, ++sent);
      return receiver.received.at(-1)!;
    };

    const replaced = (await rotate()).body.secret;
    const begun = (await rotate({ overlapHours: 1.5 })).body;
    const { startedAt, endsAt } = begun.rotation;
    expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(1.5 * 3_600_000);
    expect((await owner.call(`GET ${path}`)).body.rotation).toEqual(begun.rotation);
    const during = await next();
    expect(await isSignedBy(during, SIGNATURE, old)).toBe(true);
    expect(await isSignedBy(during, NEXT, begun.secret)).toBe(true);
    for (const each of [old, begun.secret])
      await verify({ ...during, headers: headersFor(during, each) }, each);
    await expect(verify(during, replaced)).rejects.toThrow();

    const confirm = () => owner.call(`POST ${path}/rotate-secret/confirm`);
    expect((await confirm()).body).toMatchObject({ id, rotation: null });
    expect((await confirm()).body).toMatchObject({ id, rotation: null });
    const after = await next();
    await verify(after, begun.secret);
    expect(after.headers[NEXT]).toBeUndefined();
    await expect(verify(after, old)).rejects.toThrow();

    const leaked = (await rotate({ overlapHours: 0 })).body;
    expect(leaked.rotation).toBeNull();
    const atOnceNew = await next();
    await verify(atOnceNew, leaked.secret);
    expect(atOnceNew.headers[NEXT]).toBeUndefined();

    /** For stripe, which knows one header: the one that this secret signs. */
    function headersFor(received: Received, secret: string): Received['headers'] {
      if (secret === old) return received.headers;
      return { ...received.headers, [SIGNATURE]: received.headers[NEXT] };
    }
  });

  it('takes over when the overlap is over, before and after it has been cleaned up', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    const path = `/webhook-endpoints/${id}`;
    const second = (await owner.call(`POST ${path}/rotate-secret`)).body.secret as string;
    await stage.app.database.query(
      `UPDATE webhook_endpoints SET rotation_ends_at = now(), rotation_started_at = now() - interval '1 day'
       WHERE id = $1`,
      [id],
    );
    stage.worker();
    expect((await owner.call(`GET ${path}`)).body.rotation).toBeNull();
    await owner.transfer();
    await owner.ended(id, 1);
    await verify(receiver.received[0]!, second);
    expect(receiver.received[0]!.headers[NEXT]).toBeUndefined();

    await stage.app.sweep();
    await owner.transfer();
    await owner.ended(id, 2);
    await verify(receiver.received[1]!, second);
  });
});

describe('a private address', () => {
  it('is refused again at every attempt, when a name has come to lead there, and nothing connects', async () => {
    const inside = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
    const canary = await listenForTest(respond(OK), { host: inside, port: 8443 });
    const [owner, resolve] = [await stage.owner(), vi.fn(async () => [inside])];
    const made = await owner.call('POST /webhook-endpoints', { json: { url: 'http://localhost:8443/' } });
    const { id } = made.body;
    const url = 'http://hooks.example.com:8443/';
    await stage.app.database.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [id, url]);
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [5, 5] }, { resolve });
    const [delivery] = await owner.ended(id);
    expect(delivery.attempts.map(({ status, error }) => [status, error])).toEqual(
      Array(3).fill([null, 'blocked_address']),
    );
    expect(resolve).toHaveBeenCalledTimes(3);
    expect(canary.connections).toBe(0);
  });

  it('that the operator has opened is closed again when the exception is withdrawn', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.env.WEBHOOK_ALLOWED_HOSTS = 'localhost';
    stage.worker({ ...QUICK, gaps: [] });
    stage.env.WEBHOOK_ALLOWED_HOSTS = '127.0.0.1,localhost';
    await vi.waitFor(async () => {
      const [{ attempts }] = (await owner.deliveries(id)) as [Delivery];
      expect(attempts.map(({ error }) => error)).toEqual(['blocked_address']);
    }, WAIT);
    expect(receiver.received).toEqual([]);
  });
});
