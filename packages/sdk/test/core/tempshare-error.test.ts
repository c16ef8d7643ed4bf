import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import * as errors from '../../src/errors.ts';
import { copyOf } from '../copy-of-package.ts';
import { createTransfer } from '../operations.ts';

const context = { operation: createTransfer, attempts: 3, idempotencyKey: 'k1' };
const reply = (status: number) => ({ status, headers: new Headers(), problem: { code: 'rate_limited' } });

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
