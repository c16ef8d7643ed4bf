import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tempshare } from '@tempshare/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT, startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';
import { createTestDatabase } from '../../support/database/database.ts';

const alerts = readFileSync(join(ROOT, 'deploy/alerts.yaml'), 'utf8');

describe('the metrics of a server of two processes', () => {
  let server: ServerProcess;
  let address: string;
  const scrape = async (): Promise<string> => (await fetch(address)).text();
  /** The value of a series; 0 where there is none yet. */
  const valueOf = (text: string, series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    server = await startServerProcess({
      DATABASE_URL: url,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      METRICS_PORT: '0',
      WORKERS: '2',
    });
    await vi.waitFor(() => expect(server.stderr).toMatch(/"msg":"metrics"/), { timeout: 60_000 });
    address = /"url":"(http[^"]+\/metrics)"/.exec(server.stderr)?.[1] as string;
  });
  afterAll(() => server.stop());

  it('count requests of both processes by operation and status', async () => {
    const client = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
    const { secretId, secretUrl } = await client.secrets.create({ secret: 'hunter2' });
    // Each over a connection of its own, which the processes take in turn.
    for (let count = 0; count < 4; count++)
      await fetch(`${server.baseUrl}/public/limits`, { headers: { connection: 'close' } });
    await fetch(`${server.url}/nowhere/${secretId}`, { headers: { connection: 'close' } });

    await expect
      .poll(async () => {
        const text = await scrape();
        return {
          created: valueOf(text, 'tempshare_requests_total{operation="secrets.create",status="201"}'),
          limits: valueOf(text, 'tempshare_requests_total{operation="public.limits.get",status="200"}'),
          timed: valueOf(text, 'tempshare_request_seconds_count{operation="public.limits.get"}'),
          lost: valueOf(text, 'tempshare_requests_total{operation="none",status="404"}'),
        };
      })
      .toEqual({ created: 1, limits: 4, timed: 4, lost: 1 });
    const text = await scrape();
    for (const secret of [secretId, secretUrl, server.apiKey, '127.0.0.1'])
      expect(text).not.toContain(secret);
  });

  it('say how the database, the queues and the jobs stand', async () => {
    await expect
      .poll(async () => valueOf(await scrape(), 'tempshare_job_last_success_timestamp_seconds{job="sweep"}'))
      .toBeGreaterThan(1_700_000_000);
    const text = await scrape();
    expect(valueOf(text, 'tempshare_database_up')).toBe(1);
    expect(valueOf(text, 'tempshare_database_bytes')).toBeGreaterThan(1_000_000);
    expect(valueOf(text, 'tempshare_migrations_pending')).toBe(0);
    expect(valueOf(text, 'tempshare_database_connections{state="idle"}')).toBeGreaterThan(0);
  });

  it('have everything that the rules for alerts name', async () => {
    const text = await scrape();
    const there = new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name));
    const named = new Set(
      Array.from(alerts.matchAll(/\btempshare_\w+/g), ([name]) => name.replace(/_(bucket|count|sum)$/, '')),
    );
    // That of the embedded PostgreSQL, which this server has none of.
    there.add('tempshare_disk_bytes');
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((name) => !there.has(name))).toEqual([]);
  });

  it('lie at one path, for GET', async () => {
    const origin = new URL(address).origin;
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(404);
    expect((await fetch(address)).headers.get('content-type')).toBe(
      'text/plain; version=0.0.4; charset=utf-8',
    );
  });

  it('the rules for alerts are rules', ({ skip }) => {
    if (spawnSync('promtool', ['--version']).status !== 0) skip('needs promtool');
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', join(ROOT, 'deploy/alerts.yaml')], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });
});
