import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  (response: ServerResponse, request: IncomingMessage): void;
  /** Answers before the body of the request was read, and never reads it. */
  early?: boolean;
  /** Answers a request for a session, too. */
  sessions?: boolean;
}

export interface ScriptedServer {
  baseUrl: string;
  seen: Seen[];
  /** The connections that are open. */
  sockets: Set<Socket>;
}

/** An HTTP server that gives the n-th request the n-th reply, and the last one from then on. */
export async function scriptedServer(...replies: Reply[]): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, body: '' };
    // Few scripts have a response for what openLink asks beside: the service knows of no sessions.
    if (url.endsWith('/sessions') && !replies[0]?.sessions)
      return problem(404, 'not_found')(response, request);
    seen.push(entry);
    const reply = replies[Math.min(seen.length, replies.length) - 1];
    if (reply?.early) return reply(response, request);
    request.on('data', (chunk) => (entry.body += String(chunk)));
    request.on('end', () => reply?.(response, request));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, seen, sockets };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
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

export function html(status: number, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end('<html><body>nginx says svc_internal</body></html>');
  };
}

/** Closes the connection without a response. */
export const reset: Reply = (_, request) => request.socket.resetAndDestroy();

/** Answers without waiting for the body of the request. */
export const early = (reply: Reply): Reply =>
  Object.assign<Reply, Partial<Reply>>((...exchange) => reply(...exchange), { early: true });

/** Answers whatever is asked for, sessions among it. */
export const toAll = (reply: Reply): Reply =>
  Object.assign<Reply, Partial<Reply>>((...exchange) => reply(...exchange), { sessions: true });

/** Never answers. */
export const hang: Reply = () => undefined;

/** Promises 100 bytes, sends some of them, and closes the connection. */
export const halfBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"success":', () => response.destroy());
};

/** Sends the head and the start of a body, and then nothing more. */
export const stalledBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":');
};

/** Sends the head, and then resets the connection. */
export const resetAfterHead: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  setImmediate(() => request.socket.resetAndDestroy());
};

/** Bytes as they are in place of an HTTP response, and the end of the connection. */
function raw(...lines: string[]): Reply {
  return (_, request) => request.socket.end(lines.join('\r\n'));
}

/** Promises fewer bytes than it sends. */
export const shortPromise = (text: string, promised: number): Reply =>
  raw('HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${promised}`, '', text);

/** Ends in the middle of a chunk. */
export const cutChunk: Reply = raw(
  'HTTP/1.1 200 OK',
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
  '',
  'ff',
  '{"success":',
);

/** Sends a byte every few milliseconds, for ever. */
export const trickle =
  (status: number, type: string): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  };

/** Sends interim responses (1xx) before the final one. */
export const interim =
  (reply: Reply): Reply =>
  (response, request) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => reply(response, request));
  };

/** A JSON response, compressed; `broken` beyond decompressing. */
export const gzipped =
  (body: unknown, broken = false): Reply =>
  (response) => {
    const bytes = gzipSync(JSON.stringify(body));
    if (broken) bytes.fill(0xff, 12);
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bytes);
  };

/** Answers, and closes the connection that it had promised to keep. */
export const closing =
  (reply: Reply): Reply =>
  (response, request) => {
    response.on('finish', () => request.socket.end());
    reply(response, request);
  };

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
