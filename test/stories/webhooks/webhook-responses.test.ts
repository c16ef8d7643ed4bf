import { describe, expect, it, vi } from 'vitest';
import type { Schema } from '@tempshare/contract';
import { QUICK } from '../../support/webhooks/delivery-worker.ts';
import { inSequence, reset, status, type React } from '../../support/webhooks/receiver.ts';
import { useWebhooks, WAIT, type Owner } from '../../support/webhooks/stage.ts';

const stage = useWebhooks();
/** Receivers of tests are on this machine, and stand for those on the internet. */
const PUBLIC = { isPublic: () => true };

type Details = Schema<'WebhookDeliveryDetails'>;

const details = async (owner: Owner, endpointId: string, id: string): Promise<Details> =>
  (await owner.call(`GET /webhook-endpoints/${endpointId}/deliveries/${id}`)).body;

const answer =
  (code: number, body: string | Buffer, headers: Record<string, string | string[]> = {}): React =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** Sends one event to a receiver that reacts so. Returns what is kept of its response. */
async function responseOf(react: React): Promise<Details['responses'][0]> {
  const owner = await stage.owner();
  const { id } = await owner.register(await stage.receiver(react));
  await owner.transfer();
  stage.worker({ ...QUICK, gaps: [] }, PUBLIC);
  const [delivery] = await owner.ended(id);
  return (await details(owner, id, delivery.id)).responses[0]!;
}

describe('the response to an attempt', () => {
  it('is shown beside each attempt, and null where there was none', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(
      inSequence(answer(500, 'broken', { 'x-trace': 'abc' }), reset, answer(204, '')),
    );
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [10, 10] }, PUBLIC);
    const [delivery] = await owner.ended(id);
    const found = await details(owner, id, delivery.id);
    const { responses, ...rest } = found;
    expect(rest).toEqual(delivery);
    expect(responses.map((response) => response?.body)).toEqual(['broken', undefined, '']);
    expect(responses[0]!.headers).toContainEqual({ name: 'x-trace', value: 'abc' });
    const reader = { keyId: owner.keyId, other: await stage.owner() };
    expect((await reader.other.call(`GET /webhook-endpoints/${id}/deliveries/${delivery.id}`)).status).toBe(
      404,
    );
  });

  it('has no header that tells of credentials, and few and short ones', async () => {
    const secrets = Object.fromEntries(
      [
        ...['Set-Cookie', 'Authorization', 'Proxy-Authenticate', 'WWW-Authenticate', 'Authentication-Info'],
        ...['X-Api-Key', 'X-Auth-Token', 'X-Session-Id', 'X-Amz-Security-Token', 'X-Hub-Signature', 'X-CSRF'],
      ].map((name) => [name, 'hunter2']),
    );
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`X-Number-${i}`, 'y'.repeat(300)]));
    const kept = await responseOf(answer(500, '', { ...secrets, 'X-Twice': ['a', 'b'], ...many }));
    expect(JSON.stringify(kept)).not.toContain('hunter2');
    expect(kept!.headers).toHaveLength(30);
    expect(kept!.headers).toContainEqual({ name: 'x-twice', value: 'a, b' });
    expect(kept!.headers).toContainEqual({ name: 'x-number-0', value: 'y'.repeat(200) });
  });

  it.each<[string, string | Buffer, string, boolean]>([
    ['1,024 bytes', 'a'.repeat(1024), 'a'.repeat(1024), false],
    ['a byte more', 'a'.repeat(1025), 'a'.repeat(1024), true],
    ['a character that is cut in two', `${'a'.repeat(1023)}é`, 'a'.repeat(1023), true],
    ['a megabyte', 'b'.repeat(1_000_000), 'b'.repeat(1024), true],
    ['U+0000', 'a\0b', 'a\0b', false],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb', false],
  ])('has the first KiB of a body of %s', async (_, body, shown, bodyIsTruncated) => {
    expect(await responseOf(answer(500, body))).toMatchObject({ body: shown, bodyIsTruncated });
  });

  it('has what came of a body that never ends, and the attempt counts', async () => {
    const kept = await responseOf((response) => response.writeHead(200).write('begun'));
    expect(kept).toMatchObject({ body: 'begun', bodyIsTruncated: false });
  });

  it('is nowhere in the database in the clear, and goes with the endpoint', async () => {
    const owner = await stage.owner();
    const marker = 'a-marker-of-the-receiver';
    const { id } = await owner.register(await stage.receiver(answer(200, marker, { 'x-marker': marker })));
    await owner.transfer();
    stage.worker(QUICK, PUBLIC);
    const [delivery] = await owner.ended(id);
    expect((await details(owner, id, delivery.id)).responses[0]).toMatchObject({ body: marker });
    const rows = await stage.app.database.query<{ row: string; sealed: Buffer[] }>(
      'SELECT d::text AS row, d.sealed_responses AS sealed FROM webhook_deliveries d WHERE endpoint_id = $1',
      [id],
    );
    expect(rows[0]!.row).not.toContain(marker);
    expect(rows[0]!.sealed).toHaveLength(1);
    expect(rows[0]!.sealed[0]!.toString('latin1')).not.toContain(marker);
    await owner.call(`DELETE /webhook-endpoints/${id}`);
    expect((await owner.call(`GET /webhook-endpoints/${id}/deliveries/${delivery.id}`)).status).toBe(404);
  });

  it('of an internal address is not kept, neither stored nor shown, though it is counted and timed', async () => {
    const owner = await stage.owner();
    const marker = 'a-marker-of-an-internal-service';
    const { id } = await owner.register(await stage.receiver(answer(500, marker, { 'x-marker': marker })));
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [] });
    const [delivery] = await owner.ended(id);
    const { attempts, responses } = await details(owner, id, delivery.id);
    expect(attempts).toMatchObject([{ status: 500, error: 'http_status', durationMs: expect.any(Number) }]);
    expect(responses).toEqual([{ headers: [], body: '', bodyIsTruncated: false, isWithheld: true }]);
    const [row] = await stage.app.database.query<{ size: number }>(
      'SELECT octet_length(sealed_responses[1]) AS size FROM webhook_deliveries WHERE endpoint_id = $1',
      [id],
    );
    expect(row!.size).toBeLessThan(2 * marker.length + 150);
  });

  it('is kept by the address that was connected to, not by the name', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(answer(500, 'x'));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const seen: string[] = [];
    stage.worker({ ...QUICK, gaps: [] }, { isPublic: (address) => seen.push(address) > 0 });
    const [delivery] = await owner.ended(id);
    expect((await details(owner, id, delivery.id)).responses).toMatchObject([
      { body: 'x', isWithheld: false },
    ]);
    expect(seen).toEqual(['127.0.0.1']);
  });

  it('stands beside its own attempt after a server of the version before has made one in between', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(
      await stage.receiver(inSequence(answer(500, 'one'), answer(500, 'three'))),
    );
    await owner.transfer();
    stage.worker({ ...QUICK, gaps: [] }, PUBLIC);
    const [{ id: deliveryId }] = await owner.ended(id);
    // The row as such a server writes it.
    await stage.app.database.query(
      `UPDATE webhook_deliveries SET lease = lease + 1, attempt_leases = attempt_leases || (lease + 1),
         attempt_times = attempt_times || now(), attempt_statuses = attempt_statuses || 502,
         attempt_durations = attempt_durations || 1, attempt_errors = attempt_errors || 'http_status'::text
       WHERE id = $1`,
      [deliveryId],
    );
    await owner.call(`POST /webhook-endpoints/${id}/deliveries/${deliveryId}/redeliver`);
    await owner.ended(id);
    const { attempts, responses } = await details(owner, id, deliveryId);
    expect(attempts.map((attempt) => attempt.status)).toEqual([500, 502, 500]);
    expect(responses.map((response) => response?.body)).toEqual(['one', undefined, 'three']);
  });
});

