import { afterEach, expect, it, vi } from 'vitest';
import { Tempshare, TempshareError } from '../src/index.ts';
import { createLinkKey, deriveKeys } from '../src/envelope/index.ts';
import { json, scriptedServer } from './scripted-server.ts';
import { failure } from './transport-setup.ts';

afterEach(() => vi.unstubAllGlobals());

/** Gives this process what a page over plain http has of `crypto`. */
function leaveSecureContext(): void {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
}

it('a page over plain http calls the service', async () => {
  leaveSecureContext();
  const { baseUrl, seen } = await scriptedServer(json(201, { success: true, secretId: 's' }));
  const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_0123456789' });
  expect((await client.secrets.create({ secret: 'x', encryption: 'server' })).secretId).toBe('s');
  expect(seen).toHaveLength(1);
});

it('a page over plain http seals nothing, and is told why', async () => {
  leaveSecureContext();
  const { baseUrl, seen } = await scriptedServer(json(201, { success: true, secretId: 's' }));
  const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_0123456789' });
  const says = /^end-to-end encryption needs a secure context: load the page over https/;
  for (const call of [
    client.secrets.create({ secret: 'x' }),
    deriveKeys(createLinkKey()),
    deriveKeys(createLinkKey(), { password: 'azalea' }),
  ])
    expect((await failure(call, TempshareError)).message).toMatch(says);
  expect(seen).toEqual([]);
});
