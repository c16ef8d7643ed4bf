import { describe, expect, it } from 'vitest';
import {
  APIConnectionError,
  APIError,
  ConflictError,
  InternalServerError,
  NotFoundError,
} from '../../src/index.ts';
import { deleteTransfer } from '../operations.ts';
import { html, json, problem, reset, type Reply } from '../scripted-server.ts';
import { created, failure, setup } from '../transport-setup.ts';

describe('retries', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])(
    'follow a %d, with one idempotency key over all attempts',
    async (status) => {
      const { create, seen, pauses } = await setup([html(status), html(status), created]);
      const { data, attempts, requestId, response } = await create().withResponse();
      expect({ data, attempts, requestId, status: response.status }).toEqual({
        data: { success: true, id: 'abc' },
        attempts: 3,
        requestId: 'req_1',
        status: 201,
      });
      expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(seen.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2']);
      expect(new Set(seen.map(({ body }) => body))).toEqual(new Set(['{"type":"text","text":"hi"}']));
      expect(pauses).toHaveLength(2);
    },
  );

  it('wait 0.5 s, doubling up to 8 s, less at most a quarter', async () => {
    const { get, pauses } = await setup([html(500)]);
    await failure(get({ maxRetries: 7 }), InternalServerError);
    const full = [500, 1000, 2000, 4000, 8000, 8000, 8000];
    expect(pauses).toHaveLength(full.length);
    for (const [i, ms] of pauses.entries()) {
      expect(ms).toBeLessThanOrEqual(full[i]!);
      expect(ms).toBeGreaterThanOrEqual(full[i]! * 0.75);
    }
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 415, 422, 501])('do not follow a %d', async (status) => {
    const { create, seen } = await setup([problem(status, 'some_code')]);
    const error = await failure(create(), APIError);
    expect(error).toMatchObject({ status, code: 'some_code', attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  it('are none with maxRetries 0, for the client or for one call', async () => {
    const one = await setup([html(500)], { maxRetries: 0 });
    await failure(one.get(), InternalServerError);
    const other = await setup([html(500)]);
    await failure(other.get({ maxRetries: 0 }), InternalServerError);
    expect([one.seen.length, other.seen.length]).toEqual([1, 1]);
  });

  it('follow a 409 that says when to come back: the first call is still running', async () => {
    const { create, pauses } = await setup([
      problem(409, 'idempotency_in_progress', { 'retry-after': '1' }),
      created,
    ]);
    expect((await create().withResponse()).attempts).toBe(2);
    expect(pauses[0]).toBeGreaterThanOrEqual(1000);
    const stuck = await setup([problem(409, 'idempotency_in_progress', { 'retry-after': '1' })]);
    expect(await failure(stuck.create(), ConflictError)).toMatchObject({ attempts: 3, retryAfterMs: 1000 });
  });

  it('go by x-should-retry where it is sent', async () => {
    const no = await setup([problem(500, 'internal_error', { 'x-should-retry': 'false' })]);
    await failure(no.get(), InternalServerError);
    const yes = await setup([problem(404, 'not_found', { 'x-should-retry': 'true' }), json(200, {})]);
    await yes.get();
    expect([no.seen.length, yes.seen.length]).toEqual([1, 2]);
  });

  it('give up with what the network said', async () => {
    const { get } = await setup([reset]);
    const error = await failure(get(), APIConnectionError);
    expect(error).toMatchObject({ attempts: 3, operation: 'transfers.get', idempotencyKey: undefined });
    expect(error.message).toMatch(
      /^no complete response from the service \((ECONNRESET|UND_ERR_SOCKET)\) \(GET \/transfers\/\{id\}, 3 attempts\)$/,
    );
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it('of a DELETE that had worked report the attempts beside the 404', async () => {
    const { invoke } = await setup([reset, problem(404, 'not_found')]);
    const error = await failure(invoke(deleteTransfer, { path: { id: 'abc' } }), NotFoundError);
    expect(error.attempts).toBe(2);
  });

  it('need an idempotency key for a POST: without one a failure is final', async () => {
    const { create, seen } = await setup([reset]);
    await failure(create({ headers: { 'Idempotency-Key': null } }), APIConnectionError);
    expect(seen).toHaveLength(1);
    expect(seen[0]!.headers).not.toHaveProperty('idempotency-key');
  });
});

describe('an error says whether an attempt before it may have been carried out', () => {
  const limited = problem(429, 'rate_limited', { 'retry-after': '1' });
  it.each<[string, Reply, boolean]>([
    ['a reset', reset, true],
    ['a 502 of a gateway', html(502), true],
    ['a 429', limited, false],
    ['a 503 of the service', problem(503, 'service_unavailable'), false],
  ])('after %s', async (_, first, unclear) => {
    const { create } = await setup([first, problem(404, 'not_found')]);
    const error = await failure(create(), APIError);
    expect([error.status, error.attempts, error.unclear]).toEqual([404, 2, unclear]);
    expect(Object.keys(error)).not.toContain('unclear');
  });

  it('after none', async () => {
    const { create } = await setup([problem(404, 'not_found')]);
    expect((await failure(create(), APIError)).unclear).toBe(false);
  });
});

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
