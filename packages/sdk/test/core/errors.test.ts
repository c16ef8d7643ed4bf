import { expect, it } from 'vitest';
import * as errors from '../../src/errors.ts';
import { createTransfer } from '../operations.ts';

const context = { operation: createTransfer, attempts: 3, idempotencyKey: 'k1' };

const reply = (status: number) => ({
  status,
  headers: new Headers({ 'x-request-id': 'req_1', 'retry-after': '61' }),
  problem: { code: 'rate_limited', title: 'Too Many Requests', detail: 'Wait 61 s.' },
  retryAfterMs: 61_000,
});

it.each([
  [400, errors.BadRequestError, 'BadRequestError'],
  [401, errors.AuthenticationError, 'AuthenticationError'],
  [403, errors.PermissionDeniedError, 'PermissionDeniedError'],
  [404, errors.NotFoundError, 'NotFoundError'],
  [405, errors.APIError, 'APIError'],
  [409, errors.ConflictError, 'ConflictError'],
  [413, errors.PayloadTooLargeError, 'PayloadTooLargeError'],
  [422, errors.UnprocessableEntityError, 'UnprocessableEntityError'],
  [429, errors.RateLimitError, 'RateLimitError'],
  [500, errors.InternalServerError, 'InternalServerError'],
  [599, errors.InternalServerError, 'InternalServerError'],
])('a %d is its own kind of APIError', (status, kind, name) => {
  const error = errors.errorForResponse(context, reply(status));
  for (const each of [kind, errors.APIError, errors.TempshareError, Error])
    expect(error).toBeInstanceOf(each);
  expect(error).not.toBeInstanceOf(errors.APIConnectionError);
  if (kind !== errors.BadRequestError) expect(error).not.toBeInstanceOf(errors.BadRequestError);
  expect(error.name).toBe(name);
});

it('an error says what happened, to which call, and after how many attempts', () => {
  const error = errors.errorForResponse(context, reply(429));
  expect(error.message).toBe('429 rate_limited: Wait 61 s. (POST /transfers, request req_1, 3 attempts)');
  expect(error).toMatchObject({
    status: 429,
    code: 'rate_limited',
    title: 'Too Many Requests',
    detail: 'Wait 61 s.',
    requestId: 'req_1',
    errors: [],
    attempts: 3,
    idempotencyKey: 'k1',
    operation: 'transfers.create',
    retryAfterMs: 61_000,
  });
  expect(error.headers.get('retry-after')).toBe('61');
});

it('an abort is no connection error, so that catching the one does not hide the other', () => {
  const abort = new errors.APIUserAbortError(context, 'reason');
  expect(abort).toBeInstanceOf(errors.TempshareError);
  expect(abort).not.toBeInstanceOf(errors.APIConnectionError);
});
