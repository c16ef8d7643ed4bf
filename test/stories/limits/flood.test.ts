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

/** Of a page of another origin, behind a proxy. */
const HEADERS = [
  'Host: a',
  'X-Forwarded-For: 203.0.113.9',
  'Origin: https://app.example',
  'Access-Control-Request-Method: GET',
].join('\r\n');

/** `count` connections with a thousand pipelined requests each, and what has come back so far. */
function flood(count: number, call: string) {
  const { hostname, port } = new URL(server.url);
  let text = '';
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => (text += chunk.toString('latin1'))).on('error', () => undefined);
    socket.write(`${call.replace(' ', ' /')} HTTP/1.1\r\n${HEADERS}\r\n\r\n`.repeat(1000));
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

describe('a flood of', () => {
  it.each([
    ['probes', 'GET readyz', '200'],
    ['unknown paths', 'GET nothing', '404'],
    ['requests beyond the limit', 'GET api/v1/public/secrets/none', '429'],
    ['preflights', 'OPTIONS api/v1/public/secrets/none', '204'],
  ])('%s is spaced out, and keeps nobody else waiting', async (_what, call, status) => {
    const { statuses, stop } = flood(10, call);
    await expect.poll(() => statuses()[status] ?? 0, WAIT).toBeGreaterThan(200);
    for (let i = 0; i < 20; i++) {
      expect((await send(server.baseUrl, 'GET /key', { key: server.apiKey })).status).toBe(200);
    }
    expect((await send(server.url, 'GET /readyz')).status).toBe(200);
    expect(statuses()[status]).toBeLessThan(10_000);
    stop();
  });

  it('refusals and preflights leaves a few lines in the log, with their number, and probes none', async () => {
    for (const flooded of [429, 204])
      await expect
        .poll(() => logged().some(({ status, suppressed }) => status === flooded && suppressed), WAIT)
        .toBe(true);
    const full = logged().filter(
      ({ status, requestId }) => Number(status) !== 200 && status !== undefined && requestId !== undefined,
    );
    expect(full.length).toBeGreaterThan(0);
    expect(full.length).toBeLessThan(500);
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

  it.each(['short', 'x'.repeat(129), 'with space', 'quote"', '{"a":1}', '<script>'])(
    'is not %s',
    async (id) => {
      expect((await ask({ 'x-request-id': id })).headers['x-request-id']).toMatch(/^req_\w{22}$/);
    },
  );

  it.each([
    'nonsense',
    TRACE.replace('00-', 'ff-'),
    TRACE.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`),
    TRACE.toUpperCase(),
  ])('is not traced by %s', async (traceparent) => {
    const id = `trace-${traceparent.length}-${traceparent.slice(0, 12)}`;
    await ask({ 'x-request-id': id, traceparent });
    await expect.poll(() => logged().find(({ requestId }) => requestId === id), WAIT).toBeDefined();
    expect(logged().find(({ requestId }) => requestId === id)).not.toHaveProperty('traceparent');
  });
});
