import { Agent, request } from 'node:http';

/** One request to send: a path below the base, and a JSON body. */
export interface Call {
  path: string;
  body: string;
  headers?: Record<string, string>;
}

/** Sends a call on a kept-alive connection; the body of a success answer, else an error. */
function send(agent: Agent, base: URL, call: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: base.hostname,
        port: base.port,
        path: base.pathname.replace(/\/$/, '') + call.path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(call.body),
          ...call.headers,
        },
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => (text += chunk));
        incoming.on('end', () =>
          (incoming.statusCode ?? 500) < 300
            ? resolve(text)
            : reject(new Error(`${incoming.statusCode}: ${text}`)),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
}

/** Sends all calls, `concurrency` at a time. The answers' bodies in order, and the calls per second. */
export async function run(
  base: string,
  calls: Call[],
  concurrency: number,
): Promise<{ bodies: string[]; rate: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const url = new URL(base);
  const bodies = new Array<string>(calls.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < calls.length) {
      const index = next++;
      bodies[index] = await send(agent, url, calls[index] as Call);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { bodies, rate: calls.length / seconds };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
