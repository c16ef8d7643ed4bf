import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentedVariables, readConfig, type Config } from '../../../server/src/config.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { useInstallation } from '../../support/server/data-dir.ts';
import { VERSION } from '../../../server/src/version.ts';
import { runAdmin, runProgram } from '../../support/server/admin.ts';
import { send } from '../../support/network/send.ts';
import { ROOT, type ServerProcess } from '../../support/server/server-process.ts';

const key = (): string => randomBytes(32).toString('base64');

const installation = useInstallation();
const { start, refusal, stopAll } = installation;

const makeSecret = async ({ baseUrl }: ServerProcess, apiKey: string): Promise<string> =>
  (await send(baseUrl, 'POST /secrets', { key: apiKey, json: { secret: 'kept' } })).body.secretId;
const reveal = ({ baseUrl }: ServerProcess, id: string) => send(baseUrl, `POST /public/secrets/${id}/reveal`);

describe('the keys of encryption', () => {
  it('in a lost or changed key file stop the start, nothing is burnt, and the right file opens everything', async () => {
    const server = await start();
    const id = await makeSecret(server, server.apiKey);
    await server.stop();
    const file = join(installation.dataDir, 'keys/encryption.key');
    const sentence =
      /Items in the database are sealed under the encryption key [0-9a-f]{8}, .*Restore that key/;

    await rename(file, `${file}.lost`);
    expect(await refusal({})).toMatch(sentence);
    expect(existsSync(file)).toBe(false);
    await mkdir(file);
    expect(await refusal({})).toContain(`${file} is a directory, and must be a file.`);
    await rmdir(file);
    await writeFile(file, key());
    expect(await refusal({})).toMatch(sentence);

    await rename(`${file}.lost`, file);
    expect((await reveal(await start(), id)).body.secret).toBe('kept');
  });

  describe('in ENCRYPTION_KEYS', () => {
    let database: TestDatabase;
    beforeEach(async () => void (database = await createTestDatabase()));
    afterEach(async () => {
      await stopAll();
      await database.drop();
    });
    const startWith = (...keys: string[]) =>
      start({ DATABASE_URL: database.url, ENCRYPTION_KEYS: keys.join(',') });

    it('rotate: a new one in front opens old items, and the old one can go when nothing needs it', async () => {
      const [older, newer] = [key(), key()];
      const first = await startWith(older);
      const { apiKey } = first;
      const old = await makeSecret(first, apiKey);
      await first.stop();
      const second = await startWith(newer, older);
      const young = await makeSecret(second, apiKey);
      expect((await reveal(second, old)).body.secret).toBe('kept');
      await second.stop();
      expect((await reveal(await startWith(newer), young)).body.secret).toBe('kept');
    });

    it('missing on one of two servers: it burns nothing that only the other can open', async () => {
      const [known, unknown] = [key(), key()];
      const knowing = await startWith(known);
      const ignorant = await startWith(unknown);
      const id = await makeSecret(knowing, knowing.apiKey);
      const refused = await reveal(ignorant, id);
      expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
      await stopAll();
      expect(await refusal({ DATABASE_URL: database.url, ENCRYPTION_KEYS: unknown })).toMatch(
        /sealed under the encryption key [0-9a-f]{8}, which is not among the keys given/,
      );
      expect((await reveal(await startWith(unknown, known), id)).body.secret).toBe('kept');
    });

    it.each([
      ['an upload request', '/requests', { title: 'kept' }],
      ['an inbox', '/drops', { label: 'kept' }],
    ])('missing although %s is sealed under it: the server does not start', async (_item, path, json) => {
      const { baseUrl, apiKey } = await startWith(key());
      expect((await send(baseUrl, `POST ${path}`, { key: apiKey, json })).status).toBe(201);
      await stopAll();
      expect(await refusal({ DATABASE_URL: database.url, ENCRYPTION_KEYS: key() })).toMatch(
        /which is not among the keys given/,
      );
    });
  });
});

