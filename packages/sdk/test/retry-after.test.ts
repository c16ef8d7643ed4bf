import { describe, expect, it } from 'vitest';
import { InternalServerError } from '../src/index.ts';
import { html, json, problem, type Reply } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

describe('Retry-After', () => {
  it('in seconds is waited for, never less and at most 50 ms more', async () => {
    const { get, pauses } = await setup([
      problem(429, 'rate_limited', { 'retry-after': '7' }),
      json(200, {}),
    ]);
    await get();
    expect(pauses[0]).toBeGreaterThanOrEqual(7000);
    expect(pauses[0]).toBeLessThanOrEqual(7050);
  });

  it("as a date is measured by the server's own clock", async () => {
    const server = Date.parse('Fri, 01 Jan 2027 00:00:00 GMT');
    const headers = {
      date: new Date(server).toUTCString(),
      'retry-after': new Date(server + 9000).toUTCString(),
    };
    const { get, pauses } = await setup([problem(503, 'unavailable', headers), json(200, {})]);
    await get();
    expect(pauses[0]).toBeGreaterThanOrEqual(9000);
    expect(pauses[0]).toBeLessThanOrEqual(9050);
  });

  it('that makes no sense gives way to the usual pause', async () => {
    const { get, pauses } = await setup([
      html(503, { 'retry-after': '-5' }),
      html(503, { 'retry-after': 'soon' }),
      json(200, {}),
    ]);
    await get();
    expect(pauses[0]).toBeLessThanOrEqual(500);
    expect(pauses[1]).toBeLessThanOrEqual(1000);
  });

  it('in the past means at once', async () => {
    const past = new Date(0).toUTCString();
    const { get, pauses } = await setup([
      problem(429, 'rate_limited', { 'retry-after': past }),
      html(503, { 'retry-after': '0' }),
      json(200, {}),
    ]);
    await get();
    for (const pause of pauses) expect(pause).toBeLessThanOrEqual(50);
  });

  it('sent twice, once as seconds and once as a date, gives way to the usual pause', async () => {
    const both: Reply = (response) =>
      response.writeHead(429, [...pair('7'), ...pair('Fri, 01 Jan 2027 00:00:00 GMT')]).end();
    const pair = (value: string) => ['retry-after', value];
    const { get, pauses } = await setup([both, json(200, {})]);
    await get();
    expect(pauses[0]).toBeGreaterThanOrEqual(375);
    expect(pauses[0]).toBeLessThanOrEqual(500);
  });

  it.each(['61', '9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT'])(
    'of a 503 above the limit (%#) fails at once, and so does it above what timers keep',
    async (value) => {
      for (const maxRetryAfter of value === '61' ? [60_000] : [60_000, Infinity]) {
        const { get, seen, pauses } = await setup([html(503, { 'retry-after': value })], { maxRetryAfter });
        const error = await failure(get(), InternalServerError);
        expect(error.retryAfterMs).toBeGreaterThan(60_000);
        expect([seen.length, pauses.length]).toEqual([1, 0]);
      }
    },
  );

  it('up to a limit of 0 is only a refusal to wait', async () => {
    const { get, seen } = await setup([html(503, { 'retry-after': '1' })], { maxRetryAfter: 0 });
    expect(await failure(get(), InternalServerError)).toMatchObject({ retryAfterMs: 1000, attempts: 1 });
    expect(seen).toHaveLength(1);
  });
});
