import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRaw } from '../../support/network/raw-http.ts';
import { send } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';

const WAIT = { timeout: 120_000, interval: 20 };

let servers: Servers;
afterEach(() => servers.stop());

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
    servers = await startServers({ SHUTDOWN_DELAY: '600' });
    const [server] = servers.processes;
    const kept = await openRaw(`GET ${server.url}/readyz`);
    await kept.until(/^HTTP\/1\.1 200[^]*Connection: keep-alive/i);

    process.kill(server.pid, 'SIGTERM');
    const ready = () => send(server.url, 'GET /readyz', { headers: { connection: 'close' } });
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), WAIT);
    expect((await ready()).body).toMatchObject({ code: 'service_unavailable' });
    expect((await ready()).headers['retry-after']).toBeDefined();

    await kept.write(
      `GET /api/v1/key HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${servers.apiKey}\r\n\r\n`,
    );
    await kept.until(/"ok"[^}]*\}HTTP\/1\.1 200[^]*Connection: close[^]*"scopes"/i);
    await vi.waitFor(() => expect(kept.socket.readableEnded || kept.socket.closed).toBe(true), WAIT);
    expect((await send(servers.bases[0], 'GET /key', { key: servers.apiKey })).status).toBe(200);
  });

  it('lets an upload end for longer than a request that is dripped', async () => {
    servers = await startServers({ SHUTDOWN_TIMEOUT: '1', SHUTDOWN_FILE_TIMEOUT: '600' });
    const [base] = servers.bases;
    const [server] = servers.processes;
    const json = { type: 'file', fileName: 'a.bin', size: 10 };
    const { body } = await send(base, 'POST /transfers', { key: servers.apiKey, json });
    const address = `${server.url}${new URL(body.uploadUrl as string).pathname}`;
    const upload = await openRaw(`PUT ${address}`, { 'Content-Length': 10 });
    await upload.write('12345');
    const drip = await openRaw(`POST ${base}/secrets`, {
      Authorization: `Bearer ${servers.apiKey}`,
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
    expect((await send(servers.bases[1], `GET /public/transfers/${body.id}`)).body).toMatchObject({
      size: 10,
    });
  });
});
