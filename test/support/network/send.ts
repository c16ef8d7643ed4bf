/** Single HTTP calls, and many at once. */
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A server's response, read to its end. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON. */
  readonly body: any;
}

export interface Call {
  key?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as `application/json`. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One call over a connection that is kept. The path goes out as it is written; `call` is "METHOD path". */
export function send(
  base: string,
  call: string,
  { key, headers = {}, json, raw }: Call = {},
): Promise<Reply> {
  const [method, path] = call.split(' ') as [string, string];
  const { hostname, port, pathname } = new URL(base);
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const all = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const target = pathname.replace(/\/$/, '') + path;
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, hostname, port, method, path: target, headers: all }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers: received } = incoming;
        resolve({
          status,
          headers: received,
          text,
          get body() {
            return JSON.parse(text) as unknown;
          },
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Makes a call, and again for as long as nothing is done and a caller is asked to come again: on a busy machine the
 * database may not keep up.
 */
export async function untilServed(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const response = await call();
    if (response.status !== 503) return response;
    await delay(1_000 * Number(response.headers['retry-after']));
  }
}

/** How many responses had each status. */
export function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** `count` calls at once. */
export const atOnce = <Result>(count: number, call: (i: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));
