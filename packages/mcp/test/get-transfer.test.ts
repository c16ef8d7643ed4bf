import { Tempshare } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const start = () => startSession(environment(mock));
const owner = () => new Tempshare({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });

describe('service_get_transfer', () => {
  it('tells the state and the time that remains', async () => {
    const { call } = await start();
    const { id } = await owner().transfers.create({ type: 'text', text: 'x', expiration: '1h', maxViews: 3 });
    mock.advance(60_000);
    const { text, data } = await call('service_get_transfer', { id });
    expect(data).toMatchObject({ id, status: 'active', views: 0, maxViews: 3 });
    expect(data).not.toHaveProperty('contentSnippet');
    expect(data.remainingSeconds).toBeGreaterThan(3_400);
    expect(data.remainingSeconds).toBeLessThanOrEqual(3_600);
    expect(text).toMatch(
      /^The transfer \w{22} \(text\) is active\. It expires in (1 hour|5\d minutes( \d+ seconds?)?), at \S+Z\. It was opened 0 of 3 times\.$/,
    );
  });

  it('tells of one that does not expire that it does not', async () => {
    const { call } = await start();
    const { id } = await owner().transfers.create({ type: 'text', text: 'x', expiration: 'forever' });
    const { text, data } = await call('service_get_transfer', { id });
    expect(data).toMatchObject({ expiresAt: null, remainingSeconds: null });
    expect(text).toContain('It does not expire. It was opened 0 times, without a limit.');
  });

  it('counts one view as one, and itself as none', async () => {
    const { call } = await start();
    const { data } = await call('service_create_transfer', { type: 'text', text: 'x' });
    await mock.open(data.shareUrl);
    for (let look = 0; look < 2; look++)
      expect((await call('service_get_transfer', { id: data.id })).text).toMatch(
        /It was opened 1 time, without a limit, at \S+Z\.$/,
      );
    mock.advance(60_000);
    await mock.open(data.shareUrl);
    const { text, data: found } = await call('service_get_transfer', { id: data.id });
    const { first, last } = found.viewedAt as Record<string, string>;
    expect(Date.parse(last!) - Date.parse(first!)).toBeGreaterThanOrEqual(60_000);
    expect(text).toContain(`It was opened 2 times, without a limit, first at ${first} and last at ${last}.`);
  });

  it('takes a short code', async () => {
    const { call } = await start();
    const { id, shortCode } = await owner().transfers.create({ type: 'text', text: 'x' });
    for (const typed of [
      shortCode,
      shortCode.toLowerCase(),
      shortCode.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect((await call('service_get_transfer', { id: typed })).data.id).toBe(id);
  });

  it('says what not being found can mean', async () => {
    const { refusal } = await start();
    expect(await refusal('service_get_transfer', { id: '7sQmXk2VbT9cLrPz4WnYdA' })).toMatch(
      /^There is no transfer under this id: .+ A secret is never found by this tool, read or unread: .+ Status 404, not_found, request \S+\.$/,
    );
  });

  it('does not send a link, which holds the key, nor what cannot be an id', async () => {
    const { call, refusal } = await start();
    const { data } = await call('service_create_transfer', { type: 'text', text: 'x' });
    const link = data.shareUrl;
    for (const id of [link, link.split('/').at(-1), '..', '.', 'abc', ' abcd', 'a'.repeat(23)]) {
      const text = await refusal('service_get_transfer', { id });
      expect(text).toMatch(
        /^.*id must be a string .+ Not the link: that holds the key\)\. Nothing was sent\.$/,
      );
      expect(text).not.toContain(data.shareUrl.split('#')[1]);
    }
    expect(mock.requests).toHaveLength(1);
  });

  it('says of the id of a secret that it finds none, so that nobody takes it for read', async () => {
    const { call, refusal, client } = await start();
    const { text: shared, data } = await call('service_create_secret', { secret: 'x' });
    expect(shared).toContain('service_get_transfer does not find it');
    const text = await refusal('service_get_transfer', { id: data.secretId });
    expect(shared).toContain(`Whether it was read tells GET /secrets/${data.secretId}`);
    expect(text).toContain('that it is not found here is no reason to share it again');
    const [, looks, makes] = (await client.listTools()).tools.map(({ description }) => description);
    expect(looks).toContain('never a secret: whether one was read tells GET /secrets/{id}');
    for (const words of [shared, text, looks, makes]) expect(words).not.toMatch(/cannot be looked up/);
    expect(makes).toContain('service_get_transfer does not find secrets');
    expect(await mock.open(data.secretUrl)).toMatchObject({ secret: 'x' });
  });
});
