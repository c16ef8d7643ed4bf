import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type System from 'node:os';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackupSchedule } from '../../../server/src/storage/backup/schedule.ts';
import { findBackupTrouble } from '../../../server/src/storage/backup/store.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { CUT_CONNECTIONS, createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { canMount, mountVolume } from '../../support/database/small-volume.ts';
import { send } from '../../support/network/send.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const setPriority = vi.hoisted(() => vi.fn<(pid: number, priority: number) => void>());
vi.mock('node:os', async (original) => {
  const os: typeof System = await original();
  setPriority.mockImplementation(os.setPriority);
  return { ...os, setPriority };
});

const POLL = { timeout: 150_000, interval: 20 };
/** A backup yields to everything else that the machine does. */
const LONG = 180_000;
const NAME = /^tempshare-\d{8}T\d{6}Z\.backup\.gz$/;

let folder: string;
let target: TestDatabase;
let database: Database;
let settings: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tempshare-schedule-'));
  target = await createTestDatabase();
  database = openDatabase({ connection: target.connection, poolSize: 4 });
  settings = { DATABASE_URL: target.url, ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
  // The process that makes a backup has the environment of the server.
  process.env.DATABASE_URL = target.url;
});
afterEach(async () => {
  delete process.env.DATABASE_URL;
  await database.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const runIfDue = (directory = folder) =>
  new BackupSchedule(database, pino({ level: 'silent' }), {
    directory,
    everySeconds: 60,
    keep: { count: 2 },
  }).runIfDue();
/** Makes the next backup due, as if its time had come. */
const makeDue = () =>
  target.query(`UPDATE backup_schedule SET started_at = now() - interval '1 hour', running_until = now() - interval '1 hour',
    succeeded_at = succeeded_at - interval '2 minutes'`);
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it(
  'one of two servers makes a backup that is due, verifies it, and says so',
  async () => {
    const env = { ...settings, BACKUP_EVERY: '1h', BACKUP_DIR: folder, METRICS_PORT: '0' };
    const first = await startServerProcess(env);
    const second = await startServerProcess(env);
    try {
      expect(
        (await send(first.baseUrl, 'POST /secrets', { key: first.apiKey, json: { secret: 'x' } })).status,
      ).toBe(201);
      const ended = () => target.query('SELECT FROM backup_schedule WHERE succeeded_at IS NOT NULL');
      await expect.poll(ended, POLL).toHaveLength(1);
      const names = await readdir(folder);
      expect(names).toEqual([expect.stringMatching(NAME)]);
      const said = () => `${first.stderr}${second.stderr}`;
      await expect
        .poll(said, POLL)
        .toMatch(/is gone again, it had \d+ rows in \d+ tables\. The encryption keys are not in it/);
      const content = gunzipSync(await readFile(join(folder, names[0]!)));
      expect(content.includes(settings.ENCRYPTION_KEYS!)).toBe(false);
      const alone = await runAdmin(['backup', 'verify', join(folder, names[0]!)], {});
      expect(alone).toEqual({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(
          /^The backup of 20.*Z is whole\. Restored into a PostgreSQL that is gone again, it had \d+ rows in \d\d tables\.\n$/,
        ),
      });
      expect(await readdir(folder)).toEqual(names);
    } finally {
      await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]);
    }
  },
  LONG,
);

