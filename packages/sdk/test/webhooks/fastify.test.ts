import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fastifyPlugin, type FastifyOptions } from '../../src/webhooks/fastify.ts';
import { deliver, eventOf, signatureOf, stage, testReceiver } from '../webhook-stage.ts';

const event = eventOf('secret.consumed');
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A Fastify application with a JSON route and error handling of its own. */
async function application(options?: FastifyOptions, prefix: string | undefined = '/webhooks') {
  const { webhooks, handled } = stage();
  const errors: unknown[] = [];
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'warn', stream }, forceCloseConnections: true });
  app.setErrorHandler((error: { statusCode: number }, _request, reply) => {
    errors.push(error);
    return reply.code(error.statusCode).send({ own: true });
  });
  app.post('/own', async (request) => ({ got: request.body }));
  await app.register(fastifyPlugin(webhooks, options), { prefix });
  closing.push(() => app.close());
  return { app, handled, errors, lines, url: `${await app.listen({ port: 0 })}/webhooks` };
}

describe('a Fastify application', () => {
  testReceiver(application);

  it('logs why it refuses a webhook', async () => {
    const { url, lines } = await application();
    await deliver(url, `${event} `, await signatureOf(event));
    expect(lines[0]).toMatch(/"msg":"webhook refused: signature_mismatch: no signature fits/);
    expect(lines.join()).not.toMatch(/evt_|whsec_YW|v1=[0-9a-f]/);
  });

  it.each([
    'text/plain',
    'application/json; charset=utf-8',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ])('takes the bytes as they are when they are called %s', async (type) => {
    const { url, handled } = await application();
    const headers = { ...(await signatureOf(event)), 'Content-Type': type };
    expect((await deliver(url, event, headers)).status).toBe(204);
    expect(handled).toEqual(['evt_1']);
  });

  it('keeps its own parsers', async () => {
    const { url } = await application();
    const own = url.replace('webhooks', 'own');
    const json = await deliver(own, '{"a":1}', { 'Content-Type': 'application/json' });
    expect(await json.json()).toEqual({ got: { a: 1 } });
    expect((await deliver(own, 'x', { 'Content-Type': 'image/png' })).status).toBe(415);
  });

  it('listens where path says', async () => {
    const { url, handled } = await application({ path: '/webhooks' }, '');
    expect((await deliver(url, event)).status).toBe(204);
    expect(handled).toEqual(['evt_1']);
  });

  it('gets what a handler throws, and cannot mistake its status for the response', async () => {
    const { url, errors } = await application();
    expect((await deliver(url, eventOf('request.closed'))).status).toBe(500);
    expect(errors).toMatchObject([{ name: 'WebhookHandlerError', cause: { message: 'no disk' } }]);
  });

  it('responds with 500 without error handling of its own', async () => {
    const app = Fastify({ forceCloseConnections: true });
    app.register(fastifyPlugin(stage().webhooks), { prefix: '/webhooks' });
    closing.push(() => app.close());
    const reply = await deliver(`${await app.listen({ port: 0 })}/webhooks`, eventOf('request.closed'));
    expect(reply.status).toBe(500);
    expect(await reply.text()).not.toContain('no disk');
  });
});

it.each([undefined, Object.assign(new Error('gone'), { status: 410, statusCode: 410 })])(
  'an onError that throws %s is a failure, and no other response',
  async (thrown) => {
    const app = Fastify({ forceCloseConnections: true });
    const onError = () => Promise.reject(thrown);
    app.register(fastifyPlugin(stage().webhooks, { onError }), { prefix: '/webhooks' });
    closing.push(() => app.close());
    const reply = await deliver(`${await app.listen({ port: 0 })}/webhooks`, eventOf('request.closed'));
    expect(reply.status).toBe(500);
  },
);

it('a route that was wired by hand to the parsed body is told what to do', async () => {
  const { webhooks } = stage();
  const app = Fastify();
  app.post('/webhooks', async (request, reply) => {
    const refusal = await webhooks
      .handle(request.body as never, request.headers)
      .catch((error: unknown) => error);
    return reply.code(400).send({ code: (refusal as { code: string }).code });
  });
  closing.push(() => app.close());
  const response = await deliver(`${await app.listen({ port: 0 })}/webhooks`, event);
  expect(await response.json()).toEqual({ code: 'body_not_raw' });
});
