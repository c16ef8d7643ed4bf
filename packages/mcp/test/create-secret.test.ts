import { limits } from '@tempshare/contract';
import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const TOKEN = 'tok_9f86d081884c7d65';
const start = (env: Record<string, string> = {}) => startSession({ ...environment(mock), ...env });

describe('service_create_secret', () => {
  it('returns a link that opens once, and does not repeat the value', async () => {
    const { call } = await start();
    const { text, data, isError } = await call('service_create_secret', { secret: TOKEN });
    expect(isError).toBeUndefined();
    expect(data).toMatchObject({ success: true, burnAfterRead: true, encryption: 'e2e' });
    expect(data.secretUrl).toMatch(/\/secret\/\w{22}#[\w-]{43}$/);
    expect(text).toContain(data.secretUrl);
    expect(text).toContain(`It expires at ${data.expiresAt}.`);
    expect(text + JSON.stringify(data)).not.toContain(TOKEN);
    expect(await mock.open(data.secretUrl)).toEqual({ kind: 'secret', secret: TOKEN });
    await expect(mock.open(data.secretUrl)).rejects.toThrow(NotFoundError);
  });

  it('seals before anything leaves the machine', async () => {
    const { call } = await start();
    const { data } = await call('service_create_secret', {
      secret: TOKEN,
      password: 'azalea9',
      expiration: '1h',
    });
    expect(mock.requests).toMatchObject([
      { operation: 'secrets.create', body: { encryption: 'e2e', expiration: '1h' }, outcome: 201 },
    ]);
    const sent = JSON.stringify(mock.requests);
    for (const value of [TOKEN, 'azalea9', data.secretUrl.split('#')[1]]) expect(sent).not.toContain(value);
    expect(await mock.open(data.secretUrl, { password: 'azalea9' })).toMatchObject({ secret: TOKEN });
  });

  it('leaves sealing to the service when asked to', async () => {
    const { call } = await start();
    const { text, data } = await call('service_create_secret', { secret: TOKEN, encryption: 'server' });
    expect(data.encryption).toBe('server');
    expect(data.secretUrl).not.toContain('#');
    expect(text).not.toContain('end-to-end');
    expect(await mock.open(data.secretUrl)).toMatchObject({ secret: TOKEN });
  });

  it('says of a secret that does not expire that it does not', async () => {
    const { call } = await start();
    const { text, data } = await call('service_create_secret', { secret: TOKEN, expiration: 'forever' });
    expect(data.expiresAt).toBeNull();
    expect(text).toContain('It does not expire.');
  });

  it('takes value and password from variables that the operator allows', async () => {
    const { call } = await start({
      SERVICE_MCP_ENV: 'DEPLOY_TOKEN, DEPLOY_PASSWORD',
      DEPLOY_TOKEN: TOKEN,
      DEPLOY_PASSWORD: 'azalea9',
    });
    const args = { fromEnv: 'DEPLOY_TOKEN', passwordFromEnv: 'DEPLOY_PASSWORD' };
    const { text, data } = await call('service_create_secret', args);
    expect(text).toContain('The recipient needs the password, too');
    expect(text + JSON.stringify(data)).not.toMatch(/tok_|azalea/);
    expect(await mock.open(data.secretUrl, { password: 'azalea9' })).toMatchObject({ secret: TOKEN });
  });

  it('takes as many characters as the contract', async () => {
    const { call } = await start();
    const { data } = await call('service_create_secret', { secret: 'x'.repeat(limits.secretLength) });
    expect(await mock.open(data.secretUrl)).toEqual({
      kind: 'secret',
      secret: 'x'.repeat(limits.secretLength),
    });
    const { text } = await call('service_create_secret', { secret: 'x'.repeat(limits.secretLength + 1) });
    expect(text).toContain('secret must be a string of 1 to 100,000 characters');
  });

  it('makes a secret of its own for each of many calls at once', async () => {
    const { call } = await start();
    const values = Array.from({ length: 20 }, (_, i) => `value ${i}`);
    const results = await Promise.all(values.map((secret) => call('service_create_secret', { secret })));
    const opened = await Promise.all(results.map(({ data }) => mock.open(data.secretUrl)));
    expect(opened).toEqual(values.map((secret) => ({ kind: 'secret', secret })));
    expect(new Set(mock.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
  });
});
