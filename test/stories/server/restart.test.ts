import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyCommands } from '../../../server/src/admin/keys.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { send } from '../../support/network/send.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { sharedApp } from '../../support/server/app.ts';
import { useInstallation } from '../../support/server/data-dir.ts';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';

const installation = useInstallation();
const { start } = installation;
const admin = (...args: string[]) => runAdmin(args, { DATA_DIR: installation.dataDir });
const pidFile = () => join(installation.dataDir, 'postgres/postmaster.pid');

it('a stop in order stops the database, and after a start all is there and neither key nor set-up link is printed again', async () => {
  const first = await start();
  expect(first.stdout).toMatch(
    /^API key \(shown once\): svc_sk_test_\w{38}\nSet up your server: http:\/\/localhost:\d+\/set-up\?token=\w{43}\nListening on http:\/\/127\.0\.0\.1:\d+\n$/,
  );
  const made = await send(first.baseUrl, 'POST /secrets', { key: first.apiKey, json: { secret: 'kept' } });
  expect(await first.stop()).toBe(0);
  expect(existsSync(pidFile())).toBe(false);

  const second = await start();
  expect(second.stdout).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  const reveal = () => send(second.baseUrl, `POST /public/secrets/${made.body.secretId}/reveal`);
  expect((await reveal()).body.secret).toBe('kept');
  expect((await reveal()).status).toBe(404);
});

describe('the admin commands', () => {
  it('work alone, and beside a running server', async () => {
    await prepareDataDir(installation.dataDir);
    const create = ['keys', 'create', '--name', 'ci', '--scopes', 'secret:create', '--env', 'live', '--json'];
    const { apiKey: key, id } = JSON.parse((await admin(...create)).stdout);
    expect(key).toMatch(/^svc_sk_live_\w{38}$/);
    const server = await start();
    expect(server.apiKey).toBe('');
    const share = () => send(server.baseUrl, 'POST /secrets', { key, json: { secret: 'x' } });
    expect((await share()).status).toBe(201);
    const revoked = await admin('keys', 'revoke', id);
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringMatching(`^Revoked ${id}\\.\n`) });
    expect((await share()).status).toBe(401);
  });

  it.each([
    [[], /^Usage:/],
    [['migrate', 'now'], /^That is more than "migrate" takes\./],
  ])('refuse %j with what is wrong', async (args, message) => {
    expect(await runAdmin(args, {})).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });

  it('list keys without what they are, and refuse a scope or a key that there is not', async () => {
    const { database, apiKey } = await sharedApp();
    const pool = openDatabase({ connection: database.connection, poolSize: 1 });
    const context = { config: readConfig({}), connection: database.connection, database: pool };
    const run = (name: string, options: object, ...operands: string[]) =>
      keyCommands[name]!.run(context, { operands, json: true, ...options });
    const listed = await run('keys list', {});
    expect(JSON.parse(listed)[0]).toMatchObject({ name: 'test', environment: 'test', revokedAt: null });
    expect(listed).not.toContain(apiKey);
    const create = run('keys create', { name: 'x', scopes: 'secret:steal' });
    await expect(create).rejects.toThrow('no scope secret:steal');
    await expect(run('keys revoke', {}, 'key_none')).rejects.toThrow('no active key key_none');
    await pool.close();
  });
});
