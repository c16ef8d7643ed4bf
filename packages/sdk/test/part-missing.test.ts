import { expect, it, vi } from 'vitest';
import {
  APIConnectionError,
  AuthenticationError,
  InternalServerError,
  NotFoundError,
  TempshareError,
} from '../src/index.ts';
import { html, json, problem, scriptedServer, type Answer } from './scripted-server.ts';
import { failure } from './transport-setup.ts';

vi.mock('../src/core/on-demand.ts', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

async function client(...answers: Answer[]) {
  const { Tempshare } = await import('../src/index.ts');
  const { baseUrl, seen } = await scriptedServer(...answers);
  return { client: new Tempshare({ apiKey: 'svc_sk_test_0123456789', baseUrl, maxRetries: 0 }), seen };
}

it('errors keep their class, status and code where the part that words them cannot be loaded', async () => {
  const cases: [Answer, abstract new (...args: never[]) => Error, object][] = [
    [problem(401, 'invalid_api_key'), AuthenticationError, { code: 'invalid_api_key' }],
    [html(404), NotFoundError, { code: 'unknown_error', status: 404 }],
    [html(502), InternalServerError, { code: 'unknown_error', status: 502 }],
  ];
  for (const [answer, kind, fields] of cases) {
    const { client: one } = await client(answer);
    expect(await failure(one.key.get(), kind)).toMatchObject(fields);
  }
});

it('a connection that fails is told as one where the part that looks into it cannot be loaded', async () => {
  const { Tempshare } = await import('../src/index.ts');
  const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  const one = new Tempshare({ baseUrl: 'http://localhost/api/v1', fetch: refused, maxRetries: 0 });
  expect(String(await failure(one.openapi.get(), APIConnectionError))).toContain('(ECONNREFUSED)');
});

it('a call that needs the missing part fails with an error of the package, and sends nothing', async () => {
  const { client: one, seen } = await client(json(200, {}));
  const calls = [
    () => one.files.download('d_token'),
    () => one.files.upload('u_token', (() => new Blob(['bytes'])) as never),
    () => one.withOptions({ middleware: [(request, next) => next(request)] }).key.get(),
  ];
  for (const call of calls) {
    const error = await failure(call(), TempshareError);
    expect(error.message).toBe('a part of the package could not be loaded');
    expect(error.cause).toBeDefined();
  }
  expect(seen).toEqual([]);
});
