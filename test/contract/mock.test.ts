import { NotFoundError, Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { createMock } from '@tempshare/testing';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { document, faultsOf } from '../support/contract/schemas.ts';
import { failureOf } from '../support/contract/stage.ts';

const DAY = 86_400_000;
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

describe('the mock, for the tests of its users', () => {
  const mock = createMock({ baseUrl: 'https://share.example/api/v1/', apiKey: 'svc_sk_live_mine' });
  const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, maxRetries: 0 });
  beforeEach(() => server.use(...mock.handlers));
  afterEach(() => mock.reset());

  it('takes a key of the caller’s choice, and scopes', async () => {
    const { environment, last4, scopes } = await client.key.get();
    expect({ environment, last4 }).toEqual({ environment: 'live', last4: 'mine' });
    expect(scopes).toContain('webhook:write');
    const reader = createMock({ baseUrl: 'https://reader.example/api/v1', scopes: ['transfer:read'] });
    server.use(...reader.handlers);
    const { key, transfers } = new Tempshare({ baseUrl: reader.baseUrl, apiKey: reader.apiKey });
    expect((await key.get()).scopes).toEqual(['transfer:read']);
    expect(await failureOf(transfers.create({ type: 'text', text: 'x' }))).toMatchObject({
      code: 'insufficient_scope',
    });
  });

  it('emits events that the contract describes and the SDK unwraps', async () => {
    const { id, shareUrl } = await client.transfers.create({ type: 'text', text: 'x', expiration: '1h' });
    await openLink(shareUrl);
    mock.advance(DAY);
    const { secretUrl } = await client.secrets.create({ secret: 'x' });
    await openLink(secretUrl);
    const types = ['transfer.created', 'transfer.completed', 'transfer.deleted', 'secret.consumed'];
    expect(mock.events.map(({ type }) => type)).toEqual(types);
    expect(mock.events[2]?.data.object).toMatchObject({ id, reason: 'expired', status: 'expired', views: 1 });
    for (const event of mock.events) {
      expect(faultsOf(document.components.schemas.Event, event)).toEqual([]);
      const [payload, secret, timestamp] = [
        JSON.stringify(event),
        'whsec_test',
        Math.floor(Date.now() / 1000),
      ];
      const header = await signPayload({ payload, secret, timestamp });
      expect(await unwrapWebhook(payload, header, { secret })).toEqual(event);
    }
  });

  it('forgets transfers, secrets and events 30 days after their end', async () => {
    const { id } = await client.transfers.create({ type: 'text', text: 'x', expiration: '1d' });
    mock.advance(DAY);
    const { secretId, secretUrl } = await client.secrets.create({ secret: 'x' });
    await openLink(secretUrl);
    const { events } = await client.events.list();
    mock.advance(30 * DAY - 1000);
    expect((await client.transfers.list()).transfers).toMatchObject([{ id, status: 'expired' }]);
    expect((await client.secrets.get(secretId)).state).toBe('consumed');
    expect((await client.events.get(events[0]!.id)).type).toBe('secret.consumed');
    mock.advance(1000);
    expect((await client.transfers.list()).total).toBe(0);
    expect(await failureOf(client.secrets.get(secretId))).toMatchObject({ status: 404 });
    expect(await failureOf(client.events.get(events[0]!.id))).toMatchObject({ status: 404 });
    expect(mock.events).toEqual([]);
  });

  it('forgets everything but the first key', async () => {
    const other = client.withOptions({ apiKey: mock.createKey(['transfer:create'], 'test') });
    const { id } = await other.transfers.create({ type: 'text', text: 'x' });
    mock.advance(DAY / 2);
    mock.reset();
    expect(mock.events).toEqual([]);
    expect(await failureOf(other.key.get())).toMatchObject({ status: 401 });
    expect(await failureOf(client.public.transfers.get(id))).toBeInstanceOf(NotFoundError);
    const { createdAt } = await client.transfers.create({ type: 'text', text: 'x' });
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(DAY / 4);
  });
});
