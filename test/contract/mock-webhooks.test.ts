import { createHmac } from 'node:crypto';
import { Tempshare } from '@tempshare/sdk';
import { createMock } from '@tempshare/testing';
import { unwrapWebhook, type WebhookEvent } from '@tempshare/sdk/webhooks';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { document, faultsOf } from '../support/contract/schemas.ts';

const HOUR = 3_600_000;
const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => mock.reset());
afterAll(() => server.close());

const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, maxRetries: 0 });
const endpoints = client.webhookEndpoints;
const register = async () => endpoints.create({ url: 'https://app.example/hooks?from=mock' });
const happen = async () =>
  (await client.transfers.create({ type: 'text', text: 'x', expiration: 'forever' })).id;
const respondWith = (status: number) => () => new Response(null, { status });
const only = async (id: string) => (await endpoints.deliveries.list(id)).deliveries[0]!;

/** A receiver that verifies what it gets. */
function receiver(secret: string | string[]) {
  const requests: Request[] = [];
  const events: unknown[] = [];
  const receive = async (request: Request) => {
    requests.push(request.clone());
    events.push(await unwrapWebhook(await request.arrayBuffer(), request.headers, { secret }));
    return new Response(null, { status: 204 });
  };
  return { requests, events: events as WebhookEvent[], receive };
}

