import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TempshareError } from '../../src/index.ts';
import { json, problem } from '../scripted-server.ts';
import { created, failure, key, setup } from '../transport-setup.ts';

describe('a request', () => {
  it('carries the key, the JSON body and a fresh idempotency key', async () => {
    const { create, seen } = await setup([created]);
    expect(await create()).toEqual({ success: true, id: 'abc' });
    await create();
    const [first, second] = seen;
    expect(first).toMatchObject({
      method: 'POST',
      url: '/api/v1/transfers',
      body: '{"type":"text","text":"hi"}',
    });
    expect(first!.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\w+/]{24}$/),
      'user-agent': expect.stringMatching(/^tempshare-sdk\/\d+\.\d+\.\d+ Node\.js\/\d+/),
    });
    expect(first!.headers).not.toHaveProperty('x-retry-count');
    expect(second!.headers['idempotency-key']).not.toBe(first!.headers['idempotency-key']);
  });

  it('carries no key when the operation needs none', async () => {
    const { finish, seen } = await setup([json(200, {})]);
    await finish();
    expect(seen[0]!.headers).not.toHaveProperty('authorization');
    expect(seen[0]!.headers).not.toHaveProperty('idempotency-key');
  });

  it('asks a key function again before each attempt', async () => {
    const keys = ['svc_sk_test_old', 'svc_sk_test_new'];
    const { get, seen } = await setup([problem(503, 'unavailable'), json(200, {})], {
      apiKey: async () => keys.shift()!,
    });
    await get();
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer svc_sk_test_old',
      'Bearer svc_sk_test_new',
    ]);
  });

  it('passes on what a key function throws, and does not try again', async () => {
    const vault = new Error('the vault is sealed');
    const { get, seen } = await setup([json(200, {})], { apiKey: () => Promise.reject(vault) });
    await expect(get()).rejects.toBe(vault);
    expect(seen).toHaveLength(0);
  });

  it('takes headers from the call before those of the client, and null removes', async () => {
    const { create, seen } = await setup([created], { defaultHeaders: { 'X-Tenant': 'a', 'X-Trace': 't' } });
    await create({ headers: { 'x-tenant': 'b', 'X-TRACE': null, 'User-Agent': null, Accept: 'text/plain' } });
    expect(seen[0]!.headers).toMatchObject({ 'x-tenant': 'b', accept: 'text/plain' });
    expect(seen[0]!.headers).not.toHaveProperty('x-trace');
    expect(seen[0]!.headers['user-agent']).not.toMatch('tempshare');
  });

  it('keeps a header whose new value is undefined, and refuses one that is no header before sending', async () => {
    const { create, seen } = await setup([created], { defaultHeaders: { 'x-tenant': 'a' } });
    await create({ headers: { 'x-tenant': undefined } });
    expect(seen[0]!.headers).toMatchObject({ 'x-tenant': 'a' });
    const error = await failure(create({ headers: { 'x-tenant': 'a\r\nsecret: c' } }), TempshareError);
    expect(error.message).toBe('the header x-tenant is malformed');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret');
    await failure(create({ headers: { 'x y': 'a' } }), TempshareError);
    expect(seen).toHaveLength(1);
  });

  it.each([new Headers({ 'x-tenant': 'a' }), new Map([['x-tenant', 'a']]), 'x-tenant: a'])(
    'with headers that are no object of names and values, but %o, is not sent',
    async (headers) => {
      const { create, seen } = await setup([created]);
      await expect(create({ headers: headers as never })).rejects.toThrow('Object.fromEntries(headers)');
      expect(seen).toHaveLength(0);
    },
  );

  it('with a malformed idempotency key, or one the operation does not take, is not sent', async () => {
    const { create, finish, seen } = await setup([created]);
    await failure(create({ idempotencyKey: 'a\nb' }), TempshareError);
    await failure(create({ idempotencyKey: '' }), TempshareError);
    await failure(finish({ idempotencyKey: 'k1' }), TempshareError);
    expect(seen).toHaveLength(0);
  });

  it.each([new AbortController(), 'soon', {}])('with a signal that is none is not sent', async (signal) => {
    const { create, seen } = await setup([created]);
    const error = await failure(create({ signal: signal as AbortSignal }), TempshareError);
    expect(error.message).toBe('signal must be an AbortSignal');
    expect(seen).toHaveLength(0);
  });
});
