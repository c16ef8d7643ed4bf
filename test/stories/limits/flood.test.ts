import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const WAIT = { timeout: 60_000, interval: 50 };

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.url, TRUST_PROXY: '1', LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const logged = (): Record<string, unknown>[] =>
  server.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Headers of a page of another origin, behind a proxy. */
const HEADERS = [
  'Host: a',
  'X-Forwarded-For: 203.0.113.9',
  'Origin: https://app.example',
  'Access-Control-Request-Method: GET',
].join('\r\n');

/** Pipelined requests of a connection: more than are answered while others ask a few times on a busy machine. */
const PIPELINED = 1_000;

/** `count` connections with so many requests each, and what has come back so far. */
function flood(count: number, call: string) {
  const { hostname, port } = new URL(server.url);
  let text = '';
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => (text += chunk.toString('latin1'))).on('error', () => undefined);
    socket.write(`${call.replace(' ', ' /')} HTTP/1.1\r\n${HEADERS}\r\n\r\n`.repeat(PIPELINED));
    return socket;
  });
  const statuses = (): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d+) /g))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  return { statuses, stop: () => sockets.forEach((socket) => socket.destroy()) };
}

describe('a flood of', { shuffle: false }, () => {
  it.each([
    ['probes', 'GET readyz', '200'],
    ['unknown paths', 'GET nothing', '404'],
    ['requests beyond the limit', 'GET api/v1/public/secrets/none', '429'],
    ['preflights', 'OPTIONS api/v1/public/secrets/none', '204'],
  ])('%s is spaced out, and keeps nobody else waiting', async (_what, call, status) => {
    const count = 5;
    const { statuses, stop } = flood(count, call);
    await expect.poll(() => statuses()[status] ?? 0, WAIT).toBeGreaterThan(50);
    for (let i = 0; i < 5; i++) {
      expect((await send(server.baseUrl, 'GET /key', { key: server.apiKey })).status).toBe(200);
    }
    expect((await send(server.url, 'GET /readyz')).status).toBe(200);
    expect(statuses()[status]).toBeLessThan(count * PIPELINED);
    stop();
  });

  it('refusals and preflights leaves a few lines in the log, and probes none', async () => {
    const requests = () => logged().filter(({ requestId }) => requestId !== undefined);
    for (const flooded of [429, 204])
      await expect.poll(() => requests().some(({ status }) => status === flooded), WAIT).toBe(true);
    expect(requests().filter(({ status }) => status !== 200).length).toBeLessThan(100);
    expect(logged().filter(({ operation, status }) => operation === undefined && status === 200)).toEqual([]);
  });
});

describe('what a trusted proxy calls a request', () => {
  const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const ask = (headers: Record<string, string>) =>
    send(server.baseUrl, 'GET /key', { key: server.apiKey, headers });

  it('is its name in the response, in errors and in the log', async () => {
    const id = 'proxy-7f3a9c0011223344';
    expect((await ask({ 'x-request-id': id, traceparent: TRACE })).headers['x-request-id']).toBe(id);
    await expect
      .poll(logged, WAIT)
      .toContainEqual(expect.objectContaining({ requestId: id, traceparent: TRACE }));
    const refused = await send(server.baseUrl, 'GET /key?a=1', {
      key: server.apiKey,
      headers: { 'x-request-id': id },
    });
    expect(refused.body.requestId).toBe(id);
  });

  it('is not its name unless it has the form of one', async () => {
    for (const id of ['short', 'x'.repeat(129), 'with space', 'quote"', '{"a":1}', '<script>'])
      expect((await ask({ 'x-request-id': id })).headers['x-request-id']).toMatch(/^req_\w{22}$/);
  });

  it('is no trace unless it has the form of one', async () => {
    const traces = [
      'nonsense',
      TRACE.replace('00-', 'ff-'),
      TRACE.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`),
      TRACE.toUpperCase(),
    ];
    for (const [i, traceparent] of traces.entries()) {
      const id = `not-a-trace-000000-${i}`;
      await ask({ 'x-request-id': id, traceparent });
      const line = () => logged().find(({ requestId }) => requestId === id);
      await expect.poll(line, WAIT).toBeDefined();
      expect(line()).not.toHaveProperty('traceparent');
    }
  });
});
