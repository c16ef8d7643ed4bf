import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupCommands } from '../../../server/src/admin/backup.ts';
import { readConfig } from '../../../server/src/config.ts';
import { dump } from '../../../server/src/storage/backup/dump.ts';
import { applyMigrations } from '../../../server/src/storage/postgres/migrations/migrate.ts';
import { migrationNames } from '../../../server/src/storage/postgres/migrations/migration-files.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { put } from '../../support/files/uploads.ts';
import { send } from '../../support/network/send.ts';
import { expectCounted } from '../../support/rows/capacity.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';

const ENV = { ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
const bytes = randomBytes(100_000);
let folder: string;
let file: string;
let source: TestApp;
let shared: Record<'secret' | 'text' | 'file', string>;

const call = ({ baseUrl }: TestApp, line: string, json?: object) =>
  send(baseUrl, line, { key: source.apiKey, json });
/** Runs a command of `npm run admin` in this process. */
async function run(name: string, on: TestDatabase, oneTime?: string): Promise<string> {
  const database = openDatabase({ connection: on.connection, poolSize: 2 });
  try {
    const context = { config: readConfig(ENV), connection: on.connection, database };
    return await backupCommands[name]!.run(context, { operands: [file], 'one-time': oneTime, json: false });
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tempshare-backup-'));
  file = join(folder, 'backup.gz');
  source = await startApp(ENV);
  const uploaded = (await call(source, 'POST /transfers', { type: 'file', fileName: 'Übersicht.bin' })).body;
  await put(source.baseUrl, uploaded.uploadUrl, bytes);
  shared = {
    secret: (await call(source, 'POST /secrets', { secret: 'hunter2' })).body.secretId,
    text: (await call(source, 'POST /transfers', { type: 'text', text: 'kept\n\\.' })).body.id,
    file: uploaded.id,
  };
  expect(await run('backup', source.database)).toContain('The encryption keys are not in it');
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['keep', 200],
  ['end', 404],
])('a backup restored with --one-time %s is whole, and its secret responds %i', async (oneTime, status) => {
  const target = await createTestDatabase({ empty: true });
  expect(await run('restore', target, oneTime)).toMatch(/^Restored the backup of 20/);
  await expectCounted(target);
  const restored = await startApp(ENV, target);
  expect((await call(restored, `POST /public/transfers/${shared.text}/open`)).body.text).toBe('kept\n\\.');
  const opened = (await call(restored, `POST /public/transfers/${shared.file}/open`)).body;
  expect(opened.fileName).toBe('Übersicht.bin');
  const response = await fetch(`${restored.url}${new URL(opened.downloadUrl).pathname}`);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await call(restored, `POST /public/secrets/${shared.secret}/reveal`)).status).toBe(status);
  await restored.close();
});

it('a backup is not restored over what is there, and not without a word on what is opened once', async () => {
  await expect(run('restore', source.database, 'keep')).rejects.toThrow('The database is not empty');
  await expect(run('restore', source.database)).rejects.toThrow('needs --one-time keep or --one-time end');
  await expect(run('backup', source.database)).rejects.toThrow(`There is ${file} already.`);
});

it('a backup of an older schema becomes one of today when it is restored', async () => {
  const names = migrationNames();
  const older = names.slice(0, names.indexOf('0058-lists-of-items'));
  const old = await createTestDatabase({ empty: true });
  await applyMigrations(old.connection, { only: older });
  await old.query(`INSERT INTO accounts (id, name) VALUES ('acc_old', 'kept')`);
  const rows: Buffer[] = [];
  for await (const each of dump(old.connection, new Date(), [])) rows.push(Buffer.from(each));
  const [kept, target] = [file, await createTestDatabase({ empty: true })];
  try {
    file = join(folder, 'older.gz');
    await writeFile(file, gzipSync(Buffer.concat(rows)));
    expect(await run('restore', target, 'keep')).toMatch(/^Restored the backup of 20/);
    expect(await target.query('SELECT id FROM accounts')).toEqual([{ id: 'acc_old' }]);
    expect(await target.query('SELECT name FROM knex_migrations')).toHaveLength(names.length);
  } finally {
    file = kept;
    await Promise.all([old.drop(), target.drop()]);
  }
});
