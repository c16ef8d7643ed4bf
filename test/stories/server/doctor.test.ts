import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { doctorCommands } from '../../../server/src/admin/doctor.ts';
import { Faults } from '../../../server/src/admin/command.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';

interface Finding {
  check: string;
  verdict: 'ok' | 'note' | 'fault';
  text: string;
}

/** Findings of the command on a database, and its exit code. */
async function examine(
  app: Pick<TestApp, 'database'>,
  environment: Record<string, string> = {},
): Promise<{ found: Finding[]; failed: boolean }> {
  const { connection } = app.database;
  const settings = { DATABASE_URL: app.database.url, ...environment };
  const config = readConfig({ ...settings, NODE_ENV: 'development' });
  const database = openDatabase({ connection, poolSize: 4 });
  onTestFinished(() => database.close());
  try {
    const context = { config, connection, database, environment: settings };
    return { found: JSON.parse(await doctorCommands.doctor!.run(context, ARGUMENTS)), failed: false };
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    return { found: JSON.parse(error.message), failed: true };
  }
}

const ARGUMENTS = { operands: [], json: true };
const of = (found: readonly Finding[], check: string) => found.filter((each) => each.check === check);

describe('doctor', () => {
  const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp({ ENCRYPTION_KEYS });
    await fetch(`${app.baseUrl}/secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: 'x' }),
    });
  });

  it('finds no fault of a server that works', async () => {
    const settings = { NODE_ENV: 'production', APP_URL: app.url, ENCRYPTION_KEYS };
    const { found, failed } = await examine(app, settings);
    expect(found.filter(({ verdict }) => verdict === 'fault')).toEqual([]);
    expect(failed).toBe(false);
    const checks = [
      'settings',
      'node',
      'database',
      'schema',
      'keys',
      'files',
      'clock',
      'disk',
      'backups',
      'address',
      'mail',
    ];
    expect([...new Set(found.map(({ check }) => check))]).toEqual(checks);
    expect(of(found, 'address')[0]).toMatchObject({ verdict: 'ok' });
    expect(JSON.stringify(found)).not.toContain(ENCRYPTION_KEYS);
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['settings of production', { NODE_ENV: 'production' }, 'settings', /APP_URL is needed in production/],
    ['a key', { ENCRYPTION_KEYS: randomBytes(32).toString('base64') }, 'keys', /which ENCRYPTION_KEYS lacks/],
    [
      'a mail server',
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' },
      'mail',
      /cannot be used/,
    ],
    ['a bucket', { S3_BUCKET: 'none', S3_ENDPOINT: 'http://127.0.0.1:1' }, 'files', /S3/],
  ])('names %s that is missing', async (_, settings, check, text) => {
    const { found, failed } = await examine(app, { ENCRYPTION_KEYS, ...settings });
    expect(failed).toBe(true);
    expect(of(found, check)[0]).toMatchObject({ verdict: 'fault', text: expect.stringMatching(text) });
  });

  it('notes a misspelt setting, an address without an answer, and a proxy that is not told of', async () => {
    const { found, failed } = await examine(app, {
      ENCRYPTION_KEYS,
      MAX_LIFETIM: '1d',
      APP_URL: 'https://127.0.0.1:1',
    });
    expect(failed).toBe(false);
    expect(of(found, 'settings')[1]).toEqual({
      check: 'settings',
      verdict: 'note',
      text: 'MAX_LIFETIM is no setting: is MAX_LIFETIME meant?',
    });
    expect(of(found, 'address').map(({ text }) => text)).toEqual([
      expect.stringContaining('gave no answer'),
      expect.stringContaining('TRUST_PROXY'),
    ]);
  });

  it('says no secret of a setting, also where what it is for cannot be reached', async () => {
    const password = 'doctor-must-not-say-this';
    const { found, failed } = await examine(app, {
      ENCRYPTION_KEYS,
      SMTP_URL: `smtp://user:${password}@127.0.0.1:9`,
      SMTP_PASSWORD: password,
      MAIL_FROM: 'a@example.com',
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: password,
      ENCRYPTION_KEY: password,
    });
    expect(failed).toBe(true);
    const faults = found.filter(({ verdict }) => verdict === 'fault').map(({ check }) => check);
    expect(faults.toSorted()).toEqual(['files', 'mail']);
    const text = JSON.stringify(found);
    for (const secret of [password, ENCRYPTION_KEYS, new URL(app.database.url).password])
      if (secret) expect(text).not.toContain(secret);
  });

  it('names what was changed in the tables', async () => {
    const own = await startApp({ ENCRYPTION_KEYS });
    onTestFinished(() => own.close());
    await own.database.query('ALTER TABLE secrets ALTER COLUMN id TYPE varchar(40)');
    const { found, failed } = await examine(own, { ENCRYPTION_KEYS });
    expect(failed).toBe(true);
    expect(of(found, 'schema')[0]).toMatchObject({
      verdict: 'fault',
      text: expect.stringContaining('secrets.id'),
    });
  });
});
