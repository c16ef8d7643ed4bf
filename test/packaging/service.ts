import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { createMock } from '@tempshare/testing';
import { getResponse } from 'msw';
import { onTestFinished } from 'vitest';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Listens on a free port of the loopback interface until the test ends; gives its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The key that the programs use. */
export const API_KEY = 'svc_sk_test_packed';

/**
 * Answers as the service does: the first request with 503, a POST to `/secrets` with 201, anything else with 404. Below `/mock` everything is answered as the mock does.
 */
export async function startService(): Promise<{ baseUrl: string; mockUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const origin = await serve((request, response) => {
    if (request.url?.startsWith('/mock/')) void respondAs(mock, request, response);
    else void handle(request, response, seen);
  });
  const mock = createMock({ baseUrl: `${origin}/mock/api/v1`, apiKey: API_KEY });
  return { baseUrl: `${origin}/api/v1`, mockUrl: mock.baseUrl, seen };
}

async function respondAs(
  { baseUrl, handlers }: ReturnType<typeof createMock>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const sent = await buffer(request);
  const init = { method, headers: headers as Record<string, string>, ...(sent.length > 0 && { body: sent }) };
  const reply = (await getResponse(handlers, new Request(new URL(url, baseUrl), init))) as Response;
  response
    .writeHead(reply.status, Object.fromEntries(reply.headers))
    .end(Buffer.from(await reply.arrayBuffer()));
}

async function handle(request: IncomingMessage, response: ServerResponse, seen: Seen[]): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  const body = await text(request);
  seen.push({ method, path, headers, body });
  const requestId = `req_${seen.length}`;
  response.setHeader('x-request-id', requestId);
  if (seen.length === 1) sendProblem(response, 503, 'service_unavailable', requestId);
  else if (method === 'POST' && path === '/api/v1/secrets') {
    const created = { success: true, secretId: 'sec_packed', burnAfterRead: true };
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(created));
  } else sendProblem(response, 404, 'not_found', requestId);
}

function sendProblem(response: ServerResponse, status: number, code: string, requestId: string): void {
  const body = { type: `urn:tempshare:problem:${code}`, title: code, status, detail: code, code, requestId };
  response
    .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '0' })
    .end(JSON.stringify(body));
}
