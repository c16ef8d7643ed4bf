/** Deliveries as the service sends them, over real HTTP, and the tests that every adapter passes. */
import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { signPayload } from '../src/webhooks/sign.ts';
import type { AdapterOptions } from '../src/webhooks/fetch.ts';
import { createWebhookHandler, type WebhookHandler } from '../src/webhooks/index.ts';

export const secret = 'whsec_YWRhcHRlcnM';
export const LIMIT = 65_536;

export interface Stage {
  webhooks: WebhookHandler;
  /** The ids of the events that were acted on. */
  handled: string[];
}

/** A dispatcher that keeps ids, and whose handler of `request.closed` throws an error that would pass for a 410. */
export function stage(): Stage {
  const handled: string[] = [];
  const webhooks = createWebhookHandler({ secret })
    .on('secret.consumed', async ({ id }) => void handled.push(id))
    .on('request.closed', () => {
      throw Object.assign(new Error('no disk'), { status: 410, statusCode: 410 });
    });
  return { webhooks, handled };
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Serves until the test ends, and gives the address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

export const eventOf = (type: string, id = 'evt_1', more = ''): string =>
  JSON.stringify({ id, type, data: { object: { more } } });

export async function signatureOf(body: string): Promise<Record<string, string>> {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    'Content-Type': 'application/json',
    'X-Service-Signature': await signPayload({ payload: body, secret, timestamp }),
  };
}

/** Delivers a body; signed, unless other headers are given. */
export async function deliver(url: string, body: string, headers?: HeadersInit): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: headers ?? (await signatureOf(body)) });
}

/** Answers with the status and the code, and is sure that the response is a problem document. */
export async function problemOf(response: Response): Promise<[number, string | undefined]> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json'))
    throw new Error(`${response.status} ${await response.text()}`);
  const { status, title, code, ...more } = (await response.json()) as Record<string, unknown>;
  if (status !== response.status || typeof title !== 'string' || Object.keys(more).length > 0)
    throw new Error('not the problem document of this response');
  return [response.status, code as string | undefined];
}

/** Sends a body in pieces without a length, which ends only after the response has come. */
export async function deliverInPieces(url: string, piece: string, pieces: number): Promise<number> {
  const sent = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
  const responded = once(sent, 'response');
  for (let i = 0; i < pieces; i++) sent.write(piece);
  const [response] = (await responded) as [{ statusCode: number; resume(): void }];
  response.resume();
  sent.end();
  return response.statusCode;
}

/** Sends half of a delivery and hangs up. */
export async function breakOff(url: string, body: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const headers = Object.entries(await signatureOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `POST ${pathname} HTTP/1.1\r\nHost: a\r\n${headers.join('')}Content-Length: ${body.length}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + body.slice(0, body.length / 2), resolve));
  socket.destroy();
  await once(socket, 'close');
}

/**
 * Tests of a receiver, whatever its framework.
 *
 * @param start serves it with the dispatcher of `stage`, and returns its address and the ids it has acted on
 */
export function testReceiver(
  start: (options?: AdapterOptions) => Promise<{ url: string; handled: string[] }>,
): void {
  const event = eventOf('secret.consumed');

  it('receives webhooks, and refuses what is not signed', async () => {
    const { url, handled } = await start();
    expect((await deliver(url, event)).status).toBe(204);
    expect(handled).toEqual(['evt_1']);
    expect((await deliver(url, eventOf('room.opened'))).status).toBe(204);
    expect(await problemOf(await deliver(url, event, {}))).toEqual([400, 'missing_header']);
    const malformed = await deliver(url, event, { 'X-Service-Signature': 'x' });
    expect(await problemOf(malformed)).toEqual([400, 'malformed_header']);
    const forged = await deliver(url, `${event} `, await signatureOf(event));
    expect(await problemOf(forged)).toEqual([400, 'signature_mismatch']);
    for (const body of ['', '{'])
      expect(await problemOf(await deliver(url, body, await signatureOf(body)))).toEqual([
        400,
        'invalid_payload',
      ]);
    expect(handled).toEqual(['evt_1']);
  });

  it('responds with 500 when a handler throws', async () => {
    const { url } = await start();
    expect((await deliver(url, eventOf('request.closed'))).status).toBe(500);
  });

  it('hands every failure to onError, and reports none itself', async () => {
    const errors: unknown[] = [];
    const { url } = await start({ limit: 200, onError: (error) => errors.push(error) });
    expect(await problemOf(await deliver(url, eventOf('request.closed')))).toEqual([500, undefined]);
    expect(await problemOf(await deliver(url, event, {}))).toEqual([400, 'missing_header']);
    expect((await deliver(url, event.padEnd(201))).status).toBe(413);
    expect(errors).toMatchObject([{ message: 'no disk' }, { code: 'missing_header' }]);
    expect(String(errors)).not.toContain(secret);
    for (const print of [console.warn, console.error])
      if (vi.isMockFunction(print)) expect(print).not.toHaveBeenCalled();
  });

  it('responds with 413 to a body above the limit, without waiting for its end', async () => {
    const { url, handled } = await start();
    const fitting = eventOf('secret.consumed', 'evt_2', 'x'.repeat(LIMIT - event.length));
    expect((await deliver(url, fitting)).status).toBe(204);
    expect((await deliver(url, `${fitting} `)).status).toBe(413);
    expect(await deliverInPieces(url, 'x'.repeat(1000), 100)).toBe(413);
    expect(handled).toEqual(['evt_2']);
  });

  it('acts on nothing when the body breaks off, and goes on', async () => {
    const { url, handled } = await start();
    await breakOff(url, event);
    expect((await deliver(url, eventOf('secret.consumed', 'evt_2'))).status).toBe(204);
    expect(handled).toEqual(['evt_2']);
  });
}
