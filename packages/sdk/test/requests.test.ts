import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TempshareError } from '../src/index.ts';
import { deleteTransfer, getTransfer, listTransfers } from './operations.ts';
import { json, problem } from './scripted-server.ts';
import { created, failure, key, setup } from './transport-setup.ts';

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

  it('has its query serialised, without what is undefined', async () => {
    const { invoke, seen } = await setup([json(200, { transfers: [], total: 0 })]);
    const since = new Date(0);
    await invoke(listTransfers, {
      query: { limit: 5, status: 'active', cursor: undefined, tag: ['a b', 'c&d'], since },
    });
    expect(seen[0]!.url).toBe(
      '/api/v1/transfers?limit=5&status=active&tag=a+b&tag=c%26d&since=1970-01-01T00%3A00%3A00.000Z',
    );
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

  it.each(['', '.', '..', '%2e', '%2E%2e', '.%2e', '%252e%252E', '\ud800', undefined])(
    'with the id %j is not sent',
    async (id) => {
      const { invoke, seen } = await setup([json(200, {})]);
      const error = await failure(invoke(deleteTransfer, { path: { id: id as string } }), TempshareError);
      expect(error.message).toMatch(/transfers\.delete needs a "id"/);
      expect(seen).toHaveLength(0);
    },
  );

  it.each([
    [undefined, 'not undefined'],
    [null, 'not null'],
    [4711, 'not number'],
    [{ id: 'a' }, 'not object'],
    ['https://share.example/en/secret/a#k', 'nor a whole link'],
    ['https://share.example/en/room/a', 'nor a whole link'],
  ])('without an id, but with %j, is not sent, and the error says what came', async (id, what) => {
    const { invoke, seen } = await setup([json(200, {})]);
    const error = await failure(invoke(deleteTransfer, { path: { id: id as string } }), TempshareError);
    expect(error.message).toContain(what);
    expect(error.message).not.toMatch(/4711|share\.example/);
    expect(seen).toHaveLength(0);
  });

  it.each([new AbortController(), 'soon', {}])('with a signal that is none is not sent', async (signal) => {
    const { create, seen } = await setup([created]);
    const error = await failure(create({ signal: signal as AbortSignal }), TempshareError);
    expect(error.message).toBe('signal must be an AbortSignal');
    expect(seen).toHaveLength(0);
  });

  it('keeps an odd id within its path segment', async () => {
    const { invoke, seen } = await setup([json(200, {})]);
    await invoke(getTransfer, { path: { id: '../a?b/…' } });
    expect(seen[0]!.url).toBe('/api/v1/transfers/..%2Fa%3Fb%2F%E2%80%A6');
  });
});
