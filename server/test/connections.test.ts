import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Request } from 'express';
import type { Speed } from '../src/http/body/body-watch.ts';
import { rawBody } from '../src/http/body/body.ts';
import { createHttpServer } from '../src/http/connection/connections.ts';
import type { ServiceProblem } from '../src/domain/problem.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const WAIT = { timeout: 60_000, interval: 20 };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that responds with the length of the body, and a client that has sent the head of a request of 10 bytes. */
async function begin({
  headersTimeout = 60_000,
  speed = { bytesPerSecond: 0, graceMs: 0 },
  ...limits
}: {
  headersTimeout?: number;
  requestMs?: number;
  idleMs?: number;
  speed?: Speed;
}): Promise<{ client: Socket; heard: () => string; arrived: Promise<unknown> }> {
  server = createHttpServer({ checkMs: 20, ...limits }, (request, response) => {
    void (async () => {
      let length = 0;
      try {
        for await (const chunk of rawBody(request as Request, { limit: 10_000, speed }))
          length += chunk.length;
        response.end(`took ${length}`);
      } catch (error) {
        response.writeHead((error as ServiceProblem).status).end();
      }
    })();
  });
  server.headersTimeout = headersTimeout;
  const arrived = once(server, 'request');
  return { ...(await connected('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n')), arrived };
}

/** A client of the server that has sent so much. */
async function connected(bytes: string): Promise<{ client: Socket; heard: () => string }> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  client.on('error', () => undefined);
  if (bytes) client.write(bytes);
  return { client, heard: () => heard };
}

describe('a client in the middle of its body', () => {
  it('is cut off when it falls silent', async () => {
    const { client, heard } = await begin({ idleMs: 100 });
    client.write('12345');
    await once(client, 'close');
    expect(heard()).toBe('');
  });

  it('is heard to the end, however slow it is', async () => {
    const { client, heard } = await begin({ idleMs: 1_500 });
    for (const bytes of ['12', '34', '56', '78', '90']) {
      client.write(bytes);
      await delay(500);
    }
    await expect.poll(heard).toContain('took 10');
    client.destroy();
  });

  it('is cut off when the request has taken too long', async () => {
    const { client, heard } = await begin({ headersTimeout: 100, requestMs: 200, idleMs: 60_000 });
    const trickle = setInterval(() => client.write('1'), 60);
    await once(client, 'close');
    clearInterval(trickle);
    expect(heard()).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close/);
  });
});

describe('a client that is too slow', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  const speed = { bytesPerSecond: 100_000, graceMs: 1_500 };
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1_000 * seconds);

  it('with its body is answered 408, however alive it is', async () => {
    const { client, heard, arrived } = await begin({ speed });
    await arrived;
    for (let second = 1; second <= 3; second++) {
      client.write('1');
      await pass(1);
    }
    await expect.poll(heard, WAIT).toMatch(/^HTTP\/1\.1 408 /);
    client.destroy();
  });

  it('with its body is heard to the end when the server is the slow one', async () => {
    const busy = Promise.withResolvers<void>();
    let taken = 0;
    server = createHttpServer({}, (request, response) => {
      void (async () => {
        for await (const chunk of rawBody(request as Request, { limit: 10, speed })) {
          taken += chunk.length;
          if (taken < 10) await busy.promise;
        }
        response.end(`took ${taken}`);
      })();
    });
    const { client, heard } = await connected('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
    await expect.poll(() => taken, WAIT).toBe(5);
    await pass(5);
    busy.resolve();
    client.write('67890');
    await expect.poll(heard, WAIT).toContain('took 10');
    client.destroy();
  });

  it('to take a response is cut off', async () => {
    let isCut = false;
    server = createHttpServer({ responses: speed }, (_request, response) => {
      response.on('close', () => (isCut = true));
      response.end(Buffer.alloc(50_000_000));
    });
    const arrived = once(server, 'request');
    const { client } = await connected(GET);
    client.pause();
    await arrived;
    await expect.poll(() => pass(1).then(() => isCut), WAIT).toBe(true);
    client.destroy();
  });
});

