import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import * as errors from '../src/errors.ts';
import { createTransfer } from './operations.ts';
import { copyOf } from './copy-of-package.ts';

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

it("an error's name is in its stack, on the prototype, and can be set as on any Error", () => {
  const error = errors.errorForResponse(context, reply(404));
  expect(error.stack).toMatch(/^NotFoundError: 404 rate_limited/);
  expect(inspect(error)).toMatch(/^NotFoundError: 404/);
  expect(Object.hasOwn(error, 'name')).toBe(false);
  error.name = 'Other';
  expect(String(error)).toMatch(/^Other: 404/);
});

it('instanceof holds across two copies of the package', async () => {
  const copy = (await copyOf('errors.ts')) as typeof errors;
  expect(copy.NotFoundError).not.toBe(errors.NotFoundError);
  const foreign = copy.errorForResponse(context, reply(404));
  expect(foreign).toBeInstanceOf(errors.NotFoundError);
  expect(foreign).toBeInstanceOf(errors.APIError);
  expect(foreign).toBeInstanceOf(errors.TempshareError);
  expect(foreign).not.toBeInstanceOf(errors.ConflictError);
  const timeout = new copy.APITimeoutError(context, 50);
  expect(timeout).toBeInstanceOf(errors.APIConnectionError);
  expect(timeout).not.toBeInstanceOf(errors.APIError);
});

it('instanceof is false for anything else, and ordinary for a class derived outside', () => {
  for (const value of [
    undefined,
    null,
    1,
    'x',
    {},
    new Error('x'),
    Object.create(null),
    { name: 'APIError' },
  ]) {
    expect(value instanceof errors.TempshareError).toBe(false);
  }
  class Mine extends errors.NotFoundError {}
  const mine = new Mine(context, reply(404));
  expect(mine).toBeInstanceOf(Mine);
  expect(mine).toBeInstanceOf(errors.NotFoundError);
  expect(errors.errorForResponse(context, reply(404))).not.toBeInstanceOf(Mine);
});

it('an abort is no connection error, so that catching the one does not hide the other', () => {
  const abort = new errors.APIUserAbortError(context, 'reason');
  expect(abort).toBeInstanceOf(errors.TempshareError);
  expect(abort).not.toBeInstanceOf(errors.APIConnectionError);
});
