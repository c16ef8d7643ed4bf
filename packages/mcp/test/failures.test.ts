import type { Failure } from '@tempshare/testing';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';
import { skipPauses } from '../../sdk/test/as-time-passes.ts';

skipPauses();

/** Another server, which sends back what it is sent. */
const reflecting = http.post('http://localhost:81/api/v1/secrets', async ({ request }) => {
  const detail = `no: ${await request.text()}`;
  const problem = { code: 'not_today', title: detail, detail, requestId: VALUE };
  return HttpResponse.json(problem, { status: 409 });
});
const mock = mockService(reflecting);
const start = (env: Record<string, string> = {}) => startSession({ ...environment(mock), ...env });
const VALUE = 'tok_9f86d081884c7d65';

describe('the message for an agent when', () => {
  it.for<[Failure<'secrets.create'>, RegExp]>([
    ['rate_limited', /^Too many calls\. Wait 90 seconds, then call again\. Status 429, /],
    [
      'service_unavailable',
      /^The service is in trouble\. This is temporary: wait 90 seconds, then call again\. Status 503, /,
    ],
    [
      'invalid_api_key',
      /^The service refused the API key\. Do not call again: .+ Status 401, invalid_api_key, request \S+\.$/,
    ],
    [
      'insufficient_scope',
      /^The API key lacks a scope\. This operation needs the scope secret:create\. Do not call again: .+ Status 403, insufficient_scope, request \S+\.$/,
    ],
    [
      'validation_failed',
      /^The service refused the arguments\. It names none of them\. Correct them and call again\. Status 400, /,
    ],
    [
      'payload_too_large',
      /^The content is too large for the service, or for a proxy in front of it, .+ Share less at a time\. Status 413, payload_too_large, /,
    ],
    [
      'idempotency_key_reused',
      /^The service took this call for another one\. Call again\. Status 422, idempotency_key_reused, request \S+\.$/,
    ],
  ])('%s', async ([how, expected]) => {
    mock.fail('secrets.create', how, { retryAfter: 90 });
    const { refusal, log } = await start();
    const text = await refusal('service_create_secret', { secret: VALUE });
    expect(text).toMatch(expected);
    expect(text).not.toContain(VALUE);
    expect(log).toEqual([]);
    expect(mock.requests).toHaveLength(1);
  });

  it('the connection fails again and again', async () => {
    mock.fail('secrets.create', 'network', { times: Infinity });
    const { refusal } = await start();
    expect(await refusal('service_create_secret', { secret: VALUE })).toMatch(
      /^There was no complete response from the service.*\(POST \/secrets, 3 attempts\)\. Call again later: .+ the operator should check SERVICE_BASE_URL/,
    );
  });

  it('the connection fails again and again while it only looks', async () => {
    mock.fail('transfers.get', 'network', { times: Infinity });
    const { refusal } = await start();
    expect(await refusal('service_get_transfer', { id: 'abcd' })).toMatch(
      /3 attempts\)\. Call again later: looking changes nothing\. /,
    );
  });

  it('another server sends back what it was sent', async () => {
    const { refusal, log } = await start({ SERVICE_BASE_URL: 'http://localhost:81/api/v1' });
    const args = { secret: VALUE, password: 'azalea9', encryption: 'server' };
    expect(await refusal('service_create_secret', args)).toBe(
      'The service refused the call. Calling again the same way will hardly help. Status 409.',
    );
    expect(log).toEqual([]);
  });
});

it('what fails for a moment is tried again, under one idempotency key', async () => {
  mock.fail('secrets.create', 'lost_response');
  const { call } = await start();
  const { data } = await call('service_create_secret', { secret: VALUE });
  expect(await mock.open(data.secretUrl)).toMatchObject({ secret: VALUE });
  const keys = mock.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('a cancelled call ends its request, and others go on', async () => {
  mock.fail('secrets.create', 'timeout');
  const { call, client } = await start();
  const controller = new AbortController();
  const cancelled = call('service_create_secret', { secret: VALUE }, { signal: controller.signal });
  await expect.poll(() => mock.requests).toHaveLength(1);
  controller.abort('changed my mind');
  await expect(cancelled).rejects.toThrow('changed my mind');
  // The request that hung has been given up: it is not tried again.
  await expect.poll(() => mock.requests[0]?.outcome).toBe('timeout');
  expect((await call('service_create_secret', { secret: VALUE })).isError).toBeUndefined();
  expect(mock.requests).toHaveLength(2);
  await client.close();
});

it('of an upload that could not be finished an agent reads to share the file anew', async () => {
  mock.fail('files.upload', 'not_found');
  const { call, refusal } = await start({ SERVICE_MCP_FILES: import.meta.dirname });
  const args = { type: 'file', fromFile: 'failures.test.ts' };
  expect(await refusal('service_create_transfer', args)).toMatch(
    /^The upload could not be finished\. Call again to share the file anew: .+ Status 404, /,
  );
  expect((await call('service_create_transfer', args)).isError).toBeUndefined();
});

it('a file that has arrived is shared although the response to its upload was lost', async () => {
  mock.fail('files.upload', 'lost_response');
  const { call } = await start({ SERVICE_MCP_FILES: import.meta.dirname });
  const args = { type: 'file', fromFile: 'failures.test.ts' };
  const { data } = await call('service_create_transfer', args);
  expect(await mock.open(data.shareUrl)).toMatchObject({ file: { fileName: 'failures.test.ts' } });
});

it('an upload that is cancelled ends, too', async () => {
  mock.fail('files.upload', 'timeout');
  const { call } = await start({ SERVICE_MCP_FILES: import.meta.dirname });
  const controller = new AbortController();
  const args = { type: 'file', fromFile: 'failures.test.ts' };
  const cancelled = call('service_create_transfer', args, { signal: controller.signal });
  await expect.poll(() => mock.requests.map(({ operation }) => operation)).toContain('files.upload');
  controller.abort('changed my mind');
  await expect(cancelled).rejects.toThrow('changed my mind');
  await expect.poll(() => mock.requests.at(-1)?.outcome).toBe('timeout');
});

it('an internal error is reported by its name, which is all that is logged', async () => {
  const env: Record<string, string> = { ...environment(mock), SERVICE_MCP_ENV: 'BROKEN' };
  const { refusal, log } = await startSession(env);
  Object.defineProperty(env, 'BROKEN', {
    get() {
      throw new TypeError(`cannot read ${VALUE}`);
    },
  });
  const text = await refusal('service_create_secret', { fromEnv: 'BROKEN' });
  expect(text).toMatch(/^The tool server failed\. /);
  expect(text).not.toContain(VALUE);
  expect(log).toEqual(['tempshare-mcp: a tool failed with TypeError']);
});

it('at every level of the log there is nothing of what was shared', async () => {
  mock.fail('secrets.create', 'internal_error');
  const { call, log } = await start({ SERVICE_LOG: 'debug' });
  const args = { secret: VALUE, password: 'azalea9', encryption: 'server' };
  const { data } = await call('service_create_secret', args);
  expect(log.length).toBeGreaterThan(3);
  const [link] = data.secretUrl.split('/').slice(-1);
  for (const value of [VALUE, 'azalea9', link, mock.apiKey]) expect(log.join()).not.toContain(value);
});
