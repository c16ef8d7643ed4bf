import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedVariables, readConfig } from '../src/config.ts';
import { unknownSettings } from '../src/settings/unknown-settings.ts';
import { explainFailure } from '../src/start/failure.ts';
import { makeDirectory } from '../src/storage/make-directory.ts';
import { handleArguments } from '../src/start/usage.ts';
import { VERSION } from '../src/package.ts';

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
  ])('%j is refused without its password', (environment, message) => {
    expect(refusal(environment as Record<string, string>)).toMatch(message);
    expect(refusal(environment as Record<string, string>)).not.toContain('my-password');
  });

  it.each([
    ['PORT', '81'],
    ['MAX_BYTES_PER_KEY', '37GiB'],
    ['TRUST_PROXY', '10.0.0.0/8,::1'],
    ['ENCRYPTION_KEYS', randomBytes(32).toString('base64')],
    ['SITE_LOGO', join(import.meta.dirname, '../../packages/web/src/icon.svg')],
    ['SITE_LINKS', 'Privacy=https://a.example/privacy, Report=mailto:a@a.example'],
  ])('is the same in a file as in the environment: %s', async (name, value) => {
    const file = join(folder, name);
    await writeFile(file, `${value}\n`);
    const config = readConfig({ [`${name}_FILE`]: file });
    expect(config).toEqual(readConfig({ [name]: value }));
    expect(config).not.toEqual(readConfig({}));
  });

  it.each(documentedVariables)(
    '$name is refused in a file that cannot be read, or given twice',
    ({ name }) => {
      expect(refusal({ [name]: 'x', [`${name}_FILE`]: folder })).toContain(
        `${name} and ${name}_FILE are both given`,
      );
      expect(refusal({ [`${name}_FILE`]: `${folder}/none` })).toContain(
        `${name}_FILE names a file that does not exist`,
      );
      expect(refusal({ [`${name}_FILE`]: folder })).toContain(`${name}_FILE names a directory`);
    },
  );
});

describe('a variable that is no setting', () => {
  it.each<[string, string | undefined]>([
    ['MAX_LIFETIM', 'MAX_LIFETIME'],
    ['MAX_LIFETIME_', 'MAX_LIFETIME'],
    ['max_lifetime', 'MAX_LIFETIME'],
    ['RATE_LIMIT_ANONYMUS', 'RATE_LIMIT_ANONYMOUS'],
    ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
    ['ENCRYPTION_KEY_FILE', 'ENCRYPTION_KEYS_FILE'],
    ['TRUST_PROXIE', 'TRUST_PROXY'],
    ['S3_SECRET', undefined],
    ['MAX_BYTES', undefined],
  ])('and looks like one is named with the one that is likely meant: %s, %s', (name, likely) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, ...(likely && { likely }) }]);
  });

  it.each([
    ['DB_URL', 'DATABASE_URL'],
    ['DB_URL_FILE', 'DATABASE_URL_FILE'],
    ['db_uri', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['LOG_LVL', 'LOG_LEVEL'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
    ['MAXIMUM_BYTES_PER_KEY', 'MAX_BYTES_PER_KEY'],
  ])('%s, with words that settings spell otherwise, is named with %s', (name, likely) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, likely }]);
  });

  it.each(['DB_HOST', 'DB_PASSWORD', 'LVL', 'DB', 'MAXIMUM'])('%s is likely of another program', (name) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([]);
  });

  it.each([
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'POST',
      'PORTS',
      'LANG',
      'TZ',
      'LOG',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
    ],
    ...['AWS_REGION', 'npm_config_port', 'PGHOST', 'SERVICE_API_KEY', 'KUBERNETES_SERVICE_HOST'],
    ...['DATABASE_SERVICE_HOST', 'DATABASE_PORT', 'DATABASE_PORT_5432_TCP_ADDR', 'S3_SERVICE_PORT_HTTP'],
  ])('and belongs to another program is not: %s', (name) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([]);
  });

  it('is told from those that are', () => {
    const known = documentedVariables.flatMap(({ name }) => [name, `${name}_FILE`]);
    expect(unknownSettings(Object.fromEntries(known.map((name) => [name, 'x'])))).toEqual([]);
  });
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
