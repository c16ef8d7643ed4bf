import { describe, expect, it, vi } from 'vitest';
import { QUICK } from '../../support/webhooks/delivery-worker.ts';
import { tally } from '../../support/network/send.ts';
import { inSequence, reset, status } from '../../support/webhooks/receiver.ts';
import { faultsOfEvent, verify } from '../../support/webhooks/oracles.ts';
import { useWebhooks, WAIT, type Owner } from '../../support/webhooks/stage.ts';

const stage = useWebhooks();

describe('an event', () => {
  it('of each kind arrives once, as the log has it, as the contract says, and signed for three verifiers', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id: endpointId, secret } = await owner.register(receiver);
    const burnt = await owner.call('POST /secrets', { json: { secret: 's' } });
    await owner.call(`POST /public/secrets/${burnt.body.secretId}/reveal`);
    const once = await owner.call('POST /transfers', { json: { type: 'text', text: 't', oneTime: true } });
    await owner.call(`POST /public/transfers/${once.body.id}/open`);
    stage.worker();
    await owner.ended(endpointId, 4);

    const types = receiver.received.map(({ event }) => event.type).sort();
    expect(types).toEqual(['secret.consumed', 'transfer.completed', 'transfer.created', 'transfer.deleted']);
    for (const received of receiver.received) {
      const logged = await owner.call(`GET /events/${received.event.id}`);
      expect(received.body).toBe(logged.text);
      expect(faultsOfEvent(received)).toEqual([]);
      expect(Buffer.byteLength(received.body)).toBeLessThan(4096);
      expect(received.headers['x-service-signature-next']).toBeUndefined();
      await verify(received, secret);
      await expect(verify({ ...received, body: `${received.body} ` }, secret)).rejects.toThrow();
    }
  });

  it('and its deliveries are made with the state that it tells of, or none of the three is', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver());
    const query = (sql: string, values?: unknown[]) => stage.app.database.query(sql, values);
    const made = () =>
      query(
        `SELECT (SELECT count(*)::int FROM transfers WHERE api_key_id = $1) AS transfers,
           (SELECT count(*)::int FROM events WHERE api_key_id = $1) AS events,
           (SELECT count(*)::int FROM webhook_deliveries WHERE endpoint_id = $2) AS deliveries`,
        [owner.keyId, id],
      );
    await query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
    );
    for (const table of ['transfers', 'events', 'webhook_deliveries']) {
      await query(`CREATE TRIGGER refuse AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`);
      const refused = await owner.call('POST /transfers', { json: { type: 'text', text: 'x' } });
      expect([table, refused.status]).toEqual([table, 500]);
      await query(`DROP TRIGGER refuse ON ${table}`);
    }
    await query('DROP FUNCTION refuse');
    expect(await made()).toEqual([{ transfers: 0, events: 0, deliveries: 0 }]);
    await owner.transfer();
    expect(await made()).toEqual([{ transfers: 1, events: 1, deliveries: 1 }]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again, with the same body and a new signature, until it arrives; every attempt is told', async () => {
    const elsewhere = await stage.receiver();
    const receiver = await stage.receiver(
      inSequence(status(500), reset, status(302, { location: elsewhere.url }), status(204)),
    );
    const owner = await stage.owner();
    const { id, secret } = await owner.register(receiver);
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [10, 10, 1_300] });
    const [delivery] = await owner.ended(id);

    expect(delivery).toMatchObject({ endpointId: id, eventType: 'transfer.created', test: false });
    expect(delivery).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    expect(delivery.attempts.map(({ status, error }) => [status, error])).toEqual([
      [500, 'http_status'],
      [null, 'connection_lost'],
      [302, 'redirect'],
      [204, null],
    ]);
    const starts = delivery.attempts.map(({ startedAt }) => startedAt);
    expect(starts).toEqual(starts.toSorted());
    for (const { durationMs } of delivery.attempts) expect(durationMs).toBeGreaterThanOrEqual(0);

    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-signature'])).size).not.toBe(1);
    for (const received of receiver.received) await verify(received, secret);
    // Others may still send to the port that it has now.
    expect(elsewhere.received.map(({ body }) => body)).not.toContain(receiver.received[0]!.body);
  });

  it('has failed when the schedule is over, and can be sent once more by hand', async () => {
    const receiver = await stage.receiver(status(503));
    const owner = await stage.owner();
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker();
    const [failed] = await owner.ended(id);
    expect([failed.state, failed.attempts.length, failed.nextAttemptAt]).toEqual(['failed', 4, null]);

    const redeliver = () => owner.call(`POST /webhook-endpoints/${id}/deliveries/${failed.id}/redeliver`);
    expect((await redeliver()).body).toMatchObject({ success: true, state: 'pending', id: failed.id });
    const [again] = await owner.ended(id);
    expect([again.state, again.attempts.length]).toEqual(['failed', 5]);
    receiver.react = status(200);
    await redeliver();
    const [delivered] = await owner.ended(id);
    expect([delivered.state, delivered.attempts.length]).toEqual(['delivered', 6]);
    await redeliver();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(7), WAIT);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('goes on with its schedule when it is sent by hand in between', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [3_600_000, 10] });
    const waiting = await vi.waitFor(async () => {
      const [delivery] = await owner.deliveries(id);
      expect(delivery!.attempts).toHaveLength(1);
      // A list reads the attempts a moment after the deliveries, which may not know of them yet.
      const inMinutes = (Date.parse(delivery!.nextAttemptAt!) - Date.now()) / 60_000;
      expect(inMinutes).toBeGreaterThan(47);
      expect(inMinutes).toBeLessThan(73);
      return delivery!;
    }, WAIT);
    const { body } = await owner.call(`POST /webhook-endpoints/${id}/deliveries/${waiting.id}/redeliver`);
    expect(Date.parse(body.nextAttemptAt)).toBeLessThanOrEqual(Date.now());
    expect((await owner.ended(id))[0]).toMatchObject({ state: 'failed', attempts: { length: 3 } });
  });

  it('waits as long as the receiver asks, within limits', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(inSequence(status(429, { 'retry-after': '1' }), status(200)));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker();
    await owner.ended(id);
    expect(receiver.received[1]!.at - receiver.received[0]!.at).toBeGreaterThan(990);

    receiver.react = status(429, { 'retry-after': '999999' });
    await owner.transfer();
    await vi.waitFor(async () => {
      const [delivery] = await owner.deliveries(id);
      const inSeconds = (Date.parse(delivery!.nextAttemptAt!) - Date.now()) / 1000;
      expect(Math.round(inSeconds / 60)).toBe(60);
    }, WAIT);
  });
});

