import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE } from '../../faults/masking-texts.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { send } from '../../support/network/send.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('lets nobody wait for the many texts of another key, and tells that key when to come again', async () => {
  const logs = (HOSTILE['key='] as (size: number) => string)(200_000);
  const { text: other } = await app.createKey();
  const share = (key: string, json: object) => send(app.baseUrl, 'POST /debug-share', { key, json });
  let shared = 0;
  const refused = Promise.withResolvers<undefined>();
  const many = Array.from({ length: 60 }, async () => {
    const response = await share(app.apiKey, { logs });
    if (response.status === 201) shared++;
    else refused.resolve(undefined);
    return response;
  });
  await refused.promise;

  const small = await share(other, { logs: 'login with password=hunter2!' });
  expect(small.body).toMatchObject({ masked: { password: 1 } });
  const sharedBefore = shared;

  const responses = await Promise.all(many);
  // Of those that waited when it came, some are still to come.
  expect(shared - sharedBefore).toBeGreaterThan(0);
  const refusals = responses.filter(({ status }) => status !== 201);
  for (const { status, headers, body } of refusals) {
    // A busy machine may not get to those that wait in time.
    expect([
      [429, 'rate_limited'],
      [503, 'service_unavailable'],
    ]).toContainEqual([status, body.code]);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const [stored] = await app.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM transfers WHERE type = 'debug'`,
  );
  expect(stored?.count).toBe(responses.length - refusals.length + 1);
});