describe('the mock’s deliveries', () => {
  it('are requests that the SDK verifies, one for each event and endpoint', async () => {
    const { id, secret } = await register();
    const { requests, events, receive } = receiver(secret);
    const transfer = await happen();
    await client.transfers.delete(transfer);
    await mock.deliver(receive);
    expect(events).toEqual(mock.events);
    expect(events.map(({ type }) => type)).toEqual(['transfer.created', 'transfer.deleted']);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(2).fill('POST https://app.example/hooks?from=mock'),
    );
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(requests[0]?.headers.has('x-service-signature-next')).toBe(false);
    for (const { state, attempts, nextAttemptAt } of (await endpoints.deliveries.list(id)).deliveries) {
      expect({ state, nextAttemptAt }).toEqual({ state: 'delivered', nextAttemptAt: null });
      expect(attempts).toMatchObject([{ status: 204, error: null }]);
    }
    await mock.deliver(receive);
    expect(requests).toHaveLength(2);
  });

  it('are told to who made them, in the order they were made', async () => {
    const { id } = await register();
    await happen();
    const [event] = mock.events;
    const expected = { endpointId: id, url: 'https://app.example/hooks?from=mock', event };
    expect(await mock.deliver(respondWith(500))).toMatchObject([
      { ...expected, status: 500, error: 'http_status' },
    ]);
    expect(await mock.deliver(respondWith(204))).toEqual([]);
    mock.advance(HOUR);
    expect(await mock.deliver(respondWith(204))).toMatchObject([{ ...expected, status: 204, error: null }]);
  });

  it('have the signature of Standard Webhooks too', async () => {
    const { secret } = await register();
    await happen();
    const { requests, receive } = receiver(secret);
    await mock.deliver(receive);
    const { headers } = requests[0]!;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${await requests[0]!.text()}`;
    expect(headers.get('webhook-id')).toBe(mock.events[0]?.id);
    expect(headers.get('webhook-signature')).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
  });

  it('are signed with both secrets during a rotation', async () => {
    const { id, secret: old } = await register();
    const { secret: fresh } = await endpoints.rotateSecret(id);
    for (const secret of [old, fresh]) {
      await happen();
      const { events, receive } = receiver(secret);
      await mock.deliver(receive);
      expect(events).toHaveLength(1);
    }
    await endpoints.confirmSecret(id);
    await happen();
    const { requests, receive } = receiver(fresh);
    await mock.deliver(receive);
    expect(requests[0]?.headers.has('x-service-signature-next')).toBe(false);
    expect((await endpoints.get(id)).enabled).toBe(true);
  });

  it('are tried ten times, each when the service would, and once more when they are redelivered', async () => {
    const { id } = await register();
    await happen();
    const minute = 60_000;
    const gaps = [5000, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
    for (const [i, gap] of gaps.entries()) {
      await mock.deliver(respondWith(503));
      mock.advance(gap - 1000);
      await mock.deliver(respondWith(503));
      const { state, attempts } = await only(id);
      expect(state).toBe('pending');
      expect(attempts).toHaveLength(i + 1);
      expect(attempts.at(-1)).toMatchObject({ status: 503, error: 'http_status' });
      mock.advance(1000);
    }
    await mock.deliver(respondWith(503));
    const failed = await only(id);
    expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: null });
    await endpoints.deliveries.redeliver(id, failed.id);
    await mock.deliver(respondWith(503));
    expect(await only(id)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    await endpoints.deliveries.redeliver(id, failed.id);
    await mock.deliver(respondWith(200));
    const { state, attempts } = await only(id);
    expect(state).toBe('delivered');
    expect(attempts).toHaveLength(12);
  });

  it('keep the beginning of each response, without credentials', async () => {
    const { id } = await register();
    await happen();
    const headers = { 'x-trace': 'abc', 'set-cookie': 'a=hunter2', 'x-api-key': 'hunter2' };
    await mock.deliver(() => new Response(`${'a'.repeat(1023)}é`, { status: 500, headers }));
    mock.advance(5000);
    await mock.deliver(() => Promise.reject(new TypeError('fetch failed')));
    const { id: deliveryId } = await only(id);
    const { responses } = await endpoints.deliveries.get(id, deliveryId);
    expect(responses).toMatchObject([{ body: 'a'.repeat(1023), bodyIsTruncated: true }, null]);
    expect(responses[0]!.headers).toContainEqual({ name: 'x-trace', value: 'abc' });
    expect(JSON.stringify(responses)).not.toContain('hunter2');
  });

  it('of a redelivery of a period are counted, and its progress ends', async () => {
    const { id } = await register();
    for (let i = 0; i < 2; i++) await happen();
    await endpoints.update(id, { enabled: false });
    await endpoints.update(id, { enabled: true });
    const from = '2000-01-01T00:00:00.000Z';
    const { id: redeliveryId } = await endpoints.redeliveries.create(id, { from });
    let status = 204;
    await mock.deliver(() => new Response(null, { status: (status += 296) - 296 }));
    expect(await endpoints.redeliveries.get(id, redeliveryId)).toMatchObject({
      ...{ state: 'completed', total: 2, delivered: 1, failed: 1 },
    });
  });

  it('tell what went wrong', async () => {
    await register();
    const unreachable = () => Promise.reject(new TypeError('fetch failed'));
    for (const [send, status, error] of [
      [unreachable, null, 'connect'],
      [respondWith(302), 302, 'redirect'],
      [respondWith(404), 404, 'http_status'],
    ] as const) {
      await happen();
      expect(await mock.deliver(send)).toMatchObject([{ status, error }]);
    }
  });

  it('end when the receiver responds with 410, until the endpoint is enabled again', async () => {
    const { id } = await register();
    for (let i = 0; i < 3; i++) await happen();
    let requests = 0;
    await mock.deliver(() => {
      requests += 1;
      return new Response(null, { status: 410 });
    });
    expect(requests).toBe(1);
    expect(await endpoints.get(id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect((await endpoints.deliveries.list(id, { state: 'failed' })).total).toBe(3);
    await endpoints.update(id, { enabled: true });
    await happen();
    await mock.deliver(respondWith(200));
    expect((await endpoints.deliveries.list(id, { state: 'delivered' })).total).toBe(1);
  });

  it('end after 120 hours of nothing but failures, ten times or more', async () => {
    const { id } = await register();
    const failAnother = async () => {
      await happen();
      await mock.deliver(respondWith(500));
    };
    for (let i = 0; i < 7; i++) await failAnother();
    mock.advance(119 * HOUR);
    await failAnother();
    expect((await endpoints.get(id)).enabled).toBe(true);
    mock.advance(HOUR);
    await failAnother();
    expect(await endpoints.get(id)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  });

  it('of test events are tried once, and disable nothing', async () => {
    const { id, secret } = await register();
    await endpoints.update(id, { enabled: false });
    await endpoints.test(id, { type: 'request.closed' });
    const { events, receive } = receiver(secret);
    await mock.deliver(receive);
    expect(events).toMatchObject([{ type: 'request.closed', test: true, livemode: false }]);
    expect(faultsOf(document.components.schemas.Event, events[0])).toEqual([]);
    expect(await only(id)).toMatchObject({ state: 'delivered', test: true, eventId: events[0]?.id });
    expect(mock.events.map(({ type }) => type)).toEqual(['webhook_endpoint.disabled']);

    await endpoints.update(id, { enabled: true });
    await endpoints.test(id);
    await mock.deliver(respondWith(410));
    expect((await endpoints.deliveries.list(id, { state: 'failed' })).total).toBe(1);
    expect((await endpoints.get(id)).enabled).toBe(true);
  });
});
