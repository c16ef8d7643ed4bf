import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRaw } from '../../support/network/raw-http.ts';
import { send } from '../../support/network/send.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const WAIT = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let server: ServerProcess;
const start = async (env: Record<string, string>): Promise<void> => {
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...env });
};
afterEach(async () => {
  await server.stop('SIGKILL');
  await database.drop();
});

function refusesConnections(base: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

describe('a server that is told to stop', () => {
  it('says so at /readyz first, and goes on serving while it asks for other connections', async () => {
    await start({ SHUTDOWN_DELAY: '600' });
    const kept = await openRaw(`GET ${server.url}/readyz`);
    await kept.until(/^HTTP\/1\.1 200[^]*Connection: keep-alive/i);

    process.kill(server.pid, 'SIGTERM');
    const ready = () => send(server.url, 'GET /readyz', { headers: { connection: 'close' } });
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), WAIT);
    expect((await ready()).body).toMatchObject({ code: 'service_unavailable' });
    expect((await ready()).headers['retry-after']).toBeDefined();

    await kept.write(`GET /api/v1/key HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\n\r\n`);
    await kept.until(/"ok"[^}]*\}HTTP\/1\.1 200[^]*Connection: close[^]*"scopes"/i);
    await vi.waitFor(() => expect(kept.socket.readableEnded || kept.socket.closed).toBe(true), WAIT);
    expect((await send(server.baseUrl, 'GET /key', { key: server.apiKey })).status).toBe(200);
  });

  it('lets a request in flight finish', async () => {
    await start({ SHUTDOWN_TIMEOUT: '600' });
    const raw = '{"secret":"slow"}';
    const inFlight = await openRaw(`POST ${server.baseUrl}/secrets`, {
      Authorization: `Bearer ${server.apiKey}`,
      'Content-Type': 'application/json',
      'Content-Length': raw.length,
    });
    await inFlight.write(raw.slice(0, 10));
    await vi.waitFor(async () => expect(await inFlight.readBytes()).toBe(10), WAIT);
    const stopped = server.stop();
    await vi.waitFor(async () => expect(await refusesConnections(server.baseUrl)).toBe(true), WAIT);
    await inFlight.write(raw.slice(10));
    await inFlight.until(/^HTTP\/1\.1 201[^]*Connection: close/i);
    expect(await stopped).toBe(0);
  });

  it('lets an upload end for longer than a request that is dripped, and ends with 0', async () => {
    await start({ SHUTDOWN_TIMEOUT: '1', SHUTDOWN_FILE_TIMEOUT: '600' });
    const base = server.baseUrl;
    const json = { type: 'file', fileName: 'a.bin', size: 10 };
    const { body } = await send(base, 'POST /transfers', { key: server.apiKey, json });
    const address = `${server.url}${new URL(body.uploadUrl as string).pathname}`;
    const upload = await openRaw(`PUT ${address}`, { 'Content-Length': 10 });
    await upload.write('12345');
    const drip = await openRaw(`POST ${base}/secrets`, {
      Authorization: `Bearer ${server.apiKey}`,
      'Content-Type': 'application/json',
      'Content-Length': 100,
    });
    await drip.write('{"secret":');
    await vi.waitFor(async () => expect(await upload.readBytes()).toBe(5), WAIT);
    await vi.waitFor(async () => expect(await drip.readBytes()).toBe(10), WAIT);

    const stopped = server.stop();
    await vi.waitFor(async () => expect(await refusesConnections(base)).toBe(true), WAIT);
    await vi.waitFor(() => expect(drip.socket.closed).toBe(true), WAIT);
    await upload.write('67890');
    await upload.until(/^HTTP\/1\.1 200[^]*Connection: close/i);
    expect(await stopped).toBe(0);
    expect(await database.query('SELECT FROM files WHERE size = 10')).toHaveLength(1);
  });
});
