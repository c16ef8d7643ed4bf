/** A receiver of webhooks on loopback. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a receiver of webhooks got it. */
export interface Received {
  /** With its query. */
  path: string;
  /** The body as text, as it came. */
  body: string;
  headers: IncomingHttpHeaders;
  /** The body as JSON. */
  event: any;
  /** `performance.now()` when the body was there. */
  at: number;
}

/** Behaviour of a receiver for a request; the default is to answer 200. */
export type React = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string;
  received: Received[];
  /** Sets its behaviour from now on. */
  react: React;
  close(): Promise<void>;
}

export async function startReceiver(react: React = status(200)): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const got: Received = {
        path: request.url as string,
        body,
        headers: request.headers,
        event: JSON.parse(body),
        at: performance.now(),
      };
      receiver.received.push(got);
      receiver.react(response, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    react,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Answers with a status and nothing else. */
export const status =
  (code: number, headers: Record<string, string> = {}): React =>
  (response) =>
    response.writeHead(code, headers).end();

/** Breaks the connection off. */
export const reset: React = (response) => void response.socket?.resetAndDestroy();

/** Never answers. */
export const hang: React = () => undefined;

/** Does one thing after another, one for each request; the last one for all that follow. */
export function inSequence(...reactions: [React, ...React[]]): React {
  let next = 0;
  return (response, received) => reactions[Math.min(next++, reactions.length - 1)]!(response, received);
}
