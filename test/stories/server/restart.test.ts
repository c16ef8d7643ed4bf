import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { send } from '../../support/network/send.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { sharedApp } from '../../support/server/app.ts';
import { useInstallation } from '../../support/server/data-dir.ts';

const installation = useInstallation();
const { start, refusal } = installation;
const admin = (...args: string[]) => runAdmin(args, { DATA_DIR: installation.dataDir });
const pidFile = () => join(installation.dataDir, 'postgres/postmaster.pid');

it('a stop in order stops the database, and after a start all is there and the key is not printed again', async () => {
  const first = await start();
  expect(first.stdout).toMatch(
    /^API key \(shown once\): svc_sk_test_\w{38}\nListening on http:\/\/127\.0\.0\.1:\d+\n$/,
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
  it('work alone, and beside a running server, of which there is one for each DATA_DIR', async () => {
    const create = ['keys', 'create', '--name', 'ci', '--scopes', 'secret:create', '--env', 'live', '--json'];
    const { apiKey: key, id } = JSON.parse((await admin(...create)).stdout);
    expect(key).toMatch(/^svc_sk_live_\w{38}$/);
    const server = await start();
    expect(server.apiKey).toBe('');
    expect(await refusal({})).toContain(
      `Another Tempshare process (pid ${server.pid}) is using ${installation.dataDir}: stop it first, or give this server a DATA_DIR of its own.`,
    );
    const share = () => send(server.baseUrl, 'POST /secrets', { key, json: { secret: 'x' } });
    expect((await share()).status).toBe(201);
    const revoked = await admin('keys', 'revoke', id);
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringMatching(`^Revoked ${id}\\.\n`) });
    expect((await share()).status).toBe(401);
  });

  it('list keys without what they are', async () => {
    const { database, apiKey } = await sharedApp();
    const listed = await runAdmin(['keys', 'list', '--json'], { DATABASE_URL: database.url });
    expect(JSON.parse(listed.stdout)[0]).toMatchObject({
      name: 'test',
      environment: 'test',
      revokedAt: null,
    });
    expect(listed.stdout).not.toContain(apiKey);
  });

  it.each([
    [[], /^Usage:/],
    [['keys', 'create', '--name', 'x', '--scopes', 'secret:steal'], /no scope secret:steal/],
    [['keys', 'revoke', 'key_none'], /no active key key_none/],
    [['migrate', 'now'], /^That is more than "migrate" takes\./],
  ])('refuse %j with what is wrong', async (args, message) => {
    const { database } = await sharedApp();
    expect(await runAdmin(args, { DATABASE_URL: database.url })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    });
  });
});