describe('a redelivery of what has failed', () => {
  it('is sent, and its progress ends with what became of each', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    for (let i = 0; i < 3; i++) await owner.transfer();
    stage.worker({ ...QUICK, gaps: [] });
    await owner.ended(id, 3);
    receiver.react = inSequence(status(200), status(500), status(200));
    const from = '2000-01-01T00:00:00.000Z';
    const begun = await owner.call(`POST /webhook-endpoints/${id}/redeliveries`, { json: { from } });
    expect(begun.body).toMatchObject({ total: 3, state: 'running' });
    const line = `GET /webhook-endpoints/${id}/redeliveries/${begun.body.id}`;
    await vi.waitFor(
      async () =>
        expect((await owner.call(line)).body).toMatchObject({
          ...{ state: 'completed', total: 3, pending: 0, delivered: 2, failed: 1 },
        }),
      WAIT,
    );
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(3);
  });

  it('takes a delivery once, of two calls at a time', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver(status(500)));
    for (let i = 0; i < 5; i++) await owner.transfer();
    const worker = stage.worker({ ...QUICK, gaps: [] });
    await owner.ended(id, 5);
    await worker.stop();
    const json = { from: '2000-01-01T00:00:00.000Z' };
    const begun = await Promise.all(
      Array.from({ length: 4 }, () => owner.call(`POST /webhook-endpoints/${id}/redeliveries`, { json })),
    );
    expect(begun.map(({ status: code }) => code)).toEqual([201, 201, 201, 201]);
    expect(begun.reduce((sum, { body }) => sum + body.total, 0)).toBe(5);
  });

  it('takes the oldest 1,000, and says that there are more', async () => {
    const owner = await stage.owner();
    const { id } = await owner.register(await stage.receiver());
    await stage.app.database.query(
      `INSERT INTO webhook_deliveries (endpoint_id, event_id, item_id, event_type, state, created_at)
       SELECT $1, 'evt_' || n, $1, 'transfer.created', 'failed', now() - n * interval '1 second'
       FROM generate_series(1, 1001) n`,
      [id],
    );
    const json = { from: '2000-01-01T00:00:00.000Z' };
    const first = await owner.call(`POST /webhook-endpoints/${id}/redeliveries`, { json });
    expect(first.body).toMatchObject({ total: 1000, hasMore: true });
    const [left] = await stage.app.database.query<{ event_id: string }>(
      `SELECT event_id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'failed'`,
      [id],
    );
    expect(left!.event_id).toBe('evt_1');
    const second = await owner.call(`POST /webhook-endpoints/${id}/redeliveries`, { json });
    expect(second.body).toMatchObject({ total: 1, hasMore: false });
  });
});

describe('an endpoint that its receiver disables', () => {
  it('is told of at another endpoint of the account, in the transaction that disables it', async () => {
    const [owner, colleague] = [await stage.owner(), await stage.owner()];
    const { id } = await owner.register(await stage.receiver(status(410)));
    const told = await stage.receiver();
    await colleague.register(told, { events: ['webhook_endpoint.disabled'] });
    await owner.transfer();
    stage.worker();
    // Deliveries arrive at least once.
    await expect.poll(() => told.received[0], WAIT).toBeDefined();
    expect(told.received[0]!.event).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { object: { id, disabledReason: 'gone' } },
    });
    const logged = await owner.call(`GET /events/${told.received[0]!.event.id}`);
    expect(logged.text).toBe(told.received[0]!.body);
  });
});