it(
  'a backup that is cut off, lacks rows or is none is not whole',
  async () => {
    const file = join(folder, 'whole.gz');
    await target.query(`INSERT INTO accounts (id, name) VALUES ('acc_1', 'kept')`);
    await runAdmin(['backup', file], settings);
    const whole = gunzipSync(await readFile(file)).toString('latin1');
    const broken = join(folder, 'broken.gz');
    const verify = async (content: string | Buffer) => {
      await writeFile(
        broken,
        typeof content === 'string' ? gzipSync(Buffer.from(content, 'latin1')) : content,
      );
      const { code, stderr } = await runAdmin(['backup', 'verify', broken], {});
      return `${code} ${stderr}`;
    };
    expect(await verify((await readFile(file)).subarray(0, -100))).toMatch(
      /^[12] .*(unexpected end of file|not complete)/,
    );
    expect(await verify(whole.replace('"accounts":1', '"accounts":2'))).toMatch(
      /^2 .* has not been restored whole: 1 of 2 rows in accounts/,
    );
    expect(await verify('hello')).toMatch(/^2 .* is not a backup/);
    expect(await verify(whole.replace('"migrations":[', '"migrations":["9999-later",'))).toMatch(
      /^2 .* was written by a newer version/,
    );
    expect((await readdir(folder)).sort()).toEqual(['broken.gz', 'whole.gz']);
  },
  LONG,
);

it(
  'a backup that is killed leaves none, and the next one removes what it has left',
  async () => {
    const killed = new AbortController();
    const file = join(folder, 'tempshare-20261127T020000Z.backup.gz');
    // Reading the one row of a table takes an hour.
    await target.query(`INSERT INTO accounts (id, name) VALUES ('acc_1', 'kept');
    ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY slow ON accounts USING (pg_sleep(3600) IS NOT NULL)`);
    const outcome = runAdmin(['backup', file], settings, { signal: killed.signal });
    const reading = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
    await expect.poll(() => target.query(reading), POLL).toHaveLength(1);
    killed.abort();
    await outcome;
    await target.query(CUT_CONNECTIONS);
    await target.query('ALTER TABLE accounts DISABLE ROW LEVEL SECURITY; DROP POLICY slow ON accounts');
    expect(await readdir(folder)).toEqual([expect.stringMatching(/\.unfinished$/)]);

    const verifying = new AbortController();
    const second = runAdmin(['backup', file.replace('T02', 'T03'), '--verify'], settings, {
      signal: verifying.signal,
    });
    let pid = 0;
    const scratch = join(
      folder,
      'tempshare-20261127T030000Z.backup.gz.unfinished.scratch/postgres/postmaster.pid',
    );
    const started = async () =>
      (pid = Number((await readFile(scratch, 'utf8').catch(() => '0')).split('\n')[0]));
    await expect.poll(started, POLL).toBeGreaterThan(0);
    verifying.abort();
    await second;

    await runIfDue();
    expect(await readdir(folder)).toEqual([expect.stringMatching(NAME)]);
    await expect.poll(() => isRunning(pid), POLL).toBe(false);
  },
  LONG,
);

it(
  'servers that are killed in the middle of each backup are told of, until one ends',
  async () => {
    const env = { ...settings, BACKUP_EVERY: '1h', BACKUP_DIR: folder };
    const examined = async () => {
      const { stdout } = await runAdmin(['doctor', '--json'], env);
      return (JSON.parse(stdout) as { check: string; verdict: string; text: string }[]).find(
        ({ check }) => check === 'backups',
      )!;
    };
    await (await startServerProcess(settings)).stop();
    // Reading the one entry of the audit log takes an hour.
    await target.query(`INSERT INTO audit_entries (id, actor, action, target, details) VALUES ('aud_1', 'a', 'a', 'a', '{}');
      ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY slow ON audit_entries USING (pg_sleep(3600) IS NOT NULL)`);
    const reading = `SELECT FROM pg_stat_activity
      WHERE wait_event = 'PgSleep' AND datname = current_database() AND query LIKE 'COPY %'`;
    for (const expected of [
      ['note', /^The last scheduled backup was started at 20.*Z and did not end/],
      ['fault', /^The last 2 scheduled backups were started and did not end, the first at 20.*Z/],
    ] as const) {
      const server = await startServerProcess(env);
      await expect.poll(() => target.query(reading), POLL).toHaveLength(1);
      expect((await examined()).verdict).toBe(expected[0] === 'note' ? 'ok' : 'note');
      await server.stop('SIGKILL');
      await target.query(CUT_CONNECTIONS);
      await target.query(`UPDATE backup_schedule SET running_until = now() - interval '1 hour'`);
      // The killed server leaves a job that takes the minute.
      await target.query('DELETE FROM pgboss.job');
      const { verdict, text } = await examined();
      expect([verdict, text]).toEqual([expected[0], expect.stringMatching(expected[1])]);
    }
    await target.query(
      'ALTER TABLE audit_entries DISABLE ROW LEVEL SECURITY; DROP POLICY slow ON audit_entries',
    );
    await runIfDue();
    expect(await examined()).toMatchObject({ verdict: 'ok' });
    expect(await readdir(folder)).toEqual([expect.stringMatching(NAME)]);
  },
  LONG,
);

