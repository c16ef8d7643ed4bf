import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** An HTTP server that gives the n-th request the n-th answer, and the last one from then on. */
export async function scriptedServer(...answers: Answer[]): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, body: '' };
    seen.push(entry);
    const answer = answers[Math.min(seen.length, answers.length) - 1];
    request.on('data', (chunk) => (entry.body += String(chunk)));
    request.on('end', () => answer?.(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, seen };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const body = {
    type: 'about:blank',
    title: 'Title',
    status,
    detail: 'What went wrong.',
    code,
    requestId: 'req_1',
  };
  return json(status, body, { 'content-type': 'application/problem+json', ...headers });
}

export function html(status: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end('<html><body>nginx says svc_internal</body></html>');
  };
}

/** Closes the connection without an answer. */
export const reset: Answer = (_, request) => request.socket.resetAndDestroy();

/** Never answers. */
export const hang: Answer = () => undefined;

/** Promises 100 bytes, sends some of them, and closes the connection. */
export const halfBody: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"success":', () => response.destroy());
};

/** Sends the head and the start of a body, and then nothing more. */
export const stalledBody: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":');
};

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
