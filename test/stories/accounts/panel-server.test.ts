/** The state of the server on a page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountSchema } from '@tempshare/contract/account';
import { readConfig } from '../../../server/src/config.ts';
import { createDatabase } from '../../../server/src/deps.ts';
import { readServer } from '../../../server/src/features/accounts/server.ts';
import type { DiskFloor } from '../../../server/src/storage/disk/disk-floor.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { adminOf } from '../../support/server/admin-here.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await sharedApp();
  operator = await join(app, 'admin');
});

const stateOf = async (person = operator): Promise<AccountSchema<'Server'>> => {
  const { status, body } = await person.call('getServer');
  if (status !== 200) throw new Error(`${status} ${body.code}`);
  return body as AccountSchema<'Server'>;
};

describe('the state of the server', () => {
  it('is shown to those who run it, and to nobody of another account', async () => {
    const stranger = await join(app, 'owner', await newAccount(app));
    await expect(stateOf(stranger)).rejects.toThrow('403 insufficient_role');
    expect([
      (await operator.session()).account.runsServer,
      (await stranger.session()).account.runsServer,
    ]).toEqual([true, false]);
    const state = await stateOf();
    expect(state).toMatchObject({ node: process.versions.node, disk: null });
    expect(state.database).toEqual({
      version: expect.stringMatching(/^\d+/),
      bytes: expect.any(Number),
      embedded: false,
    });
    expect(state.schema).toEqual({ latest: expect.stringMatching(/^\d{4}-/), pending: [], newer: [] });
  });

  it('counts what waits and what fails, of keys that work', async () => {
    const before = await stateOf();
    const live = await app.createKey();
    const revoked = await app.createKey();
    const endpoint = (keyId: string, id: string, more: string) =>
      app.database.query(
        `INSERT INTO webhook_endpoints (id, account_id, api_key_id, livemode, created_at, host, wrapped_key, sealed_url, secret,
           enabled, disabled_reason, failures, failing_since)
         SELECT $2, account_id, id, false, now(), 'x', '', '', '', ${more} FROM api_keys WHERE id = $1`,
        [keyId, id],
      );
    await endpoint(live.id, `${live.id}_a`, `true, NULL, 10, now()`);
    await endpoint(live.id, `${live.id}_b`, `false, 'failing', 0, NULL`);
    await endpoint(live.id, `${live.id}_c`, `false, 'owner', 0, NULL`);
    await endpoint(revoked.id, `${revoked.id}_a`, `true, NULL, 10, now()`);
    await app.database.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.id]);
    await app.database.query(
      `INSERT INTO webhook_deliveries (endpoint_id, event_id, event_type, created_at, next_attempt_at)
       VALUES ($1, 'evt_x', 'transfer.created', '2020-01-01T00:00:00Z', now() + interval '1 day')`,
      [`${live.id}_a`],
    );
    const { webhooks, endpoints } = await stateOf();
    expect(webhooks).toEqual({
      ...{ pending: before.webhooks!.pending + 1, isExact: true },
      oldestAt: '2020-01-01T00:00:00.000Z',
    });
    expect(endpoints).toEqual({
      failing: before.endpoints!.failing + 1,
      disabled: before.endpoints!.disabled + 1,
    });
    await app.database.query(`DELETE FROM webhook_deliveries WHERE endpoint_id = $1`, [`${live.id}_a`]);
    await app.database.query('DELETE FROM webhook_endpoints WHERE api_key_id = ANY ($1)', [
      [live.id, revoked.id],
    ]);
  });

  it('says when the last backup was made', async () => {
    const folder = await mkdtemp(joinPath(tmpdir(), 'tempshare-server-'));
    const since = new Date(Date.now() - 1_000).toISOString();
    try {
      const { code } = await adminOf(app.database)('backup', joinPath(folder, 'a.backup'));
      expect(code).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
    const { lastAt } = (await stateOf()).backup!;
    expect([lastAt! >= since, lastAt]).toEqual([true, expect.any(String)]);
  });

  it('says when a scheduled backup has failed or did not end, until one succeeds', async () => {
    const failure = async () => (await stateOf()).backup!.failedAt;
    await app.database.query(
      `INSERT INTO backup_schedule (running_until, failed_at) VALUES (now(), '2026-11-20T02:00:00Z')`,
    );
    expect(await failure()).toBe('2026-11-20T02:00:00.000Z');
    await app.database.query('UPDATE backup_schedule SET failed_at = NULL');
    expect(await failure()).toBe(null);
    await app.database.query(
      `UPDATE backup_schedule SET started = 2, first_started_at = '2026-11-20T02:00:00Z', running_until = now() - interval '1 hour'`,
    );
    expect((await stateOf()).backup).toMatchObject({ unended: 2, unendedSince: '2026-11-20T02:00:00.000Z' });
    await app.database.query('DELETE FROM backup_schedule');
  });

  it('is shown in parts when one cannot be read, as unknown', async () => {
    const holder = await app.database.connect();
    await holder.query('BEGIN; LOCK TABLE webhook_deliveries, knex_migrations IN ACCESS EXCLUSIVE MODE');
    const state = await stateOf();
    await holder.end();
    expect(state).toMatchObject({ webhooks: null, schema: null, backup: {}, endpoints: {} });
    expect(state.database.version).toMatch(/^\d/);
    expect((await stateOf()).webhooks).not.toBe(null);
  });

  it('has the disk of an embedded database, unless it cannot be measured', async () => {
    const database = createDatabase(readConfig({ NODE_ENV: 'test' }), app.database.connection);
    const space = { freeBytes: 1, totalBytes: 2, minimumBytes: 1, isFull: true };
    const disk = (state: () => Promise<typeof space>) => ({ state }) as unknown as DiskFloor;
    try {
      const measured = await readServer(
        database,
        disk(() => Promise.resolve(space)),
      );
      expect([measured.disk, measured.database.embedded]).toEqual([space, true]);
      const unread = await readServer(
        database,
        disk(() => Promise.reject(new Error('no such disk'))),
      );
      expect([unread.disk, unread.database.embedded]).toEqual([null, true]);
    } finally {
      await database.close();
    }
  });
});
