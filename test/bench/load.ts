import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One request to send: a path below the base, and a JSON body if it has one. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Load {
  /** The bodies of the responses, in the order of the calls. */
  bodies: string[];
  /** Milliseconds of each exchange. */
  latencies: Float64Array;
  seconds: number;
  /** Calls per second. */
  rate: number;
  /** Microseconds of processor time that this process took. */
  processor: number;
}

/**
 * Sends all calls, `concurrency` at a time, over as many connections that are kept alive. Requests are text before the
 * first is sent, and of a response no more is read than its status and length: whoever makes load shares the processor
 * with those who bear it. Throws at the first response that is no success.
 */
export async function run(base: string, calls: readonly Call[], concurrency: number): Promise<Load> {
  const url = new URL(base);
  const texts = calls.map((call) => toText(url, call));
  const connections = await Promise.all(
    Array.from({ length: Math.min(concurrency, calls.length) }, () => Connection.open(url)),
  );
  const bodies = new Array<string>(calls.length);
  const latencies = new Float64Array(calls.length);
  let next = 0;
  const work = async (connection: Connection): Promise<void> => {
    while (next < texts.length) {
      const index = next++;
      const began = performance.now();
      bodies[index] = await connection.exchange(texts[index] as string);
      latencies[index] = performance.now() - began;
    }
  };
  const used = process.cpuUsage();
  const started = performance.now();
  try {
    await Promise.all(connections.map(work));
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { bodies, latencies, seconds, rate: calls.length / seconds, processor: user + system };
}

function toText({ host, pathname }: URL, { method, path, body, headers }: Call): string {
  const fields = { host, ...headers };
  const content = body === undefined ? '' : lines(contentFields(body));
  return `${method} ${pathname.replace(/\/$/, '')}${path} HTTP/1.1\r\n${lines(fields)}${content}\r\n${body ?? ''}`;
}

const contentFields = (body: string): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
});

const lines = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** A connection that carries one exchange after the other. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer | undefined;
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () =>
      this.#waiting?.reject(new Error('The connection was closed without a response.')),
    );
  }

  static async open({ hostname, port }: URL): Promise<Connection> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  exchange(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    const end = received.indexOf('\r\n\r\n');
    const head = end < 0 ? '' : received.toString('latin1', 0, end);
    const length = Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1]);
    if (end >= 0 && Number.isNaN(length)) return this.#end(new Error(`No length: ${head}`));
    if (end < 0 || received.length < end + 4 + length) return void (this.#received = received);
    this.#received = undefined;
    const body = received.toString('utf8', end + 4, end + 4 + length);
    this.#end(head[9] === '2' ? body : new Error(`${head.slice(0, head.indexOf('\r'))}: ${body}`));
  }

  #end(outcome: string | Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (typeof outcome === 'string') waiting?.resolve(outcome);
    else waiting?.reject(outcome);
  }
}
