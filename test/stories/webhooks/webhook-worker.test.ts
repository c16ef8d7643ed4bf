import { describe, expect, it, vi } from 'vitest';
import { cleanUpWebhooks } from '../../../server/src/features/webhooks/jobs.ts';
import { createDatabase } from '../../../server/src/deps.ts';
import { CUT_CONNECTIONS } from '../../support/database/database.ts';
import { startApp } from '../../support/server/app.ts';
import { QUICK } from '../../support/webhooks/delivery-worker.ts';
import { hang, inSequence, status, type React } from '../../support/webhooks/receiver.ts';
import { send } from '../../support/network/send.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { verify } from '../../support/webhooks/oracles.ts';
import { useWebhooks, WAIT } from '../../support/webhooks/stage.ts';

const stage = useWebhooks();
const query = <Row extends object>(sql: string, values?: unknown[]) =>
  stage.app.database.query<Row>(sql, values);

describe('a worker that stops', () => {
  it('lets an attempt under way end', async () => {
    const owner = await stage.owner();
    let respondNow = (): void => undefined;
    const receiver = await stage.receiver((response) => (respondNow = () => void response.end()));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const worker = stage.worker({ ...QUICK, stopMs: 60_000 });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    const stopped = worker.stop();
    respondNow();
    await stopped;
    expect((await owner.deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: { length: 1 } });
  });

  it('cuts one that does not end, and gives it to the next worker at once', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(inSequence(hang, status(200)));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const patient = { ...QUICK, stopMs: 50, totalTimeoutMs: 300_000, leaseMs: 600_000 };
    const worker = stage.worker(patient);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    await worker.stop();
    stage.worker(patient);
    expect((await owner.ended(id))[0]).toMatchObject({ state: 'delivered', attempts: { length: 1 } });
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a worker', () => {
  it.each([
    ['a delivery', `webhook_deliveries SET lease = 7, lease_until`, 'endpoint_id'],
    ['a trial of an endpoint', `webhook_endpoints SET trial_until`, 'id'],
  ])('takes over %s from a dead one when its lease is over, and not before', async (_, lease, column) => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const [{ at }] = (await query<{ at: Date }>(
      `UPDATE ${lease} = now() + interval '300 milliseconds' WHERE ${column} = $1
       RETURNING now() + interval '300 milliseconds' AS at`,
      [id],
    )) as [{ at: Date }];
    stage.worker();
    const [delivery] = await owner.ended(id);
    expect(delivery.state).toBe('delivered');
    expect(Date.parse(delivery.attempts[0]!.startedAt)).toBeGreaterThanOrEqual(at.getTime() - 1);
  });

  it('does not write down what came of an attempt that another has taken over', async () => {
    const owner = await stage.owner();
    let respondNow = (): void => undefined;
    const late: React = (response) => (respondNow = () => void response.writeHead(500).end());
    const receiver = await stage.receiver(inSequence(late, status(200)));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const slow = stage.worker({ ...QUICK, stopMs: 60_000, gaps: [] });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    await query(`UPDATE webhook_deliveries SET lease = lease + 1 WHERE endpoint_id = $1`, [id]);
    respondNow();
    await slow.stop();
    expect(await owner.deliveries(id)).toMatchObject([{ state: 'pending', attempts: [] }]);
    await query(`UPDATE webhook_deliveries SET lease_until = now() WHERE endpoint_id = $1`, [id]);
    await query(`UPDATE webhook_endpoints SET trial_until = now() WHERE id = $1`, [id]);
    stage.worker();
    expect((await owner.ended(id))[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  });

  it('goes on when the database has broken off its connections', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker();
    for (let i = 1; i <= 2; i++) {
      await vi.waitFor(async () => {
        const states = await query('SELECT state FROM webhook_deliveries WHERE endpoint_id = $1', [id]);
        expect(states).toEqual([{ state: 'delivered' }]);
        expect(receiver.received).toHaveLength(i);
      }, WAIT);
      await query(CUT_CONNECTIONS);
      await query(
        `UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = now() WHERE endpoint_id = $1`,
        [id],
      );
    }
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), WAIT);
  });

  it('remembers a success over a failure of the database, and does not send again', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    let respondNow = (): void => undefined;
    receiver.react = (response) => (respondNow = () => void response.end());
    await owner.transfer();
    stage.worker();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    await query(`CREATE SEQUENCE refusals`);
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('refusals'); RAISE EXCEPTION 'shutting down' USING ERRCODE = '57P01'; END $$`);
    await query(
      `CREATE TRIGGER refuse BEFORE UPDATE OF attempt_leases ON webhook_deliveries EXECUTE FUNCTION refuse()`,
    );
    respondNow();
    await vi.waitFor(async () => {
      expect(await query('SELECT is_called FROM refusals')).toEqual([{ is_called: true }]);
    }, WAIT);
    await query('DROP TRIGGER refuse ON webhook_deliveries');
    const [delivery] = await owner.ended(id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: { length: 1 } });
    expect(receiver.received).toHaveLength(1);
  });

  it('sends to one host only so much at once, to its endpoints in turn', async () => {
    const owner = await stage.owner();
    let [open, most] = [0, 0];
    const receiver = await stage.receiver((response) => {
      most = Math.max(most, ++open);
      setTimeout(() => response.end(() => open--), 5);
    });
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await owner.register(receiver)).id);
    for (let i = 0; i < 8; i++) await owner.transfer();
    stage.worker({ ...QUICK, promptMs: 300_000, maxPerEndpoint: 2, maxPerHost: 3 });
    for (const id of ids) await owner.ended(id, 8);
    expect(most).toBeLessThanOrEqual(3);
    expect(receiver.received).toHaveLength(24);
  });

  it('sends nothing for a key that was revoked or has expired', async () => {
    const [revoked, expired, living] = [await stage.owner(), await stage.owner(), await stage.owner()];
    const receivers = [await stage.receiver(), await stage.receiver(), await stage.receiver()] as const;
    const ids: string[] = [];
    for (const [i, owner] of [revoked, expired, living].entries()) {
      ids.push((await owner.register(receivers[i]!)).id);
      await owner.transfer();
      await owner.call(`POST /webhook-endpoints/${ids[i]}/test`);
    }
    await query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.keyId]);
    await query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.keyId]);
    stage.worker();
    await living.ended(ids[2]!, 2);
    await vi.waitFor(async () => {
      const states = await query(
        `SELECT endpoint_id, state, count(*)::int AS n FROM webhook_deliveries WHERE endpoint_id = ANY ($1)
         GROUP BY 1, 2 ORDER BY array_position($1, endpoint_id)`,
        [ids],
      );
      expect(states.map(({ state, n }: any) => [state, n])).toEqual([
        ['failed', 2],
        ['failed', 2],
        ['delivered', 2],
      ]);
    }, WAIT);
    expect(receivers.map(({ received }) => received.length)).toEqual([0, 0, 2]);
  });
});

describe('the clean-up', () => {
  it('removes deliveries after 30 days, and those of an endpoint that is gone, with their attempts', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const [kept, removed] = [await owner.register(receiver), await owner.register(receiver)];
    await owner.transfer();
    await owner.transfer();
    stage.worker();
    await owner.ended(kept.id, 2);
    await owner.ended(removed.id, 2);
    const [old, young] = await owner.deliveries(kept.id);
    await query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '30 days 1 second' WHERE id = $1`,
      [old!.id],
    );
    await query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '29 days 23 hours' WHERE id = $1`,
      [young!.id],
    );
    await owner.call(`DELETE /webhook-endpoints/${removed.id}`);
    const database = createDatabase({ DATABASE_POOL_SIZE: 2 }, stage.app.database.connection);
    await Promise.all([cleanUpWebhooks(database), cleanUpWebhooks(database)]);
    await database.close();
    expect((await owner.deliveries(kept.id)).map(({ id }) => id)).toEqual([young!.id]);
    const left = await query(
      'SELECT id, cardinality(attempt_times) AS attempts FROM webhook_deliveries WHERE endpoint_id = ANY ($1)',
      [[kept.id, removed.id]],
    );
    expect(left).toEqual([{ id: young!.id, attempts: 1 }]);
  });
});

it('every server sends webhooks, and stops in order', async () => {
  const [owner, receiver] = [await stage.owner(), await stage.receiver()];
  const { id, secret } = await owner.register(receiver);
  await owner.transfer();
  const server = await startServerProcess({ ...stage.env, LOG_LEVEL: 'error' });
  try {
    expect((await owner.ended(id))[0]).toMatchObject({ state: 'delivered' });
    await verify(receiver.received[0]!, secret);
  } finally {
    expect(await server.stop()).toBe(0);
  }
  expect(server.stderr).toBe('');
});

it('in production only https will do, even for a host that the operator has opened', async () => {
  const app = await startApp({
    NODE_ENV: 'production',
    APP_URL: 'https://share.example',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  });
  try {
    const register = (url: string) =>
      send(app.baseUrl, 'POST /webhook-endpoints', { key: app.apiKey, json: { url, events: null } });
    const refused = await register('http://127.0.0.1:9/');
    expect([refused.status, refused.body.errors[0]]).toEqual([
      400,
      { pointer: '/body/url', code: 'webhook_url', detail: 'must use https' },
    ]);
    expect((await register('https://127.0.0.1:9/')).status).toBe(201);
  } finally {
    await app.close();
  }
});
