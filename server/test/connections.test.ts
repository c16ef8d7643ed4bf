import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Request } from 'express';
import { rawBody } from '../src/http/body.ts';
import { createHttpServer } from '../src/http/connections.ts';
import type { ServiceProblem } from '../src/http/problem.ts';

let server: Server;
afterEach(() => server.close());

/** A server that answers with the length of the body, and a client that has sent the head of a request of 10 bytes. */
async function begin({
  headersTimeout = 60_000,
  ...limits
}: {
  headersTimeout?: number;
  requestMs?: number;
  silenceMs?: number;
}): Promise<{ client: Socket; heard: () => string }> {
  server = createHttpServer({ checkMs: 20, ...limits }, (request, response) => {
    void (async () => {
      let length = 0;
      try {
        const speed = { bytesPerSecond: 0, graceMs: 0 };
        for await (const chunk of rawBody(request as Request, { limit: 10, speed })) length += chunk.length;
        response.end(`took ${length}`);
      } catch (error) {
        response.writeHead((error as ServiceProblem).status).end();
      }
    })();
  });
  server.headersTimeout = headersTimeout;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  client.on('error', () => undefined);
  client.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  return { client, heard: () => heard };
}

describe('a client in the middle of its body', () => {
  it('is cut off when it falls silent', async () => {
    const { client, heard } = await begin({ silenceMs: 100 });
    client.write('12345');
    await once(client, 'close');
    expect(heard()).toBe('');
  });

  it('is heard to the end, however slow it is', async () => {
    const { client, heard } = await begin({ silenceMs: 5_000 });
    for (const byte of '1234567890') {
      client.write(byte);
      await delay(600);
    }
    await expect.poll(heard).toContain('took 10');
    client.destroy();
  });

  it('is cut off when the request has taken too long', async () => {
    const { client, heard } = await begin({ headersTimeout: 100, requestMs: 200, silenceMs: 60_000 });
    const trickle = setInterval(() => client.write('1'), 60);
    await once(client, 'close');
    clearInterval(trickle);
    expect(heard()).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close/);
  });
});
