import { once } from 'node:events';
import { createRequire } from 'node:module';
import express5, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expressHandler, WebhookHandlerError, type AdapterOptions } from '../../src/webhooks/express.ts';
import {
  breakOff,
  deliver,
  eventOf,
  LIMIT,
  problemOf,
  serve,
  signatureOf,
  stage,
  testReceiver,
} from '../webhook-stage.ts';

const express4 = createRequire(import.meta.url)('express-4') as typeof express5;
const event = eventOf('secret.consumed');
const warn = vi.spyOn(console, 'warn');
beforeEach(() => void warn.mockReset().mockReturnValue());
afterEach(() => expect(warn.mock.calls.join()).not.toMatch(/evt_|whsec_YW|v1=[0-9a-f]/));

describe.each([
  ['4', express4],
  ['5', express5],
])('with Express %s', (_, express) => {
  /** An Express application whose own error handling keeps what it gets. */
  function application(before: RequestHandler[] = [], options?: AdapterOptions) {
    const { webhooks, handled } = stage();
    const errors: unknown[] = [];
    const app = express();
    app.post('/webhooks', ...before, expressHandler(webhooks, options));
    app.post('/own', express.json(), (request, response) => void response.json(request.body));
    const keep: ErrorRequestHandler = (error, _request, response, _next) => {
      errors.push(error);
      response.sendStatus((error as { status: number }).status);
    };
    app.use(keep);
    return { app, handled, errors };
  }

  describe('an application', () => {
    testReceiver(async (options) => {
      const { app, handled } = application([], options);
      return { url: await serve(app), handled };
    });

    it.each<[string, RequestHandler[]]>([
      ['express.raw()', [express.raw({ type: 'application/json' })]],
      ['express.raw() for other types', [express.raw({ type: 'image/png' })]],
      ['express.text()', [express.text({ type: () => true })]],
      [
        'a parser that read nothing and left an empty object',
        [(request, _, next) => next(((request.body = {}), undefined))],
      ],
      [
        'express.json() that keeps the bytes',
        [express.json({ verify: (request, _, bytes) => Object.assign(request, { rawBody: bytes }) })],
      ],
    ])('receives webhooks after %s', async (_, before) => {
      const { app, handled } = application(before);
      const url = await serve(app);
      expect((await deliver(url, event)).status).toBe(204);
      const forged = await deliver(url, event + ' ', await signatureOf(event));
      expect(await problemOf(forged)).toEqual([400, 'signature_mismatch']);
      expect(handled).toEqual(['evt_1']);
    });

    it('keeps its own parser', async () => {
      const { app } = application();
      const url = (await serve(app)).replace('webhooks', 'own');
      const reply = await deliver(url, '{"a":1}', { 'Content-Type': 'application/json' });
      expect(await reply.json()).toEqual({ a: 1 });
    });

    it('is told what to do when express.json() came first', async () => {
      const { app, handled } = application([express.json()]);
      const reply = await deliver(await serve(app), event);
      expect(await problemOf(reply)).toEqual([400, 'body_not_raw']);
      expect(warn.mock.calls).toEqual([
        [expect.stringMatching(/^webhook refused: body_not_raw: .*express\.raw/)],
      ]);
      expect(handled).toEqual([]);
    });

    it('gets what a handler throws, and cannot mistake its status for the response', async () => {
      const { app, errors } = application();
      expect((await deliver(await serve(app), eventOf('request.closed'))).status).toBe(500);
      const [error] = errors as [WebhookHandlerError];
      expect(error).toBeInstanceOf(WebhookHandlerError);
      expect(error.cause).toMatchObject({ message: 'no disk' });
      expect(error.stack).toMatch(/^WebhookHandlerError: .*no disk\n +at /);
    });

    it('responds with 500 without error handling of its own', async () => {
      const app = express().set('env', 'test');
      app.post('/webhooks', expressHandler(stage().webhooks));
      expect((await deliver(await serve(app), eventOf('request.closed'))).status).toBe(500);
    });

    it('responds with 413 to a body above the limit that express.raw() has read', async () => {
      const { app, handled } = application([express.raw({ type: () => true, limit: '1mb' })]);
      const url = await serve(app);
      const fitting = eventOf('secret.consumed', 'evt_2', 'x'.repeat(LIMIT - event.length));
      expect((await deliver(url, fitting)).status).toBe(204);
      expect(await problemOf(await deliver(url, fitting + ' '))).toEqual([413, undefined]);
      expect(handled).toEqual(['evt_2']);
    });

    it('leaves a response that was given before', async () => {
      const impatient: RequestHandler = (_, response, next) => (next(), void response.sendStatus(503));
      const { app, errors } = application([impatient]);
      const url = await serve(app);
      expect((await deliver(url, event, {})).status).toBe(503);
      await expect.poll(() => warn.mock.calls.length).toBe(1);
      expect(errors).toEqual([]);
    });
  });

  it('an application is not kept waiting by a caller who hangs up while it is busy', async () => {
    const { webhooks, handled } = stage();
    const errors: unknown[] = [];
    const end = vi.fn<() => void>();
    const busy = Promise.withResolvers<unknown>();
    const app = express();
    const wait: RequestHandler = (request, response, next) => {
      Object.assign(response, { end });
      void once(request, 'close').then(busy.resolve, busy.resolve);
      void busy.promise.then(() => next());
    };
    app.post('/webhooks', wait, expressHandler(webhooks, { onError: (error) => errors.push(error) }));
    await breakOff(await serve(app), event);
    await expect.poll(() => end.mock.calls.length).toBe(1);
    expect(end).toHaveBeenCalledWith(expect.stringContaining('The body broke off'));
    expect([handled, errors]).toEqual([[], []]);
  });

  it.each([undefined, 'route', Object.assign(new Error('gone'), { status: 410, statusCode: 410 })])(
    'an onError that throws %s is called once, and makes no other response',
    async (thrown) => {
      const app = express().set('env', 'test');
      const onError = vi.fn(() => Promise.reject(thrown));
      app.post('/webhooks', expressHandler(stage().webhooks, { onError }));
      expect((await deliver(await serve(app), eventOf('request.closed'))).status).toBe(500);
      expect(onError).toHaveBeenCalledTimes(1);
    },
  );
});
