import { operations, type OperationInfo } from '@tempshare/contract';
import { openApiDocument, type OpenApiDocument } from '@tempshare/contract/document';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { createValidator } from '../src/http/pipeline/validate.ts';

const create = operations['secrets.create'];
const createRequest = (type = 'application/json'): Request =>
  ({
    headers: { 'content-type': type },
    method: 'POST',
    originalUrl: '/api/v1/secrets',
    query: {},
    params: {},
    body: { secret: 'x' },
    is: () => 'application/json',
  }) as unknown as Request;

describe('a contract', () => {
  const bodyOf = (document: OpenApiDocument): { schema: unknown } =>
    (document.paths['/secrets']!.post as any).requestBody.content['application/json'];
  const responseOf = (document: OpenApiDocument): { schema: unknown } =>
    (document.paths['/secrets']!.post as any).responses['201'].content['application/json'];
  const NOWHERE = { $ref: '#/components/schemas/Nothing' };

  it.each<[string, (document: OpenApiDocument) => void]>([
    ['refers to nowhere in a request', (document) => (bodyOf(document).schema = NOWHERE)],
    ['refers to nowhere in a response', (document) => (responseOf(document).schema = NOWHERE)],
    ['refers to another file', (document) => (bodyOf(document).schema = { $ref: 'secret.yaml' })],
    ['has an unknown type in a request', (document) => (bodyOf(document).schema = { type: 'strin' })],
    ['has a broken pattern', (document) => (bodyOf(document).schema = { type: 'string', pattern: '(' })],
    ['lacks the operation', (document) => delete document.paths['/secrets']],
  ])('that %s cannot be compiled', async (_what, change) => {
    const document = openApiDocument();
    change(document);
    await expect(createValidator(document, { responses: true }).compile(create)).rejects.toThrow();
  });

  it.each([true, false])('of ours can be compiled as a whole, with responses: %s', async (responses) => {
    const validator = createValidator(openApiDocument(), { responses });
    for (const operation of Object.values<OperationInfo>(operations)) await validator.compile(operation);
  });

  it('that could not be compiled for the first requests is compiled again for the next', async () => {
    const document = openApiDocument();
    const { schema } = bodyOf(document);
    bodyOf(document).schema = { type: 'strin' };
    const validator = createValidator(document, { responses: false });
    const first = [1, 2].map(() => validator.request(create, createRequest(), {}));
    for (const outcome of await Promise.allSettled(first)) expect(outcome.status).toBe('rejected');
    bodyOf(document).schema = schema;
    await validator.request(create, createRequest(), {});
  });
});

it('a response that is not what the contract says is refused', async () => {
  const validator = createValidator(openApiDocument(), { responses: true });
  const request = {
    headers: {},
    method: 'GET',
    originalUrl: '/api/v1/key',
    is: () => false,
  } as unknown as Request;
  await validator.request(operations['key.get'], request, {}).catch(() => undefined);
  await expect(
    validator.response(operations['key.get'], request, { status: 200, body: { id: 7 } }),
  ).rejects.toThrow(/required property/);
});

it.each([
  ['secrets.create', 'application/json'],
  ['public.secrets.get', undefined],
] as const)(
  'the content type of a client never reaches the validator of %s, which keeps a schema for each',
  async (id, expected) => {
    const validator = createValidator(openApiDocument(), { responses: false });
    for (const type of ['application/json; p=1', 'text/x2; p=2']) {
      const request = createRequest(type);
      await validator.request(operations[id], request, { id: 'x' }).catch(() => undefined);
      expect(request.headers['content-type']).toBe(expected);
    }
  },
);
