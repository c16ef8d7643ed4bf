import { expect, it } from 'vitest';
import { HOSTILE } from '../../faults/masking-texts.ts';
import { send } from '../../support/network/send.ts';
import { sharedApp } from '../../support/server/app.ts';

it('refuses texts of a key of which too many wait, says when to retry, and masks that of another key', async () => {
  const app = await sharedApp();
  const logs = (HOSTILE['key='] as (size: number) => string)(60_000);
  const [{ text: many, id }, { text: other }] = [await app.createKey(), await app.createKey()];
  const share = (key: string, json: object) => send(app.baseUrl, 'POST /debug-share', { key, json });
  const refused = Promise.withResolvers<undefined>();
  // A key may have 30 texts that wait.
  const sharing = Array.from({ length: 45 }, async () => {
    const response = await share(many, { logs });
    if (response.status !== 201) refused.resolve(undefined);
    return response;
  });
  await Promise.race([refused.promise, Promise.all(sharing)]);
  const small = await share(other, { logs: 'login with password=hunter2!' });
  expect(small.body).toMatchObject({ masked: { password: 1 } });

  const responses = await Promise.all(sharing);
  const refusals = responses.filter(({ status }) => status !== 201);
  expect(refusals).not.toEqual([]);
  for (const { status, headers, body } of refusals) {
    // A busy machine may not get to those that wait in time.
    expect([
      [429, 'rate_limited'],
      [503, 'service_unavailable'],
    ]).toContainEqual([status, body.code]);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const stored = await app.database.query('SELECT FROM transfers WHERE api_key_id = $1', [id]);
  expect(stored).toHaveLength(responses.length - refusals.length);
});