describe('an endpoint', () => {
  const pending = async (owner: Owner, id: string) =>
    (await owner.deliveries(id)).filter(({ state }) => state === 'pending').length;

  it('that responds with 410 is disabled at once, and what was on its way has failed', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [3_600_000] });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    receiver.react = status(410);
    await owner.transfer();
    const ended = await owner.ended(id, 2);
    expect(ended.map(({ state }) => state)).toEqual(['failed', 'failed']);
    const { body } = await owner.call(`GET /webhook-endpoints/${id}`);
    expect([body.enabled, body.disabledReason]).toEqual([false, 'gone']);
    await owner.transfer();
    expect(await owner.deliveries(id)).toHaveLength(2);
  });

  it('that has failed for 120 hours without a success, ten times, is disabled', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    const state = async () => (await owner.call(`GET /webhook-endpoints/${id}`)).body.disabledReason;
    const age = (hours: number) =>
      stage.app.database.query(
        `UPDATE webhook_endpoints SET failing_since = failing_since - $2 * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
    stage.worker({ ...QUICK, gaps: [5, 5, 5, 5, 5, 5, 5, 5, 5] });
    await owner.transfer();
    await owner.ended(id);
    await age(119);
    receiver.react = inSequence(status(200), status(500));
    await owner.transfer();
    await owner.ended(id, 2);
    await owner.transfer();
    await owner.ended(id, 3);
    await age(119);
    await owner.transfer();
    await owner.ended(id, 4);
    expect(await state()).toBeNull();
    await age(1);
    await owner.transfer();
    await owner.ended(id, 5);
    expect(await state()).toBe('failing');
  });

  it('that its owner disables gets nothing until it is enabled, and nothing of the time between', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    const patch = (json: object) => owner.call(`PATCH /webhook-endpoints/${id}`, { json });
    await owner.transfer();
    expect((await patch({ enabled: false })).body).toMatchObject({
      enabled: false,
      disabledReason: 'owner',
    });
    expect(await pending(owner, id)).toBe(0);
    await owner.transfer();
    expect((await patch({ enabled: true })).body).toMatchObject({ enabled: true, disabledReason: null });
    const id3 = await owner.transfer();
    stage.worker();
    const all = await owner.ended(id, 2);
    expect(all.map(({ state }) => state)).toEqual(['delivered', 'failed']);
    expect(receiver.received.map(({ event }) => event.data.object.id)).toEqual([id3]);
  });

  it('is sent a test when asked, whatever its filter and even if disabled, once, and it counts for nothing', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(410));
    const { id, secret } = await owner.register(receiver, { events: ['secret.consumed'] });
    const test = (json: object) => owner.call(`POST /webhook-endpoints/${id}/test`, { json });
    stage.worker();
    const scheduled = await test({ type: 'request.closed' });
    expect([scheduled.status, scheduled.body]).toMatchObject([
      201,
      { success: true, test: true, state: 'pending', eventType: 'request.closed', attempts: [] },
    ]);
    const [failed] = await owner.ended(id);
    expect([failed.state, failed.attempts.length, failed.test]).toEqual(['failed', 1, true]);
    expect((await owner.call(`GET /webhook-endpoints/${id}`)).body.enabled).toBe(true);

    await owner.call(`PATCH /webhook-endpoints/${id}`, { json: { enabled: false } });
    receiver.react = status(200);
    await test({});
    expect((await owner.ended(id, 2))[0]).toMatchObject({
      state: 'delivered',
      eventType: 'transfer.created',
    });
    for (const received of receiver.received) {
      expect(received.event).toMatchObject({ test: true, livemode: false });
      expect(faultsOfEvent(received)).toEqual([]);
      await verify(received, secret);
      expect((await owner.call(`GET /events/${received.event.id}`)).status).toBe(404);
    }
    expect((await owner.call('GET /events')).body.events).toMatchObject([
      { type: 'webhook_endpoint.disabled' },
    ]);
  });

  it('that is paused is tried at once when its owner asks, or nothing is put on its way', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver());
    const query = (sql: string, values?: unknown[]) => stage.app.database.query(sql, values);
    const test = () => owner.call(`POST /webhook-endpoints/${id}/test`, { json: {} });
    const [first] = [(await test()).body];
    await query(
      `UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL WHERE endpoint_id = $1`,
      [id],
    );
    const redeliver = () => owner.call(`POST /webhook-endpoints/${id}/deliveries/${first.id}/redeliver`);
    const states = async () => (await owner.deliveries(id)).map(({ state }) => state);
    const pause = () =>
      query(
        `UPDATE webhook_endpoints SET answers = false, hangs = 1, hung_at = now(), paused_until = now() + interval '1 day' WHERE id = $1`,
        [id],
      );
    await pause();
    await query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect(tally([await test(), await redeliver()])).toEqual({ 500: 2 });
    expect(await states()).toEqual(['failed']);
    await query('DROP FUNCTION refuse CASCADE');
    expect(tally([await test(), await redeliver()])).toEqual({ 200: 1, 201: 1 });
    expect(await states()).toEqual(['pending', 'pending']);
  });
});
