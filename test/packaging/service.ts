import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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

/**
 * Answers as the service does: the first request with 503, a POST to `/secrets` with 201, anything else with 404; and
 * with what a web page of another origin needs.
 */
export async function startService(): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const origin = await serve((request, response) => void handle(request, response, seen));
  return { baseUrl: `${origin}/api/v1`, seen };
}

async function handle(request: IncomingMessage, response: ServerResponse, seen: Seen[]): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'x-request-id, retry-after');
  if (method === 'OPTIONS') {
    response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.writeHead(204).end();
    return;
  }
  const body = await text(request);
  seen.push({ method, path, headers, body });
  const requestId = `req_${seen.length}`;
  response.setHeader('x-request-id', requestId);
  if (seen.length === 1) answerProblem(response, 503, 'service_unavailable', requestId);
  else if (method === 'POST' && path === '/api/v1/secrets') {
    const created = { success: true, secretId: 'sec_packed', burnAfterRead: true };
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(created));
  } else answerProblem(response, 404, 'not_found', requestId);
}

function answerProblem(response: ServerResponse, status: number, code: string, requestId: string): void {
  const body = { type: `urn:tempshare:problem:${code}`, title: code, status, detail: code, code, requestId };
  response
    .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '0' })
    .end(JSON.stringify(body));
}
