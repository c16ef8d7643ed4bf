import { describe, expect, it, vi } from 'vitest';
import { IMPATIENT, QUICK } from '../../support/webhooks/delivery-worker.ts';
import { hang, status } from '../../support/webhooks/receiver.ts';
import { useWebhooks, WAIT, type Owner } from '../../support/webhooks/stage.ts';

const stage = useWebhooks();
const query = <Row extends object>(sql: string, values?: unknown[]) =>
  stage.app.database.query<Row>(sql, values);

const FAILURES = 10;
/** A delivery that has failed waits for the rest of the test. */
const PATIENT = { ...QUICK, gaps: Array<number>(9).fill(600_000), countMs: 5 };

const skipped = async (owner: Owner, id: string) =>
  (await owner.call(`GET /webhook-endpoints/${id}`)).body.skipped as {
    from: string;
    until: string | null;
  } | null;
const untilSkipped = (owner: Owner, ids: readonly string[]) =>
  vi.waitFor(async () => {
    for (const id of ids) expect(await skipped(owner, id)).toMatchObject({ until: null });
  }, WAIT);

describe('endpoints of a key that fail', () => {
  it('have a bound of pending deliveries together; events skip them then, and reach those that work', async () => {
    const [owner, other] = [await stage.owner(), await stage.owner()];
    const [broken, working] = [await stage.receiver(status(500)), await stage.receiver()];
    const failing = [await owner.register(broken), await owner.register(broken)];
    const healthy = await owner.register(working);
    const foreign = await other.register(broken);
    stage.worker({ ...PATIENT, maxPending: 2 * FAILURES });
    for (let i = 0; i < FAILURES; i++) await owner.transfer();
    await other.transfer();
    await untilSkipped(
      owner,
      failing.map(({ id }) => id),
    );

    const left = [await owner.transfer(), await owner.transfer()];
    for (const { id } of failing) expect(await owner.deliveries(id)).toHaveLength(FAILURES);
    expect(await owner.ended(healthy.id, FAILURES + 2)).toHaveLength(FAILURES + 2);
    expect([await skipped(owner, healthy.id), await skipped(other, foreign.id)]).toEqual([null, null]);
    const { events } = (await owner.call('GET /events?limit=2')).body;
    expect(
      (events as { data: { object: { id: string } } }[]).map(({ data }) => data.object.id).toSorted(),
    ).toEqual(left.toSorted());
  });

  it('get events again once one delivery succeeds, and show when they got none', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    stage.worker({ ...PATIENT, maxPending: FAILURES });
    for (let i = 0; i < FAILURES; i++) await owner.transfer();
    await untilSkipped(owner, [id]);
    receiver.react = status(200);
    const [delivery] = await owner.deliveries(id);
    await owner.call(`POST /webhook-endpoints/${id}/deliveries/${delivery!.id}/redeliver`);
    await vi.waitFor(async () => expect((await skipped(owner, id))!.until).not.toBeNull(), WAIT);
    const { from, until } = (await skipped(owner, id))!;
    expect(Date.parse(until!)).toBeGreaterThanOrEqual(Date.parse(from));
    await owner.transfer();
    expect(await owner.deliveries(id)).toHaveLength(FAILURES + 1);
  });

  it('get events again once there is room, without a success', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver(status(500)));
    stage.worker({ ...PATIENT, maxPending: FAILURES });
    for (let i = 0; i < FAILURES; i++) await owner.transfer();
    await untilSkipped(owner, [id]);
    await query(
      `UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL WHERE endpoint_id = $1`,
      [id],
    );
    await vi.waitFor(async () => expect((await skipped(owner, id))!.until).not.toBeNull(), WAIT);
    await owner.transfer();
    expect(await owner.deliveries(id)).toHaveLength(FAILURES + 1);
  });

  it('are those, too, that let two attempts in a row hang', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver(hang));
    for (let i = 0; i < 3; i++) await owner.transfer();
    stage.worker({ ...IMPATIENT, gaps: PATIENT.gaps, countMs: 5, maxPending: 3 });
    await untilSkipped(owner, [id]);
  });

  it('are not those that have failed less often, however much waits for them', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    for (let i = 0; i < FAILURES - 1; i++) await owner.transfer();
    stage.worker({ ...PATIENT, maxPending: 1 });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(FAILURES - 1), WAIT);
    await owner.transfer();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(FAILURES), WAIT);
    expect(await owner.deliveries(id)).toHaveLength(FAILURES);
  });
});

describe('the attempts of a delivery', () => {
  it('are in its row, with when, how long and why', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver(status(503)));
    await owner.transfer();
    stage.worker();
    const [delivery] = await owner.ended(id);
    const attempt = {
      status: 503,
      error: 'http_status',
      durationMs: expect.any(Number),
      startedAt: expect.any(String),
    };
    expect(delivery.attempts).toEqual(Array(4).fill(attempt));
    const times = delivery.attempts.map(({ startedAt }) => startedAt);
    expect(times).toEqual(times.toSorted());
    expect(await query('SELECT FROM webhook_attempts WHERE delivery_id = $1', [delivery.id])).toEqual([]);
  });

  it('are shown with those that a server of the version before has written, the last 50 of them', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver());
    await owner.transfer();
    await query(
      `INSERT INTO webhook_attempts (delivery_id, item_id, lease, started_at, status, duration_ms, error)
       SELECT d.id, d.item_id, n, now() - (61 - n) * interval '1 minute', 500 + n, n, 'http_status'
       FROM webhook_deliveries d, generate_series(1, 55) n WHERE d.endpoint_id = $1`,
      [id],
    );
    await query('UPDATE webhook_deliveries SET lease = 55 WHERE endpoint_id = $1', [id]);
    stage.worker();
    const [{ attempts }] = await owner.ended(id);
    expect(attempts.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 49 }, (_, i) => 507 + i),
      200,
    ]);
  });

  it('are at most 50, however often it is sent again', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver(status(200)));
    await owner.transfer();
    await query(
      `UPDATE webhook_deliveries SET lease = 50, attempt_leases = ARRAY(SELECT generate_series(1, 50)),
         attempt_times = array_fill(now() - interval '1 minute', '{50}'), attempt_statuses = array_fill(500, '{50}'),
         attempt_durations = array_fill(1, '{50}'), attempt_errors = array_fill('http_status'::text, '{50}')
       WHERE endpoint_id = $1`,
      [id],
    );
    stage.worker();
    const [{ attempts }] = await owner.ended(id);
    expect(attempts.map(({ status }) => status)).toEqual([...Array<number>(49).fill(500), 200]);
    expect(
      await query(
        'SELECT cardinality(attempt_leases) AS kept FROM webhook_deliveries WHERE endpoint_id = $1',
        [id],
      ),
    ).toEqual([{ kept: 50 }]);
  });
});