it(
  'a restore that is killed before its rows are there is begun again',
  async () => {
    const file = join(folder, 'whole.gz');
    await target.query(`INSERT INTO accounts (id, name) VALUES ('acc_1', 'kept')`);
    await runAdmin(['backup', file], settings);
    const into = await createTestDatabase();
    const holder = await into.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE accounts IN SHARE MODE');
      const killed = new AbortController();
      const env = { ...settings, DATABASE_URL: into.url };
      const outcome = runAdmin(['restore', file, '--one-time', 'keep'], env, { signal: killed.signal });
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'accounts'::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await expect.poll(() => into.query(waiting), POLL).toHaveLength(1);
      killed.abort();
      await outcome;
      await holder.query('COMMIT');
      expect((await runAdmin(['restore', file, '--one-time', 'keep'], env)).stdout).toMatch(
        /^Restored the backup of/,
      );
      expect(await into.query('SELECT id FROM accounts')).toEqual([{ id: 'acc_1' }]);
    } finally {
      await holder.end();
      await into.drop();
    }
  },
  LONG,
);

it(
  'a failure is told with its reason, and the older backups stay',
  async () => {
    const kept = 'tempshare-20261127T020000Z.backup.gz';
    await writeFile(join(folder, kept), '');
    await target.query('CREATE TABLE unfinished_restore ()');
    await expect(runIfDue()).rejects.toThrow('A restore into this database has begun and not ended');
    expect((await findBackupTrouble(database)).failedAt).toEqual(expect.any(Date));
    expect(await readdir(folder)).toEqual([kept]);
    await target.query('DROP TABLE unfinished_restore');
    await makeDue();
    await runIfDue();
    expect((await findBackupTrouble(database)).failedAt).toBe(null);
    expect(await readdir(folder)).toHaveLength(2);
    const file = join(folder, 'of-nobody');
    await writeFile(file, '');
    await chmod(file, 0o400);
    await makeDue();
    await expect(runIfDue(file)).rejects.toThrow(/EEXIST|ENOTDIR/);
  },
  LONG,
);

it.skipIf(!canMount)(
  'a full disk leaves no backup, neither a begun one',
  async () => {
    const volume = mountVolume(8);
    try {
      await expect(runIfDue(volume.path)).rejects.toThrow(
        /There is no room for a backup in .*: 8 MiB are free, and \d+ MiB are needed to write it and to verify it/,
      );
      await target.query(`INSERT INTO accounts (id, name)
      SELECT i, (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 1000) n WHERE n + i > 0) FROM generate_series(1, 600) i`);
      const { code, stderr } = await runAdmin(['backup', join(volume.path, 'a.gz')], settings);
      expect([code, stderr]).toEqual([1, expect.stringContaining('ENOSPC')]);
      expect(await readdir(volume.path)).toEqual([]);
    } finally {
      volume.unmount();
    }
  },
  LONG,
);

it(
  'a backup is made at normal priority where the system refuses a lower one',
  async () => {
    setPriority.mockClear().mockImplementationOnce(() => {
      throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
    });
    await runIfDue();
    expect(setPriority).toHaveBeenCalledOnce();
    expect(setPriority.mock.results[0]?.type).toBe('throw');
    expect(await readdir(folder)).toEqual([expect.stringMatching(NAME)]);
  },
  LONG,
);
