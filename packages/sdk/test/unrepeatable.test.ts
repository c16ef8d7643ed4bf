import { describe, expect, it, vi } from 'vitest';
import { APITimeoutError, TempshareError } from '../src/index.ts';
import { closedPort, halfBody, hang, html, json, problem, reset, type Reply } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

describe('a call without a key', () => {
  it.each<[string, Reply]>([
    ['a reset', reset],
    ['a response cut short', halfBody],
    ['a 500', problem(500, 'internal_error')],
    ['a 502', html(502)],
    ['a 504', html(504)],
    ['a 408', html(408)],
    ["a gateway's own 503", html(503)],
    ['a 500 that asks for a retry', problem(500, 'internal_error', { 'x-should-retry': 'true' })],
  ])('is not tried again after %s, since it may have been carried out', async (_, reply) => {
    const { finish, seen } = await setup([reply, json(200, {})]);
    await failure(finish(), TempshareError);
    expect(seen).toHaveLength(1);
  });

  it('is not tried again after a timeout', async () => {
    const fetch = vi.fn(globalThis.fetch);
    const { finish } = await setup([hang], { fetch });
    await failure(finish({ timeout: 40 }), APITimeoutError);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('is tried again after the 429 and 503 of the service, which did nothing', async () => {
    const { finish, seen } = await setup([
      problem(429, 'rate_limited', { 'retry-after': '1' }),
      problem(503, 'unavailable', { 'retry-after': '1' }),
      json(200, { state: 'closed' }),
    ]);
    expect(await finish()).toEqual({ state: 'closed' });
    expect(seen).toHaveLength(3);
  });

  it('is tried again when no connection was made', async () => {
    const closed = await closedPort();
    const astray = (url: string) => () => globalThis.fetch(url, { method: 'POST', body: 'x' });
    const { finish, seen, pauses } = await setup([json(200, {})], {
      fetch: vi
        .fn(globalThis.fetch)
        .mockImplementationOnce(astray(`http://localhost:${closed}/`))
        .mockImplementationOnce(astray('http://nowhere.invalid/')),
    });
    await finish();
    expect([seen.length, pauses.length]).toEqual([1, 2]);
  });
});
