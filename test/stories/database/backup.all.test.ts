import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../support/server/admin.ts';
import { counted, summed } from '../../support/rows/capacity.ts';
import { CUT_CONNECTIONS, createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { NO_RATE_LIMITS } from '../../support/server/no-rate-limits.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';
import { put } from '../../support/files/uploads.ts';

const keys = randomBytes(32).toString('base64');
const file = join(tmpdir(), `tempshare-backup-${process.pid}.gz`);
const bytes = randomBytes(700_000);

const WAITING = { timeout: 30_000, interval: 5 };
/** The lock of migrations. */
const MIGRATIONS = 7_239_104_511;

let database: TestDatabase;
let server: ServerProcess;
let apiKey: string;
const settings = (target: TestDatabase, key = keys) => ({
  DATABASE_URL: target.url,
  ENCRYPTION_KEYS: key,
  LOG_LEVEL: 'error',
  ...NO_RATE_LIMITS,
});
const start = (target: TestDatabase) => startServerProcess(settings(target));
const call = (at: ServerProcess, line: string, json?: object) =>
  send(at.baseUrl, line, { key: apiKey, json });
const restore = (into: TestDatabase, ...args: string[]) => runAdmin(['restore', ...args], settings(into));

let transferId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await start(database);
  ({ apiKey } = server);
  const uploaded = (await call(server, 'POST /transfers', { type: 'file', fileName: 'a.bin' })).body;
  await put(server.baseUrl, uploaded.uploadUrl, bytes);
  const room = (await call(server, 'POST /rooms', { name: 'kept' })).body.roomId;
  await call(server, `POST /rooms/${room}/messages`, { text: 'kept' });
  transferId = uploaded.id;
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await database.drop();
  await rm(file, { force: true });
});

it('a backup is made while a server writes, of one moment, readable by its owner alone', async () => {
  // The next test restores this backup.
  await database.query('CREATE TABLE of_the_operator (id int PRIMARY KEY)');
  const writing = atOnce(40, () => call(server, 'POST /secrets', { secret: 'x' }));
  const { code, stdout } = await runAdmin(['backup', file], settings(database));
  expect([code, stdout]).toEqual([0, expect.stringContaining('The encryption keys are not in it')]);
  await writing;
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await runAdmin(['backup', file], settings(database))).stderr).toMatch(/There is .* already/);
  const content = gunzipSync(await readFile(file));
  expect(content.includes(apiKey)).toBe(false);
  // Responses that are replayed for some minutes.
  expect([content.includes('COPY secrets '), content.includes('COPY readings ')]).toEqual([true, false]);
});

it('a backup leaves alone what another one is writing under the same name', async () => {
  const twice = `${file}.twice`;
  await writeFile(`${twice}.unfinished`, 'begun');
  const { code, stderr } = await runAdmin(['backup', twice], settings(database));
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/\.twice\.unfinished is being written\. If no backup runs/),
  ]);
  expect(await readFile(`${twice}.unfinished`, 'utf8')).toBe('begun');
  await expect(stat(twice)).rejects.toThrow('ENOENT');
  await rm(`${twice}.unfinished`);
  expect((await runAdmin(['backup', twice], settings(database))).code).toBe(0);
  await expect(stat(`${twice}.unfinished`)).rejects.toThrow('ENOENT');
  await rm(twice);
});

it('a key holds as many bytes after a restore as before, and gives back what it deletes', async () => {
  const target = await createTestDatabase({ empty: true });
  await restore(target, file, '--one-time', 'keep');
  const held = await counted(target);
  expect(held).toEqual(await summed(target));
  const fresh = await start(target);
  try {
    expect(Object.values(held.keys)).toEqual([expect.toSatisfy((sum: number) => sum > bytes.length)]);
    expect((await call(fresh, `DELETE /transfers/${transferId}`)).status).toBe(200);
    await expect.poll(() => counted(target), { timeout: 30_000 }).not.toEqual(held);
    expect(await counted(target)).toEqual(await summed(target));
  } finally {
    await fresh.stop();
    await target.drop();
  }
});

it('nothing starts on what a restore has left that broke off when its rows were there', async () => {
  const target = await createTestDatabase();
  const others = await target.connect();
  const rows = async (sql: string) => (await others.query(sql)).rows;
  try {
    // The restore has made its migrations, and cannot load rows yet.
    await others.query('BEGIN; LOCK TABLE accounts IN SHARE MODE');
    const restoring = restore(target, file, '--one-time', 'end');
    const waiting = `SELECT FROM pg_locks WHERE relation = 'accounts'::regclass AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(() => rows(waiting), WAITING).toHaveLength(1);
    // As a migration would that another process is at.
    await others.query('SELECT pg_advisory_lock($1)', [MIGRATIONS]);
    await others.query('COMMIT');
    await expect.poll(() => rows('SELECT FROM secrets LIMIT 1'), WAITING).toHaveLength(1);
    let code: number | undefined;
    const ended = restoring.then((outcome) => (code = outcome.code));
    await expect.poll(() => rows(CUT_CONNECTIONS).then(() => code), WAITING).toBeGreaterThan(0);
    await ended;
    await others.query('SELECT pg_advisory_unlock($1)', [MIGRATIONS]);
    const unfinished = /A restore into this database has begun and not ended.*drop this database or DATA_DIR/;
    await expect(start(target)).rejects.toThrow(unfinished);
    for (const args of [['migrate'], ['restore', file, '--one-time', 'end']])
      expect((await runAdmin(args, settings(target))).stderr).toMatch(unfinished);
  } finally {
    await others.end();
    await target.drop();
  }
});

it('a restore refuses what it cannot do, and leaves nothing behind', async () => {
  const target = await createTestDatabase({ empty: true });
  try {
    expect((await restore(target, file)).stderr).toMatch(/needs --one-time keep or --one-time end/);
    expect((await restore(database, file, '--one-time', 'keep')).stderr).toMatch(/The database is not empty/);
    expect((await restore(target, `${file}.none`, '--one-time', 'keep')).stderr).toMatch(/cannot be read/);

    const whole = gunzipSync(await readFile(file));
    const broken = `${file}.broken`;
    for (const content of ['hello', whole.subarray(0, whole.length - 30)]) {
      await writeFile(broken, gzipSync(content));
      expect((await restore(target, broken, '--one-time', 'keep')).code).not.toBe(0);
    }
    await writeFile(broken, (await readFile(file)).subarray(0, -200));
    expect((await restore(target, broken, '--one-time', 'keep')).code).not.toBe(0);
    const rows = whole
      .toString('latin1')
      .replace(/^COPY accounts .*\n/m, (copy) => copy + 'x\n'.repeat(300_000));
    await writeFile(broken, gzipSync(Buffer.from(rows, 'latin1')));
    expect((await restore(target, broken, '--one-time', 'keep')).stderr).toMatch(
      /^The command failed: missing data for column/m,
    );
    await rm(broken);
    expect((await target.query('SELECT FROM accounts')).length).toBe(0);
    const without = await runAdmin(['restore', file, '--one-time', 'keep'], {
      ...settings(target, randomBytes(32).toString('base64')),
    });
    expect([without.code, without.stdout]).toEqual([
      0,
      expect.stringMatching(/will not start without the encryption key [0-9a-f]{8}/),
    ]);
  } finally {
    await target.drop();
  }
});
