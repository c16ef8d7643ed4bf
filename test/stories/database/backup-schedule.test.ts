import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupSchedule, prune } from '../../../server/src/storage/backup/schedule.ts';
import {
  claimBackup,
  endBackup,
  extendClaim,
  findBackupTrouble,
} from '../../../server/src/storage/backup/store.ts';
import { ConfigError, readConfig } from '../../../server/src/config.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { discardScratch } from '../../../server/src/storage/backup/scratch-restore.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';

describe('the schedule of backups', () => {
  let target: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    target = await createTestDatabase();
    database = openDatabase({ connection: target.connection, poolSize: 4 });
  });
  afterAll(async () => {
    await database.close();
    await target.drop();
  });
  /** Moves the last attempt into the past, or what is said of it. */
  const ago = (minutes: number) =>
    target.query(
      `UPDATE backup_schedule SET started_at = started_at - $1::interval, running_until = running_until - $1::interval,
         succeeded_at = succeeded_at - $1::interval`,
      [`${minutes} min`],
    );
  const claim = async () => (await claimBackup(database, 3_600)) !== undefined;
  /** The present claim. */
  const held = async () =>
    (await target.query<{ at: string }>('SELECT started_at::text AS at FROM backup_schedule'))[0]!.at;

  it('gives a backup that is due to one of many processes, and the next when its time has come', async () => {
    const claims = await Promise.all([1, 2, 3, 4].map(claim));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await endBackup(database, await held(), { failed: false });
    expect(await claim()).toBe(false);
    await ago(59);
    expect(await claim()).toBe(false);
    await ago(2);
    expect(await claim()).toBe(true);
  });

  it('has one that runs for hours to itself, and gives that of a killed process to another', async () => {
    await ago(300);
    await extendClaim(database, await held());
    expect(await claim()).toBe(false);
    await ago(5);
    expect(await claim()).toBe(false);
    await ago(10);
    expect(await claim()).toBe(true);
  });

  it('is neither extended nor ended by a process that has lost it to another', async () => {
    const lost = await held();
    await ago(300);
    expect(await claim()).toBe(true);
    await endBackup(database, lost, { failed: true });
    expect([(await findBackupTrouble(database)).failedAt, await claim()]).toEqual([null, false]);
    await ago(5);
    await extendClaim(database, lost);
    await ago(10);
    expect(await claim()).toBe(true);
  });

  it('tries a failed one again after some minutes, and forgets the failure with the next success', async () => {
    await endBackup(database, await held(), { failed: true });
    expect([(await findBackupTrouble(database)).failedAt, await claim()]).toEqual([expect.any(Date), false]);
    await ago(11);
    expect(await claim()).toBe(true);
    expect((await findBackupTrouble(database)).failedAt).toEqual(expect.any(Date));
    await endBackup(database, await held(), { failed: false });
    expect((await findBackupTrouble(database)).failedAt).toBe(null);
  });

  it('counts the last ones that did not end, until one ends', async () => {
    const trouble = async () => {
      const { unended, unendedSince } = await findBackupTrouble(database);
      return [unended, unendedSince];
    };
    await ago(300);
    expect(await claim()).toBe(true);
    expect(await trouble()).toEqual([0, null]);
    const [{ at } = { at: null }] = await target.query<{ at: Date }>(
      'SELECT first_started_at AS at FROM backup_schedule',
    );
    await ago(3);
    expect(await trouble()).toEqual([1, at]);
    await ago(10);
    expect(await claim()).toBe(true);
    expect(await trouble()).toEqual([1, at]);
    await ago(3);
    expect(await trouble()).toEqual([2, at]);
    await ago(10);
    expect(await claim()).toBe(true);
    await endBackup(database, await held(), { failed: true });
    expect(await trouble()).toEqual([0, null]);
  });

  it('tells why one failed, also if the database cannot record that', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tempshare-schedule-'));
    const lines: string[] = [];
    const unrecorded = new Proxy(database, {
      get: (of, name) =>
        name === 'query'
          ? (sql: string, values: unknown[]) =>
              sql.startsWith('UPDATE') ? Promise.reject(new Error('no database')) : of.query(sql, values)
          : Reflect.get(of, name),
    });
    try {
      const directory = join(folder, 'file');
      await writeFile(directory, '');
      await ago(300);
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
      const schedule = new BackupSchedule(unrecorded, log, {
        directory,
        everySeconds: 60,
        keep: { count: 1 },
      });
      await expect(schedule.runIfDue()).rejects.toThrow('EEXIST');
      expect(lines).toEqual([expect.stringMatching(/no database.*could not be recorded/)]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves to newer servers what they have made of the database', async () => {
    await ago(600);
    await target.query(
      `INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('9999-later', 2, now())`,
    );
    expect(await claim()).toBe(false);
    await target.query(`DELETE FROM knex_migrations WHERE name = '9999-later'`);
    expect(await claim()).toBe(true);
  });

  it('is due at once when the clock was set back, unless one is running', async () => {
    await ago(-600);
    expect(await claim()).toBe(true);
    await ago(-600);
    await extendClaim(database, await held());
    expect(await claim()).toBe(false);
  });
});

