import { execFileSync } from 'node:child_process';
import { operations, type OperationInfo } from '@tempshare/contract';
import { openApiDocument, type OpenApiDocument } from '@tempshare/contract/document';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { createValidator } from '../../../server/src/http/validate.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { startServers } from '../../support/server/servers.ts';

it('20,000 requests with a Content-Type of their own each do not make a server grow', async () => {
  const servers = await startServers();
  const { pid } = servers.processes[0];
  const megabytes = (): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`])) / 1024;
  const lines = [
    'POST /public/secrets/none/reveal',
    'GET /public/secrets/none',
    'POST /secrets',
    'DELETE /secrets/none',
    'PUT /public/uploads/none',
  ];
  const flood = (from: number, count: number) =>
    atOnce(50, async (worker) => {
      for (let i = from + worker; i < from + count; i += 50) {
        const type = `${i % 2 ? 'application/json' : `text/x${i}`}; p${i}=${i}`;
        const raw = i % 3 ? undefined : '{}';
        const headers = { 'content-type': type, 'content-length': raw?.length ?? 0 };
        const { status } = await send(servers.bases[0], lines[i % lines.length]!, {
          key: servers.apiKey,
          raw,
          headers,
        });
        if (![200, 201, 400, 404, 415].includes(status))
          throw new Error(`${lines[i % lines.length]} with ${type}: ${status}`);
      }
    });
  try {
    // Until the heap has the size that so many at once take.
    await flood(0, 24_000);
    const warm = megabytes();
    await flood(24_000, 20_000);
    // A schema that is kept for each takes 27 KB: 540 MB.
    expect(megabytes() - warm).toBeLessThan(120);
  } finally {
    await servers.stop();
  }
});

describe('a contract that', () => {
  const all: readonly OperationInfo[] = Object.values(operations);
  const compileAll = async (change: (document: OpenApiDocument) => void, responses = true): Promise<void> => {
    const document = openApiDocument();
    change(document);
    const validator = createValidator(document, { responses });
    for (const operation of all) await validator.compile(operation);
  };
  const create = (document: OpenApiDocument): any => document.paths['/secrets']!.post;

  it.each<[string, (document: OpenApiDocument) => void]>([
    [
      'refers to nowhere in a request',
      (d) =>
        (create(d).requestBody.content['application/json'].schema = { $ref: '#/components/schemas/Nothing' }),
    ],
    [
      'refers to nowhere in a response',
      (d) =>
        (create(d).responses['201'].content['application/json'].schema = {
          $ref: '#/components/schemas/Nothing',
        }),
    ],
    [
      'refers to what is not in it',
      (d) => (create(d).requestBody.content['application/json'].schema = { $ref: 'secret.yaml' }),
    ],
    [
      'has an unknown type in a request',
      (d) => (create(d).requestBody.content['application/json'].schema = { type: 'strin' }),
    ],
    [
      'has a broken pattern in a request',
      (d) => (create(d).requestBody.content['application/json'].schema = { type: 'string', pattern: '(' }),
    ],
    ['lacks an operation', (d) => delete d.paths['/secrets']],
  ])('%s cannot be compiled', async (_what, change) => {
    await expect(compileAll(change)).rejects.toThrow();
  });

  it.each([true, false])('is this one can be compiled, with responses: %s', async (responses) => {
    await compileAll(() => undefined, responses);
  });

  it('could not be compiled on first use is compiled again on the next', async () => {
    const document = openApiDocument();
    const { schema } = create(document).requestBody.content['application/json'];
    create(document).requestBody.content['application/json'].schema = { type: 'strin' };
    const validator = createValidator(document, { responses: false });
    const request = {
      headers: {},
      method: 'POST',
      originalUrl: '/api/v1/secrets',
      query: {},
      params: {},
      body: { secret: 'x' },
      is: () => 'application/json',
    } as unknown as Request;
    const first = [1, 2].map(() => validator.request(operations['secrets.create'], request, {}));
    for (const outcome of await Promise.allSettled(first)) expect(outcome.status).toBe('rejected');
    create(document).requestBody.content['application/json'].schema = schema;
    await validator.request(operations['secrets.create'], request, {});
  });

  it('is whole holds responses against it', async () => {
    const validator = createValidator(openApiDocument(), { responses: true });
    const request = {
      headers: {},
      method: 'GET',
      originalUrl: '/api/v1/key',
      is: () => false,
    } as unknown as Request;
    await validator.request(operations['key.get'], request, {}).catch(() => undefined);
    await expect(validator.response(operations['key.get'], request, 200, { id: 7 })).rejects.toThrow(
      /required property/,
    );
  });
});
