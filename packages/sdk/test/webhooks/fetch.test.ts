import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchHandler, type AdapterOptions } from '../../src/webhooks/fetch.ts';
import {
  deliver,
  eventOf,
  problemOf,
  serve,
  signatureOf,
  stage,
  testReceiver,
  type Stage,
} from '../webhook-stage.ts';

const event = eventOf('secret.consumed');
const warn = vi.spyOn(console, 'warn');
const error = vi.spyOn(console, 'error');
beforeEach(() => [warn, error].forEach((print) => print.mockReset().mockReturnValue()));
afterEach(() =>
  expect([...warn.mock.calls, ...error.mock.calls].join()).not.toMatch(/evt_|whsec_YW|v1=[0-9a-f]/),
);

type Receive = (request: Request) => Promise<Response>;
const secondHand = (options?: AdapterOptions): Stage & { receive: Receive } => {
  const { webhooks, handled } = stage();
  return { webhooks, handled, receive: fetchHandler(webhooks, options) };
};

/** Handlers of Workers, Bun and Deno, and two frameworks that pass the request on. */
const HOSTS: [string, (receive: Receive) => Receive][] = [
  ['a worker', (receive) => (request) => ({ fetch: receive }).fetch(request)],
  [
    'a route of Next.js',
    (POST: (request: Request, context: { params: Promise<object> }) => Promise<Response>) => (request) =>
      POST(request, { params: Promise.resolve({}) }),
  ],
  [
    'Hono',
    (receive) => {
      const app = new Hono().post('/webhooks', (c) => receive(c.req.raw));
      return async (request) => app.fetch(request);
    },
  ],
];

describe.each(HOSTS)('%s', (_, host) => {
  testReceiver(async (options) => {
    const { receive, handled } = secondHand(options);
    return { url: await serve(listener(host(receive))), handled };
  });
});

describe('a fetch handler', () => {
  it('prints why it refuses a webhook, and what a handler throws', async () => {
    const url = await serve(listener(secondHand().receive));
    await deliver(url, `${event} `, await signatureOf(event));
    const refused = /^webhook refused: signature_mismatch: no sig/;
    expect(warn.mock.calls).toEqual([[expect.stringMatching(refused)]]);
    expect(await problemOf(await deliver(url, eventOf('request.closed')))).toEqual([500, undefined]);
    expect(error.mock.calls).toEqual([[expect.objectContaining({ message: 'no disk' })]]);
  });

  it('says so when the body was read before it', async () => {
    const { receive, handled } = secondHand();
    const app = new Hono().post('/webhooks', async (c) => receive((await c.req.json(), c.req.raw)));
    const url = await serve(listener(async (request) => app.fetch(request)));
    expect(await problemOf(await deliver(url, event))).toEqual([400, 'body_not_raw']);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/body_not_raw: .*arrayBuffer\(\) first/)]]);
    expect(handled).toEqual([]);
  });

  it('says so when it is given something else than the request', async () => {
    const { receive } = secondHand();
    const app = new Hono().post('/webhooks', (c) => receive(c as never));
    const url = await serve(listener(async (request) => app.fetch(request)));
    expect(await problemOf(await deliver(url, event))).toEqual([400, 'body_not_raw']);
  });

  it('responds with 400 to a body that breaks off while the caller still listens', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const reply = await secondHand().receive(new Request('https://hooks.example.com', init));
    expect(await problemOf(reply)).toEqual([400, undefined]);
  });

  it('hands on what onError throws', async () => {
    const { webhooks } = stage();
    const strict = fetchHandler(webhooks, { onError: (reason) => Promise.reject(reason) });
    const app = new Hono()
      .post('/webhooks', (c) => strict(c.req.raw))
      .onError((reason, c) => c.text(reason.message, 503));
    const reply = await deliver(
      await serve(listener(async (request) => app.fetch(request))),
      eventOf('request.closed'),
    );
    expect([reply.status, await reply.text()]).toEqual([503, 'no disk']);
  });
});

/** Serves a fetch handler over HTTP, its bodies as streams. */
function listener(handle: Receive): RequestListener {
  return (incoming, outgoing) => {
    const init = {
      method: 'POST',
      headers: incoming.headers as Record<string, string>,
      body: Readable.toWeb(incoming),
      duplex: 'half',
    };
    void handle(new Request(`http://127.0.0.1${incoming.url}`, init as RequestInit)).then(async (reply) => {
      outgoing.writeHead(reply.status, Object.fromEntries(reply.headers));
      outgoing.end(await reply.text());
    });
  };
}
