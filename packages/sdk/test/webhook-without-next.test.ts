import { expect, it, vi } from 'vitest';
import { expressHandler, WebhookHandlerError } from '../src/webhooks/express.ts';
import { deliver, eventOf, problemOf, serve, stage } from './webhook-stage.ts';

const printed = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

it('a handler that fails where there is no next is printed and answered with 500', async () => {
  const error = printed();
  const { webhooks, handled } = stage();
  const receive = expressHandler(webhooks);
  const url = await serve((request, response) => receive(request, response));
  expect(await problemOf(await deliver(url, eventOf('request.closed')))).toEqual([500, undefined]);
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(WebhookHandlerError));
  expect((await deliver(url, eventOf('secret.consumed', 'evt_2'))).status).toBe(204);
  expect(handled).toEqual(['evt_2']);
  error.mockRestore();
});

it('a response that cannot be sent is printed, and leaves no rejection unhandled', async () => {
  const error = printed();
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const { webhooks } = stage();
  const receive = expressHandler(webhooks);
  const broken = new Error('the response is gone');
  const url = await serve((request, response) => {
    response.setHeader = () => {
      throw broken;
    };
    error.mockImplementation((reason) => void (reason === broken && response.end()));
    receive(request, response);
  });
  await deliver(url, eventOf('request.closed'));
  expect(error.mock.calls).toEqual([[expect.any(WebhookHandlerError)], [broken]]);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  error.mockRestore();
});

it('a body whose getter throws is named, and not called a failure of the handler', async () => {
  const error = printed();
  const { webhooks } = stage();
  const receive = expressHandler(webhooks);
  const url = await serve((request, response) => {
    const get = (): never => {
      throw new Error('invalid JSON');
    };
    receive(Object.defineProperty(request, 'body', { get }), response);
  });
  expect((await deliver(url, eventOf('secret.consumed'))).status).toBe(500);
  const [given] = error.mock.calls[0] as [WebhookHandlerError];
  expect(given.message).toMatch(/^the body of the request cannot be read: its getter throws/);
  expect(given.cause).toMatchObject({ message: 'invalid JSON' });
  error.mockRestore();
});
