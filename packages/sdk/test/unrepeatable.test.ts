import { describe, expect, it, vi } from 'vitest';
import { APITimeoutError, TempshareError } from '../src/index.ts';
import { closedPort, halfBody, hang, html, json, problem, reset, type Reply } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

describe('leaving a message, which is there twice if it is left twice,', () => {
  it.each<[string, Reply]>([
    ['a reset', reset],
    ['an answer cut short', halfBody],
    ['a 500', problem(500, 'internal_error')],
    ['a 502', html(502)],
    ['a 504', html(504)],
    ['a 408', html(408)],
    ["a gateway's own 503", html(503)],
    ['a 500 that asks for a retry', problem(500, 'internal_error', { 'x-should-retry': 'true' })],
  ])('is not tried again after %s, since it may be there', async (_, answer) => {
    const { leave, seen } = await setup([answer, json(200, {})]);
    await failure(leave(), TempshareError);
    expect(seen).toHaveLength(1);
  });

  it('is not tried again after a timeout', async () => {
    const fetch = vi.fn(globalThis.fetch);
    const { leave } = await setup([hang], { fetch });
    await failure(leave({ timeout: 40 }), APITimeoutError);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('is tried again after the 429 and 503 of the service, which did nothing', async () => {
    const { leave, seen } = await setup([
      problem(429, 'rate_limited', { 'retry-after': '1' }),
      problem(503, 'unavailable', { 'retry-after': '1' }),
      json(200, { id: 'item_1' }),
    ]);
    expect(await leave()).toEqual({ id: 'item_1' });
    expect(seen).toHaveLength(3);
  });

  it('is tried again when no connection was made', async () => {
    const closed = await closedPort();
    const astray = (url: string) => () => globalThis.fetch(url, { method: 'POST', body: 'x' });
    const { leave, seen, pauses } = await setup([json(200, {})], {
      fetch: vi
        .fn(globalThis.fetch)
        .mockImplementationOnce(astray(`http://localhost:${closed}/`))
        .mockImplementationOnce(astray('http://nowhere.invalid/')),
    });
    await leave();
    expect([seen.length, pauses.length]).toEqual([1, 2]);
  });
});