describe('a setting', () => {
  it('that is wrong is named with what it must be, and never repeated', async () => {
    const wrong = {
      PORT: 'eighty',
      APP_URL: 'ftp://wrong-value',
      DATABASE_URL: 'mysql://wrong-value',
      WORKERS: '0',
      DATABASE_POOL_SIZE: '1',
      MIN_FREE_DISK: '51%',
      ENCRYPTION_KEYS: 'wrong-value',
      RATE_LIMIT_KEY: '-5',
      RATE_LIMIT_ANONYMOUS: '1.5',
      MAX_LIFETIME: 'wrong-value',
      DEFAULT_LOCALE: 'wrong-value',
      TRUST_PROXY: 'wrong-value',
      LOG_LEVEL: 'wrong-value',
      NODE_ENV: 'wrong-value',
    };
    const said = await refusal(wrong);
    for (const name of Object.keys(wrong)) expect(said).toMatch(new RegExp(`^  ${name} must `, 'm'));
    expect(said).not.toContain('wrong-value');
    expect(said).not.toMatch(/\n +at /);
  });

  it.each(documentedVariables.map(({ name }) => name as keyof Config))(
    '%s can be given in a file',
    async (name) => {
      const values: Record<keyof Config, string> = {
        PORT: '81',
        HOST: '::1',
        WORKERS: '2',
        APP_URL: 'https://a.example',
        DATABASE_URL: 'postgres://a/b',
        DATABASE_LISTEN_URL: 'postgres://a/c',
        DATABASE_CA: '-----BEGIN CERTIFICATE-----',
        DATABASE_POOL_SIZE: '3',
        DATA_DIR: '/a',
        MIN_FREE_DISK: '5%',
        ENCRYPTION_KEYS: key(),
        RATE_LIMIT_KEY: '7',
        RATE_LIMIT_ANONYMOUS: '8',
        RATE_LIMIT_SESSION: '9',
        RATE_LIMIT_URL: '10',
        SESSIONS_PER_ITEM: '11',
        MAX_ITEMS_PER_DROP: '31',
        MAX_BYTES_PER_DROP: '32',
        MAX_ITEMS_PER_ROOM: '33',
        MAX_BYTES_PER_ROOM: '34KiB',
        MAX_ITEMS_PER_REQUEST: '35',
        MAX_BYTES_PER_REQUEST: '36MiB',
        MAX_BYTES_PER_KEY: '37GiB',
        MAX_BYTES_TOTAL: '38TiB',
        MAX_LIFETIME: '7d',
        READING_REPLAY_SECONDS: '61',
        DEFAULT_LOCALE: 'de',
        SITE_NAME: 'Acme Share',
        SITE_COLOR: '#1d5c4d,#7fd1b9',
        SITE_LOGO: join(ROOT, 'packages/web/src/icon.svg'),
        SITE_LINKS: 'Privacy=https://a.example/privacy, Report=mailto:a@a.example',
        SITE_NOTICE: 'Run by Acme.',
        TRUST_PROXY: '10.0.0.0/8,::1',
        MAX_CONNECTIONS_PER_ADDRESS: '20',
        MIN_BODY_BYTES_PER_SECOND: '21',
        MIN_RESPONSE_BYTES_PER_SECOND: '22',
        MIN_UPLOAD_BYTES_PER_SECOND: '23',
        SHUTDOWN_DELAY: '24',
        SHUTDOWN_TIMEOUT: '25',
        SHUTDOWN_FILE_TIMEOUT: '26',
        WEBHOOK_ALLOWED_HOSTS: 'receiver:8080,10.0.0.0/8',
        S3_BUCKET: 'files',
        S3_ENDPOINT: 'https://s3.example',
        S3_REGION: 'eu-central-1',
        S3_PREFIX: 'here/',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        S3_FORCE_PATH_STYLE: 'true',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'test',
      };
      // What a setting means nothing without.
      const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
      const s3 = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
      const others = {
        ...(name.startsWith('S3_') && { ...s3, [name]: undefined }),
        ...(name === 'DATABASE_CA' && { DATABASE_URL: values.DATABASE_URL }),
      };
      const file = join(installation.dataDir, name);
      await writeFile(file, `${values[name]}\n`);
      const direct = readConfig({ ...others, [name]: values[name] });
      expect(readConfig({ ...others, [`${name}_FILE`]: file })).toEqual(direct);
      expect(() => readConfig({ [name]: values[name], [`${name}_FILE`]: file })).toThrow(
        `${name} and ${name}_FILE are both given`,
      );
      expect(() => readConfig({ [`${name}_FILE`]: `${file}-none` })).toThrow(
        `${name}_FILE names a file that does not exist`,
      );
      expect(() => readConfig({ [`${name}_FILE`]: installation.dataDir })).toThrow(
        `${name}_FILE names a directory`,
      );
    },
  );

  it('that only shows to be wrong in use is named, too', async () => {
    const database = await createTestDatabase();
    const taken = createServer().listen(0, '127.0.0.1');
    try {
      await once(taken, 'listening');
      const { port } = taken.address() as AddressInfo;
      const good = { DATABASE_URL: database.url, ENCRYPTION_KEYS: key() };
      const said = await Promise.all([
        refusal({ ...good, PORT: `${port}` }),
        refusal({ ...good, HOST: '192.0.2.1' }),
        refusal({ ...good, HOST: '999.1.1.1' }),
        refusal({ ...good, DATABASE_URL: 'postgres://localhost:1/nothing' }),
        refusal({ ...good, DATABASE_URL: 'postgres://me:my-password@[/nothing' }),
        refusal({ ...good, DATABASE_LISTEN_URL: 'postgres://me:my-password@localhost:99999/a' }),
        refusal({ ...good, DATABASE_URL: `${database.url}?sslmode=verify-ca&sslrootcert=/none` }),
        refusal({ ...good, APP_URL: 'https://me:my-password@share.example' }),
        refusal({ DATA_DIR: '/dev/null/x' }),
        // The kernel takes no directories there.
        refusal({ DATA_DIR: '/proc/tempshare/data' }),
        refusal({ DATABASE_URL: database.url, DATA_DIR: '/proc/tempshare/data' }),
        refusal({ DATABASE_URL: database.url, NODE_ENV: 'production' }),
        refusal({ ...good, NODE_ENV: 'production' }),
        refusal({ ...good, NODE_ENV: 'production', APP_URL: 'https://share.example' }),
      ]);
      expect(said).toEqual([
        expect.stringMatching(
          new RegExp(
            `: Port ${port} of 127\\.0\\.0\\.1 is taken\\. Set PORT to another one, or stop what listens there\\.\n$`,
          ),
        ),
        expect.stringMatching(/EADDRNOTAVAIL.*Set HOST and PORT/),
        expect.stringMatching(/ENOTFOUND.*Set HOST and PORT/),
        expect.stringMatching(/ECONNREFUSED.*Check DATABASE_URL/),
        expect.stringMatching(/DATABASE_URL must be of the form/),
        expect.stringMatching(/DATABASE_LISTEN_URL must be of the form/),
        expect.stringMatching(/DATABASE_URL must name files that can be read/),
        expect.stringMatching(/APP_URL must be an http or https URL without user/),
        expect.stringMatching(/DATA_DIR cannot be used/),
        expect.stringMatching(/DATA_DIR cannot be used/),
        expect.stringMatching(/DATA_DIR cannot be used/),
        expect.stringMatching(
          /APP_URL is needed in production .*\n.*ENCRYPTION_KEYS is needed in production/,
        ),
        expect.stringMatching(/APP_URL is needed in production \(the public address/),
        'it started: 0',
      ]);
      expect(said.join()).not.toMatch(/\n +at |my-password/);
    } finally {
      taken.close();
      await database.drop();
    }
  });
});

describe('the program', () => {
  const run = (...args: string[]) => runProgram('server/src/main.ts', args, {});

  it('says what it is and what can be set, and starts nothing for it', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const { name } of documentedVariables) expect(stdout).toMatch(new RegExp(`^  ${name}( |$)`, 'm'));
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
    expect(await run('--port', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--port.*\n\n.*Usage:/s),
    });
    const admin = await runAdmin(['--help'], { DATABASE_URL: 'not looked at' });
    expect(admin).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage:/) });
  });

  it('logs one line of its start, with versions and settings, and no secret', async () => {
    const database = await createTestDatabase();
    const secret = randomBytes(32).toString('base64');
    const { password } = database.connection;
    const server = await start({
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
    for (const value of [secret, String(password), server.apiKey]) expect(server.stderr).not.toContain(value);
    await stopAll();
    await database.drop();
  });
});
