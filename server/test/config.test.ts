import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedVariables, readConfig, type Config } from '../src/config.ts';
import { explainFailure } from '../src/start-failure.ts';
import { makeDirectory } from '../src/storage/make-directory.ts';
import { handleArguments } from '../src/usage.ts';
import { VERSION } from '../src/version.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'tempshare-config-'))));
afterAll(() => rm(folder, { recursive: true }));

const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'It is accepted.';
};

describe('a setting', () => {
  it('with a wrong value is named with what it must be, and the value is not repeated', () => {
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
    const message = refusal(wrong);
    for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`^  ${name} must `, 'm'));
    expect(message).not.toContain('wrong-value');
  });

  it.each([
    [{ DATABASE_URL: 'postgres://me:my-password@[/nothing' }, /DATABASE_URL must be of the form/],
    [
      { DATABASE_LISTEN_URL: 'postgres://me:my-password@localhost:99999/a' },
      /DATABASE_LISTEN_URL must be of the form/,
    ],
    [
      { DATABASE_URL: 'postgres://a/b?sslmode=verify-ca&sslrootcert=/none' },
      /DATABASE_URL must name files that can be read/,
    ],
    [
      { APP_URL: 'https://me:my-password@share.example' },
      /APP_URL must be an http or https URL without user/,
    ],
    [
      { NODE_ENV: 'production' },
      /APP_URL is needed in production .*\n.*ENCRYPTION_KEYS is needed in production/,
    ],
    [
      { NODE_ENV: 'production', ENCRYPTION_KEYS: randomBytes(32).toString('base64') },
      /APP_URL is needed in production \(the public address/,
    ],
  ])('%j is refused', (environment, message) => {
    expect(refusal(environment as Record<string, string>)).toMatch(message);
    expect(refusal(environment as Record<string, string>)).not.toContain('my-password');
  });

  const VALUES: Record<keyof Config, string> = {
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
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
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
    SITE_LOGO: join(import.meta.dirname, '../../packages/web/src/icon.svg'),
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

  it.each(documentedVariables.map(({ name }) => name as keyof Config))(
    '%s can be given in a file',
    async (name) => {
      // Settings that this one is refused without.
      const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATABASE_URL } = VALUES;
      const s3 = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
      const others = {
        ...(name.startsWith('S3_') && { ...s3, [name]: undefined }),
        ...(name === 'DATABASE_CA' && { DATABASE_URL }),
      };
      const file = join(folder, name);
      await writeFile(file, `${VALUES[name]}\n`);
      const direct = readConfig({ ...others, [name]: VALUES[name] });
      expect(readConfig({ ...others, [`${name}_FILE`]: file })).toEqual(direct);
      expect(refusal({ [name]: VALUES[name], [`${name}_FILE`]: file })).toContain(
        `${name} and ${name}_FILE are both given`,
      );
      expect(refusal({ [`${name}_FILE`]: `${file}-none` })).toContain(
        `${name}_FILE names a file that does not exist`,
      );
      expect(refusal({ [`${name}_FILE`]: folder })).toContain(`${name}_FILE names a directory`);
    },
  );
});

describe('a failed start', () => {
  const failure = async (work: () => unknown): Promise<string> => {
    try {
      await work();
    } catch (error) {
      return explainFailure(error as Error);
    }
    return 'It has started.';
  };
  const listenAt = async (port: number, host: string): Promise<void> => {
    const server = createServer();
    await once(server.listen(port, host), 'listening');
    server.close();
  };

  it('names the setting of the address that cannot be listened at', async () => {
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await failure(() => listenAt(port, '127.0.0.1'))).toBe(
      `Port ${port} of 127.0.0.1 is taken. Set PORT to another one, or stop what listens there.`,
    );
    taken.close();
    expect(await failure(() => listenAt(0, '192.0.2.1'))).toMatch(/EADDRNOTAVAIL.*Set HOST and PORT/);
  });

  it('names the setting of the database that cannot be connected to', async () => {
    const client = new pg.Client('postgres://localhost:1/nothing');
    expect(await failure(() => client.connect())).toMatch(/ECONNREFUSED.*Check DATABASE_URL/);
  });

  // The kernel takes no directories in /proc.
  it.each(['/dev/null/x', '/proc/tempshare/data'])('names DATA_DIR when it is %s', async (dataDir) => {
    expect(await failure(() => makeDirectory(dataDir, 0o700))).toMatch(/^DATA_DIR cannot be used/);
  });
});

describe('the arguments of the program', () => {
  it('ask for the list of all settings, or for the version', () => {
    const help = handleArguments(['--help']);
    expect(help?.code).toBe(0);
    for (const { name } of documentedVariables)
      expect(help?.text).toMatch(new RegExp(`^  ${name}( |$)`, 'm'));
    expect(handleArguments(['--version'])).toEqual({ code: 0, text: VERSION });
    expect(handleArguments([])).toBeUndefined();
  });

  it('are refused with the usage when they are unknown', () => {
    expect(handleArguments(['--port', '1'])).toEqual({
      code: 2,
      text: expect.stringMatching(/--port.*\n\n.*Usage:/s),
    });
  });
});