it.each([
  [{ count: 2 }, ['20261125', '20261126']],
  [{ count: 9 }, ['20261001', '20261124', '20261125', '20261126']],
  [{ seconds: 86_400 * 2.5 }, ['20261125', '20261126']],
  [{ seconds: 60 }, ['20261126']],
])('backups are kept by %j, and other files are left alone', async (keep, days) => {
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-kept-'));
  try {
    const nameOf = (day: string) => `tempshare-${day}T020000Z.backup.gz`;
    const others = ['by-hand.backup.gz', `${nameOf('20261127')}.unfinished`, 'tempshare-2026.backup.gz'];
    const all = ['20261001', '20261124', '20261125', '20261126'];
    for (const name of [...all.map(nameOf), ...others]) await writeFile(join(folder, name), '');
    expect(await prune(folder, keep, new Date('2026-11-27T03:00Z'))).toBe(all.length - days.length);
    expect((await readdir(folder)).sort()).toEqual([...days.map(nameOf), ...others].sort());
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('backups with the date of a clock that was ahead take no place of others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-kept-'));
  try {
    const [before, made, ahead] = ['20261126', '20261127', '20990101'].map(
      (day) => `tempshare-${day}T020000Z.backup.gz`,
    ) as [string, string, string];
    for (const name of [before, made, ahead]) await writeFile(join(folder, name), '');
    expect(await prune(folder, { count: 1 }, new Date('2026-11-27T02:00:00.400Z'))).toBe(1);
    expect((await readdir(folder)).sort()).toEqual([made, ahead]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a scratch directory that was left is removed, and a process that has its pid by now lives on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-scratch-'));
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres/postmaster.pid'), `${other.pid}\n${folder}/postgres\n`);
    await discardScratch(folder);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    expect(other.kill(0)).toBe(true);
  } finally {
    other.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

it.each<[Record<string, string>, RegExp]>([
  [{ BACKUP_EVERY: '1d' }, /BACKUP_DIR is needed, since BACKUP_EVERY is given/],
  [{ BACKUP_DIR: '/b' }, /BACKUP_EVERY is needed, since BACKUP_DIR is given/],
  [{ BACKUP_EVERY: '1s', BACKUP_DIR: '/b' }, /BACKUP_EVERY must be a time from 1m to 31d/],
  [{ BACKUP_EVERY: 'forever', BACKUP_DIR: '/b' }, /BACKUP_EVERY must be a time from 1m to 31d/],
  [
    { BACKUP_EVERY: '1d', BACKUP_DIR: '/b', BACKUP_KEEP: '0' },
    /BACKUP_KEEP must be a number of backups from 1/,
  ],
  [
    { BACKUP_EVERY: '1d', BACKUP_DIR: '/data', DATA_DIR: '/data' },
    /BACKUP_DIR must be another directory: the key file \/data\/keys\/encryption\.key/,
  ],
  [{ BACKUP_EVERY: '1d', BACKUP_DIR: '/', DATA_DIR: '/data' }, /BACKUP_DIR must be another directory/],
  [
    { BACKUP_EVERY: '1d', BACKUP_DIR: '/data/keys', DATA_DIR: '/data' },
    /BACKUP_DIR must be another directory/,
  ],
])('the settings %j are refused', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(sentence);
});

describe('a directory of backups by a symbolic link', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tempshare-links-'));
    for (const name of ['data', 'keys', 'backups']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'keys/key'), Buffer.alloc(32).toString('base64'));
    await symlink(join(folder, 'data'), join(folder, 'to-data'));
    await symlink(join(folder, 'keys'), join(folder, 'to-keys'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = (directory: string, keysFile?: string) =>
    readConfig({
      ...{ BACKUP_EVERY: '1d', BACKUP_DIR: join(folder, directory), DATA_DIR: join(folder, 'data') },
      ...(keysFile !== undefined && { ENCRYPTION_KEYS_FILE: join(folder, keysFile) }),
    });

  it.each<[directory: string, keysFile?: string]>([
    ['to-data'],
    ['to-data/keys'],
    ['keys', 'keys/key'],
    ['keys', 'to-keys/key'],
    ['to-keys', 'keys/key'],
    ['.', 'keys/key'],
  ])('%s is refused, since a key is in it', (directory, keysFile) => {
    const sentence = /BACKUP_DIR must be another directory: the key file .*key, which opens/;
    expect(() => read(directory, keysFile)).toThrow(sentence);
  });

  it.each(['to-data/backups', 'backups', '..keys', 'to-data/keys/deeper'])('%s is taken', (directory) => {
    expect(read(directory, 'to-keys/key').BACKUP_DIR).toBe(join(folder, directory));
  });
});

it('the settings of a schedule may name a directory beside the data', () => {
  const environment = {
    BACKUP_EVERY: '12h',
    BACKUP_DIR: '/data/backups',
    BACKUP_KEEP: '30d',
    DATA_DIR: '/data',
  };
  expect(readConfig(environment)).toMatchObject({
    BACKUP_EVERY: 43_200,
    BACKUP_KEEP: { seconds: 2_592_000 },
  });
});