describe('a client that does not wait for responses', () => {
  it('has one request under way, and is not read any further', async () => {
    const underWay: ServerResponse[] = [];
    let bytesRead = () => 0;
    server = createHttpServer({}, (request, response) => {
      bytesRead = () => request.socket.bytesRead;
      underWay.push(response);
    });
    const { client, heard } = await connected(GET.repeat(200_000));
    for (let served = 1; served <= 5; served++) {
      await expect.poll(() => underWay.length, WAIT).toBe(served);
      expect(bytesRead()).toBeLessThan(1_000_000);
      underWay.at(-1)!.end(`response ${served}.`);
      await expect.poll(heard, WAIT).toContain(`response ${served}.`);
    }
    client.destroy();
  });

  it('has all of them served, however they are cut into pieces', async () => {
    const bodies: string[] = [];
    server = createHttpServer({}, (request, response) => {
      void (async () => {
        const chunks: Uint8Array[] = [];
        const speed = { bytesPerSecond: 0, graceMs: 0 };
        for await (const chunk of rawBody(request as Request, { limit: 1e6, speed })) chunks.push(chunk);
        bodies.push(Buffer.concat(chunks).toString());
        response.end('.');
      })();
    });
    const body = `a\r\n\r\nb${'x'.repeat(300)}`;
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    const all = [
      [GET, ''],
      [`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`, body],
      [
        `PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\nX: y\r\n\r\n`,
        body + body,
      ],
      [`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`, ''],
    ] as const;
    const bytes = all
      .map(([text]) => text)
      .join('')
      .repeat(2);
    const expected = Array(2)
      .fill(all.map(([, text]) => text))
      .flat();
    for (const piece of [1_000_000, 1, 7, 100, 1_000]) {
      bodies.length = 0;
      const { client } = await connected('');
      client.setNoDelay();
      for (let at = 0; at < bytes.length; at += piece) client.write(bytes.slice(at, at + piece));
      await expect.poll(() => bodies, WAIT).toEqual(expected);
      client.destroy();
    }
  });
});

describe('a network that has all the connections it may', () => {
  const MOST = 8;
  /** Requests that have arrived, and their responses. */
  let arrived: { path: string; response: ServerResponse }[];
  const listen = (graceMs = 0): void => {
    arrived = [];
    server = createHttpServer({ connectionsPerNetwork: MOST, graceMs }, (request, response) => {
      if (request.url === '/quick') response.end('served');
      else arrived.push({ path: request.url ?? '', response });
    });
  };
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const DRIPPING = 'PUT /drip HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\nx';
  type Client = Awaited<ReturnType<typeof connected>>;
  const many = async (count: number, bytes: string): Promise<Client[]> => {
    const clients: Client[] = [];
    for (let i = 0; i < count; i++) clients.push(await connected(bytes));
    return clients;
  };
  const open = (clients: Client[]): number => clients.filter(({ client }) => !client.closed).length;
  const end = (clients: Client[]): void => clients.forEach(({ client }) => client.destroy());
  const served = async ({ heard, client }: Client): Promise<void> => {
    await expect.poll(heard, WAIT).toContain('served');
    client.destroy();
  };

  it.each([
    ['idle ones', ''],
    ['a head that drips', 'GET /quick HTTP/1.1\r\nHo'],
    ['a body that drips', DRIPPING],
  ])('of 40 with %s keeps so many, and a new one is served', async (_what, bytes) => {
    listen();
    const holding = await many(40, bytes);
    await expect.poll(() => open(holding), WAIT).toBe(MOST);
    await served(await connected(get('/quick')));
    end(holding);
  });

  it('loses the one that was idle the longest first, and none whose request has arrived', async () => {
    listen();
    const working = await many(2, get('/work'));
    await expect.poll(() => arrived.length, WAIT).toBe(2);
    const used = await connected(get('/quick'));
    await expect.poll(used.heard, WAIT).toContain('served');
    const idle = await many(MOST - 3, '');
    await expect.poll(() => promisify(server.getConnections.bind(server))(), WAIT).toBe(MOST);
    used.client.write(get('/quick'));
    await expect.poll(() => used.heard().split('served').length, WAIT).toBe(3);

    const fresh = await many(MOST - 3, get('/work'));
    await expect.poll(() => arrived.length, WAIT).toBe(MOST - 1);
    await expect.poll(() => open(idle), WAIT).toBe(0);
    expect([open([used]), open(working), open(fresh)]).toEqual([1, 2, MOST - 3]);
    for (const { response } of arrived) response.end('served');
    for (const client of [...working, ...fresh]) await served(client);
    end([used]);
  });

  it('keeps those that were used a moment ago, whose next request may be on its way', async () => {
    listen(60_000);
    const idle = await many(MOST - 1, '');
    const used = await connected(get('/quick'));
    await expect.poll(used.heard, WAIT).toContain('served');
    const refused = await connected(get('/quick'));
    await once(refused.client, 'close');
    expect(refused.heard()).toMatch(/^HTTP\/1\.1 429 /);
    for (const client of idle) client.client.write(get('/quick'));
    for (const client of idle) await served(client);
    end([used]);
  });

  it('is refused when the server is at work for all of them, and another one is served', async () => {
    listen();
    const working = await many(MOST, get('/work'));
    await expect.poll(() => arrived.length, WAIT).toBe(MOST);
    const refused = await connected(get('/quick'));
    await once(refused.client, 'close');
    expect(refused.heard()).toMatch(/^HTTP\/1\.1 429 [^]*Retry-After: 1\r\n[^]*"code":"rate_limited"/);

    const { port } = server.address() as AddressInfo;
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    let heard = '';
    other.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    other.write(get('/quick'));
    await expect.poll(() => heard, WAIT).toContain('served');
    other.destroy();
    for (const { response } of arrived) response.end('served');
    for (const client of working) await served(client);
    await served(await connected(get('/quick')));
  });
});
