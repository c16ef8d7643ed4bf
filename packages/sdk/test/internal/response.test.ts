import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { UnexpectedResponseError, APIError, InternalServerError, NotFoundError } from '../../src/index.ts';
import { getTransfer } from '../operations.ts';
import { html, json, scriptedServer, type Reply } from '../scripted-server.ts';
import { created, failure, setup } from '../transport-setup.ts';

describe('a response', () => {
  it.each([301, 302, 303, 307, 308])('that redirects (%d) is refused', async (status) => {
    const elsewhere = await scriptedServer(created);
    const location = `${elsewhere.baseUrl}/transfers?token=abc`;
    const { create, seen } = await setup([html(status, { location })]);
    const error = await failure(create(), APIError);
    expect(error).toMatchObject({ status, code: 'redirect_refused' });
    expect(error.message).toContain(new URL(location).origin);
    expect(error.message).not.toContain('token');
    expect(error.message).toMatch(/is not followed.*use the final address in baseUrl or the link/);
    expect([seen.length, elsewhere.seen.length]).toEqual([1, 0]);
  });

  it('from a proxy becomes an error by its status alone, without its body', async () => {
    const { get } = await setup([html(502)], { maxRetries: 0 });
    const error = await failure(get(), InternalServerError);
    expect(error).toMatchObject({
      status: 502,
      code: 'unknown_error',
      title: undefined,
      requestId: undefined,
      errors: [],
    });
    expect(error.message).toBe(
      '502 unknown_error: the response (502, text/html) is of a proxy or portal, not of this service (GET /transfers/{id}, 1 attempt)',
    );
  });

  it('of 404 that is not the service’s asks whether the base URL is the whole one', async () => {
    const { get } = await setup([html(404)]);
    const error = await failure(get(), NotFoundError);
    expect(error.code).toBe('unknown_error');
    expect(error.detail).toBe(
      'the response (404, text/html) is of a proxy or portal, not of this service; does baseUrl end in /api/v1?',
    );
  });

  it('that is JSON of another shape, or broken JSON, is an error too', async () => {
    const broken: Reply = (response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"a');
    for (const reply of [json(400, { message: 'no' }), json(400, null), json(400, 'x'), broken]) {
      const { get } = await setup([reply]);
      expect(await failure(get(), APIError)).toMatchObject({ status: 400, code: 'unknown_error' });
    }
  });

  it('of success that is not JSON is an error that does not quote it', async () => {
    const { get, seen } = await setup([html(200)]);
    const error = await failure(get(), UnexpectedResponseError);
    expect(error).toMatchObject({
      status: 200,
      code: 'unexpected_response',
      contentType: 'text/html',
      attempts: 1,
    });
    expect(error.message).toBe(
      'the response (200, text/html) is of a proxy or portal, not of this service; does baseUrl end in /api/v1? (GET /transfers/{id}, 1 attempt)',
    );
    expect(inspect(error, { showHidden: true })).not.toMatch(/nginx/);
    expect(seen).toHaveLength(1);
  });

  it.each([null, 42, 'svc_internal', true, ['svc_internal'], []])(
    'of success that is %j and no object is an error that does not quote it',
    async (body) => {
      const { create, seen } = await setup([json(201, body)]);
      const error = await failure(create(), UnexpectedResponseError);
      expect(error).toMatchObject({
        ...{ status: 201, contentType: 'application/json', requestId: 'req_1' },
        ...{ operation: 'transfers.create', idempotencyKey: seen[0]!.headers['idempotency-key'] },
      });
      expect(error.message).toContain(
        '(201, application/json) is of a proxy or portal, not of this service; does baseUrl end in',
      );
      expect(inspect(error, { showHidden: true })).not.toMatch(/svc_internal/);
      expect(seen).toHaveLength(1);
    },
  );

  it('of bytes that is a page is an error, and no file', async () => {
    const { download } = await setup([html(200)]);
    const error = await failure(download(), UnexpectedResponseError);
    expect(error.message).toContain(
      'the response (200, text/html) is of a proxy or portal, not of this service',
    );
    expect(inspect(error, { showHidden: true })).not.toMatch(/nginx/);
  });

  it('of 204 is undefined', async () => {
    const { get } = await setup([(response) => response.writeHead(204).end()]);
    const { data, response } = await get().withResponse();
    expect([data, response.status]).toEqual([undefined, 204]);
  });

  it.each([200, 201])('of %d without a body is an error', async (status) => {
    const { get } = await setup([(response) => response.writeHead(status, { 'content-length': '0' }).end()]);
    expect(await failure(get(), UnexpectedResponseError)).toMatchObject({ status, contentType: undefined });
  });

  it('to HEAD is undefined, whatever type it names', async () => {
    const { invoke, seen } = await setup([json(200, { ok: true })]);
    const head = { ...getTransfer, method: 'HEAD' };
    const { data, response } = await invoke(head, { path: { id: 'abc' } }).withResponse();
    expect([data, response.headers.get('content-type')]).toEqual([undefined, 'application/json']);
    expect(seen[0]!.method).toBe('HEAD');
  });
});
