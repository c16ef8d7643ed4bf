/** The test of the application beside it, with Vitest: it needs no service. */
import { InternalServerError, NotFoundError, Tempshare } from '@tempshare/sdk';
import { createMock } from '@tempshare/testing';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Onboarding } from './onboarding.ts';

const DAY = 86_400_000;
const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => mock.reset());
afterAll(() => server.close());

let client: Tempshare;
let onboarding: Onboarding;
beforeEach(() => {
  client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
  onboarding = new Onboarding(client);
});

describe('an invitation', () => {
  it('is a link to the password that opens once', async () => {
    const link = await onboarding.invite('Ada', 'correct horse');
    expect(await mock.open(link)).toEqual({ kind: 'secret', secret: 'correct horse' });
    await expect(mock.open(link)).rejects.toThrow(NotFoundError);
  });

  it('is gone after a day', async () => {
    const link = await onboarding.invite('Ada', 'correct horse');
    mock.advance(DAY);
    await expect(mock.open(link)).rejects.toThrow(NotFoundError);
  });

  it('keeps the password from the service', async () => {
    await onboarding.invite('Ada', 'correct horse');
    expect(mock.requests).toMatchObject([
      { operation: 'secrets.create', body: { encryption: 'e2e', expiration: '1d' }, outcome: 201 },
    ]);
    expect(JSON.stringify(mock.requests)).not.toContain('correct horse');
  });

  it('is made once, though the response was lost', async () => {
    mock.fail('secrets.create', 'lost_response');
    const link = await onboarding.invite('Ada', 'correct horse');
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(['lost_response', 201]);
    expect(onboarding.waiting).toEqual(['Ada']);
    expect(await mock.open(link)).toMatchObject({ secret: 'correct horse' });
  });

  it('is not promised while the service is away', async () => {
    mock.fail('secrets.create', 'internal_error', { times: Infinity });
    await expect(onboarding.invite('Ada', 'correct horse')).rejects.toThrow(InternalServerError);
    expect(onboarding.waiting).toEqual([]);
  });
});

it('who has opened theirs is told by a webhook', async () => {
  const { secret } = await client.webhookEndpoints.create({ url: 'https://app.example/webhooks' });
  const receive = onboarding.webhooks(secret);
  const link = await onboarding.invite('Ada', 'correct horse');
  await onboarding.invite('Grace', 'battery staple');
  await mock.open(link);
  await mock.deliver(receive);
  expect(onboarding.waiting).toEqual(['Grace']);
});
