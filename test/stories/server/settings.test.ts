import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../../server/src/deps.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { VERSION } from '../../../server/src/package.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { runProgram } from '../../support/server/admin.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { useInstallation } from '../../support/server/data-dir.ts';

const key = (): string => randomBytes(32).toString('base64');

const installation = useInstallation();
let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  await installation.stopAll();
  await database.drop();
});

describe('the encryption keys', () => {
  const startWith = (...keys: string[]): Promise<TestApp> =>
    startApp({ ENCRYPTION_KEYS: keys.join(','), DATA_DIR: installation.dataDir }, database);
  const stop = (...apps: TestApp[]) => Promise.all(apps.map((app) => app.close({ keepDatabase: true })));
  /** The error of a start with these keys, or with the key file. */
  const refusal = async (...keys: string[]): Promise<string> => {
    const pool = openDatabase({ connection: database.connection, poolSize: 2 });
    const config = readConfig({ DATA_DIR: installation.dataDir, ENCRYPTION_KEYS: keys.join(',') });
    try {
      await createKeyring(config, pool);
      return 'it started';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await pool.close();
    }
  };
  const MISSING =
    /sealed under the encryption key [0-9a-f]{8}, which is not among the keys given.*Restore that/;
  const create = async ({ baseUrl, apiKey }: TestApp): Promise<string> =>
    (await send(baseUrl, 'POST /secrets', { key: apiKey, json: { secret: 'kept' } })).body.secretId;
  const reveal = ({ baseUrl }: TestApp, id: string) => send(baseUrl, `POST /public/secrets/${id}/reveal`);

  it('in a lost or changed key file stop the start, and the right file opens everything', async () => {
    const app = await startWith();
    const id = await create(app);
    await stop(app);
    const file = join(installation.dataDir, 'keys/encryption.key');

    await rename(file, `${file}.lost`);
    expect(await refusal()).toMatch(MISSING);
    expect(existsSync(file)).toBe(false);
    await mkdir(file);
    expect(await refusal()).toContain(`${file} is a directory, and must be a file.`);
    await rmdir(file);
    await writeFile(file, key());
    expect(await refusal()).toMatch(MISSING);

    await rename(`${file}.lost`, file);
    const again = await startWith();
    expect((await reveal(again, id)).body.secret).toBe('kept');
    await stop(again);
  });

  it('rotate: a new one in front opens old items, and the old one can go when nothing needs it', async () => {
    const [older, newer] = [key(), key()];
    const first = await startWith(older);
    const old = await create(first);
    await stop(first);
    const second = await startWith(newer, older);
    const recent = await create(second);
    expect((await reveal(second, old)).body.secret).toBe('kept');
    await stop(second);
    const third = await startWith(newer);
    expect((await reveal(third, recent)).body.secret).toBe('kept');
    await stop(third);
  });

  it('missing on one of two servers: it burns nothing that only the other can open', async () => {
    const [known, unknown] = [key(), key()];
    const knowing = await startWith(known);
    const ignorant = await startWith(unknown);
    const id = await create(knowing);
    expect(await reveal(ignorant, id)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    await stop(knowing, ignorant);
    expect(await refusal(unknown)).toMatch(MISSING);
    const both = await startWith(unknown, known);
    expect((await reveal(both, id)).body.secret).toBe('kept');
    await stop(both);
  });

  it.each([
    ['an upload request', '/requests', { title: 'kept' }],
    ['an inbox', '/drops', { label: 'kept' }],
  ])('missing although %s is sealed under it: the server does not start', async (_item, path, json) => {
    const app = await startWith(key());
    expect((await send(app.baseUrl, `POST ${path}`, { key: app.apiKey, json })).status).toBe(201);
    await stop(app);
    expect(await refusal(key())).toMatch(MISSING);
  });
});

describe('the program', () => {
  it('ends with one sentence when a setting is wrong, and with the usage when an argument is', async () => {
    expect(await installation.refusal({ PORT: 'eighty' })).toMatch(
      /^the server ended with 1: .*\n  PORT must [^\n]+\n$/,
    );
    expect(await runProgram('server/src/main.ts', ['--port', '1'], {})).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--port.*\n\n.*Usage:/s),
    });
  });

  it('starts with a variable that is no setting, and names it and the one that is likely meant, but no value', async () => {
    const server = await installation.start({ DATABASE_URL: database.url, MAX_LIFETIM: '3d' });
    const warnings = server.stderr.split('\n').filter((line) => line.includes('MAX_LIFETIM'));
    expect(warnings.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 40, msg: 'MAX_LIFETIM is no setting: is MAX_LIFETIME meant?' },
    ]);
    expect(warnings.join()).not.toContain('3d');
  });

  it('logs one line of its start, with versions and settings, and no secret', async () => {
    const secret = key();
    const server = await installation.start({
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: secret,
      S3_SECRET_ACCESS_KEY: '',
      APP_URL: 'https://share.example',
    });
    await expect.poll(() => server.stderr).toContain('"started"');
    const [line] = server.stderr.split('\n').filter((each) => each.includes('"started"'));
    expect(JSON.parse(line!)).toMatchObject({
      level: 30,
      version: VERSION,
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+\.\d+/),
      database: 'given, not encrypted',
      files: 'postgres',
      environment: 'test',
      appUrl: 'https://share.example',
      encryptionKeys: 1,
    });
    for (const value of [secret, String(database.connection.password), server.apiKey])
      expect(server.stderr).not.toContain(value);
  });
});
