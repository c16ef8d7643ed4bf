import { describe, expect, it, vi } from 'vitest';
import { checkAdapter, gather, passedOn, receive, WebhookHandlerError } from '../../src/webhooks/adapter.ts';
import { createWebhookHandler } from '../../src/webhooks/index.ts';
import { signPayload } from '../../src/webhooks/testing.ts';

const secret = 'whsec_test';
const body = JSON.stringify({ id: 'evt_1', type: 'secret.consumed', data: { object: {} } });
const signed = async () => ({
  body,
  headers: await signPayload({ payload: body, secret, timestamp: Math.floor(Date.now() / 1000) }),
});
const failing = () =>
  createWebhookHandler({ secret }).onUnknown(() => {
    throw Object.assign(new Error('no disk'), { status: 410 });
  });

describe('what an adapter replies', () => {
  it('is 204 to what was acted on', async () => {
    expect(await receive(createWebhookHandler({ secret }), await signed(), {})).toEqual({ status: 204 });
  });

  it('is 400 with the code to a refused webhook, of which onError or the log is told', async () => {
    const warn = vi.fn();
    const onError = vi.fn();
    const given = { body, headers: 'none' };
    const { status, problem } = await receive(failing(), given, { warn });
    expect([status, JSON.parse(problem!)]).toEqual([
      400,
      { title: 'The webhook was refused', status: 400, code: 'malformed_header' },
    ]);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^webhook refused: malformed_header: /));
    await receive(failing(), given, { warn, onError });
    expect([warn.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
  });

  it('is 500 to what a handler throws if onError takes it, and else an error with status 500', async () => {
    const onError = vi.fn();
    expect(await receive(failing(), await signed(), { onError })).toMatchObject({ status: 500 });
    const thrown = receive(failing(), await signed(), {});
    await expect(thrown).rejects.toMatchObject({
      name: 'WebhookHandlerError',
      status: 500,
      cause: onError.mock.lastCall?.[0] && expect.objectContaining({ status: 410 }),
    });
  });
});

it('an error for a framework is wrapped once', () => {
  const error = new WebhookHandlerError('x');
  expect(passedOn(error)).toBe(error);
  expect(passedOn(undefined)).toMatchObject({ status: 500, cause: undefined });
});

it('a body is gathered as long as it is within the limit', () => {
  const pieces = gather(3);
  expect(pieces.add(new Uint8Array([1, 2]))).toBe(true);
  expect(pieces.add(new Uint8Array([3]))).toBe(true);
  expect(pieces.add(new Uint8Array([4]))).toBe(false);
  expect(pieces.bytes()).toEqual(new Uint8Array([1, 2, 3, 4]));
});

it.each([{ limit: 0 }, { limit: 1.5 }, { limit: '9' }, { onError: 'log' }, { warn: console.warn }])(
  'the options %o are refused',
  (options) => expect(() => checkAdapter(failing(), options as never)).toThrow(/limit|onError/),
);
