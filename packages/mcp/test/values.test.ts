import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
let outside: string;
let directory: string;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'tempshare-mcp-'));
  directory = join(outside, 'allowed');
  await mkdir(join(directory, 'folder'), { recursive: true });
  await mkdir(join(outside, 'allowed-not'));
  await writeFile(join(outside, 'private'), 'not to be had');
  await writeFile(join(outside, 'allowed-not/private'), 'not to be had');
  await writeFile(join(directory, 'folder/value'), 'to be had');
  await writeFile(join(directory, 'empty'), '');
  await writeFile(join(directory, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
  await writeFile(join(directory, 'large'), 'x'.repeat(400_001));
  await symlink('../private', join(directory, 'link-out'));
  await symlink('..', join(directory, 'folder-out'));
  await symlink(join(outside, 'private'), join(directory, 'absolute-link-out'));
  await symlink('folder/value', join(directory, 'link-within'));
  await symlink('nowhere', join(directory, 'dangling'));
  execFileSync('mkfifo', [join(directory, 'pipe')]);
});
afterAll(() => rm(outside, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) =>
  startSession({ ...environment(mock), SERVICE_MCP_FILES: directory, ...env });

describe('fromFile', () => {
  it.for(['./folder/value', 'folder//value', 'link-within'])('reads %s', async (fromFile) => {
    const { call } = await start();
    const { data } = await call('service_create_secret', { fromFile });
    expect(await mock.open(data.secretUrl)).toMatchObject({ secret: 'to be had' });
  });

  it('reads an absolute path within the directory, which may itself be reached by a link', async () => {
    const { call } = await start({ SERVICE_MCP_FILES: join(directory, 'folder-out/allowed') });
    for (const fromFile of [join(directory, 'folder/value'), 'folder/value']) {
      const { data } = await call('service_create_secret', { fromFile });
      expect(await mock.open(data.secretUrl)).toMatchObject({ secret: 'to be had' });
    }
  });

  const unreadable = [
    '<outside>/allowed-not/private',
    'link-out',
    'folder-out/private',
    'absolute-link-out',
    'dangling',
    'nothing-there',
    '.',
    'pipe',
    'folder/value/below',
    'a\0b',
    '/proc/self/environ',
  ];
  it.for(unreadable)('says no more of %j than that it names nothing to be read', async (fromFile) => {
    const { refusal, log } = await start();
    const args = { fromFile: fromFile.replace('<outside>', outside) };
    expect(await refusal('service_create_secret', args)).toBe(
      'fromFile names no readable file in the directory that the operator allows. Give its path relative to that directory. Nothing was sent.',
    );
    expect(log).toEqual([]);
    expect(mock.requests).toEqual([]);
  });

  it.for([
    ['../private', 'fromFile must not contain ".."'],
    ['folder/../../private', 'fromFile must not contain ".."'],
    ['folder\\..\\..\\private', 'fromFile must not contain ".."'],
    ['empty', 'fromFile names an empty file'],
    ['binary', 'not UTF-8 text: share it with service_create_transfer and type file'],
    ['large', 'fromFile is too large: at most 100,000 bytes are taken for this'],
  ])('refuses %s', async ([fromFile, expected]) => {
    const { refusal } = await start();
    expect(await refusal('service_create_secret', { fromFile })).toContain(expected);
    expect(mock.requests).toEqual([]);
  });

  it('is off unless the operator names a directory', async () => {
    const { refusal } = await startSession(environment(mock));
    expect(await refusal('service_create_secret', { fromFile: 'folder/value' })).toContain(
      'fromFile is off: the operator of this machine allows it by setting SERVICE_MCP_FILES',
    );
  });
});

describe('fromEnv', () => {
  const variables = { SERVICE_MCP_ENV: 'ONE TWO,THREE', ONE: '1st', THREE: '', FOUR: '4th' };

  it('takes the names that the operator lists, and says which these are', async () => {
    const { call, refusal } = await start(variables);
    const { data } = await call('service_create_secret', { fromEnv: 'ONE' });
    expect(await mock.open(data.secretUrl)).toMatchObject({ secret: '1st' });
    expect(await refusal('service_create_secret', { fromEnv: 'FOUR' })).toBe(
      'fromEnv must be one of the variables that the operator allows: ONE, TWO, THREE. Nothing was sent.',
    );
  });

  it.for(['TWO', 'THREE'])('says that %s holds nothing', async (fromEnv) => {
    const { call } = await start(variables);
    expect((await call('service_create_secret', { fromEnv })).text).toContain('not set, or empty');
  });

  it.for(['SERVICE_API_KEY', '__proto__'])(
    'is off for %s unless the operator lists names',
    async (fromEnv) => {
      const { refusal } = await start();
      expect(await refusal('service_create_secret', { fromEnv })).toContain(
        'fromEnv is off: the operator of this machine allows it by listing names',
      );
    },
  );

  it('holds for a password by a name of its own', async () => {
    const { call } = await start(variables);
    const { text } = await call('service_create_secret', { secret: 'x', passwordFromEnv: 'FOUR' });
    expect(text).toContain('passwordFromEnv must be one of');
  });
});

describe("the tool server's own key", () => {
  it('is not shared, under whatever name it is found', async () => {
    await writeFile(join(directory, '.env'), `SERVICE_API_KEY=${mock.apiKey}\n`);
    await writeFile(join(directory, 'between'), 'x'.repeat(262_124) + mock.apiKey + 'x'.repeat(300_000));
    const { refusal } = await start({ SERVICE_MCP_ENV: 'ALIAS', ALIAS: mock.apiKey });
    const calls: [string, Record<string, string>][] = [
      ['service_create_secret', { fromEnv: 'ALIAS' }],
      ['service_create_secret', { fromFile: '.env' }],
      ['service_create_secret', { secret: `key: ${mock.apiKey}` }],
      ['service_create_secret', { secret: 'x', password: mock.apiKey }],
      ['service_create_secret', { secret: 'x', passwordFromEnv: 'ALIAS' }],
      ['service_create_transfer', { type: 'text', fromFile: '.env' }],
      ['service_create_transfer', { type: 'file', fromFile: '.env' }],
      // Read in parts of 262,144 bytes, between which it lies.
      ['service_create_transfer', { type: 'file', fromFile: 'between' }],
    ];
    for (const [name, args] of calls) {
      expect(await refusal(name, args)).toBe(
        'This holds the API key of the tool server, which is never shared. Nothing was sent.',
      );
    }
    expect(mock.requests).toEqual([]);
  });
});

it('a host learns what the operator allows', async () => {
  const { client } = await start({ SERVICE_MCP_ENV: 'ONE,TWO' });
  expect(client.getInstructions()).toMatch(/Prefer fromFile .+ Prefer fromEnv .+: ONE, TWO\.$/);
  const { client: other } = await startSession(environment(mock));
  expect(other.getInstructions()).toMatch(/fromFile is off\. fromEnv is off\.$/);
});

describe('a variable that the host has not filled in', () => {
  const references = [
    '${DEPLOY_TOKEN}',
    ' ${env:DEPLOY_TOKEN}\n',
    '${DEPLOY_TOKEN:-}',
    '{{ DEPLOY_TOKEN }}',
    '${{ secrets.DEPLOY_TOKEN }}',
    '$DEPLOY_TOKEN',
    '%DEPLOY_TOKEN%',
    '{file:~/.secrets/deploy token}',
  ];

  it.for(references)('is shared neither as a value nor as a password: %j', async (reference) => {
    const { refusal, log } = await start({ SERVICE_MCP_ENV: 'TOKEN', TOKEN: reference });
    for (const args of [{ fromEnv: 'TOKEN' }, { secret: 'x', passwordFromEnv: 'TOKEN' }]) {
      expect(await refusal('service_create_secret', args)).toMatch(
        /^(fromEnv|passwordFromEnv) names a variable that holds a reference and no value: /,
      );
    }
    expect(mock.requests).toEqual([]);
    expect(log).toEqual([
      'tempshare-mcp: the variable TOKEN holds a reference that the agent host has not filled in; it is not shared',
    ]);
  });

  it.for(['$ecret1', '${a} and more', '50%', '{}', '$2b$12$abc', '%20%'])(
    'is not what %j is',
    async (value) => {
      const { call, log } = await start({ SERVICE_MCP_ENV: 'TOKEN', TOKEN: value });
      const { data } = await call('service_create_secret', { fromEnv: 'TOKEN', passwordFromEnv: 'TOKEN' });
      expect(await mock.open(data.secretUrl, { password: value })).toMatchObject({ secret: value });
      expect(log).toEqual([]);
    },
  );
});

describe('what is too long for this machine to send', () => {
  it.for([
    [
      { fromEnv: 'LONG' },
      'fromEnv is too long: at most 100,000 bytes of UTF-8 are taken for this when it is sealed',
    ],
    [
      { fromEnv: 'LONG', encryption: 'server' },
      'fromEnv is too long: at most 100,000 characters are taken for this. Nothing was sent.',
    ],
    [
      { fromFile: 'long', encryption: 'server' },
      'fromFile is too long: at most 100,000 characters are taken for this. Nothing was sent.',
    ],
    [
      { secret: 'x', passwordFromEnv: 'LONG' },
      'passwordFromEnv is too long: at most 1,024 characters are taken',
    ],
  ] as const)('is reported by the argument that was given: %j', async ([args, expected]) => {
    const long = 'x'.repeat(limits.secretLength + 1);
    await writeFile(join(directory, 'long'), long);
    const { refusal } = await start({ SERVICE_MCP_ENV: 'LONG', LONG: long });
    expect(await refusal('service_create_secret', args)).toContain(expected);
    expect(mock.requests).toEqual([]);
  });

  it('is counted in characters where it is not sealed', async () => {
    const most = '😀'.repeat(limits.secretLength);
    await writeFile(join(directory, 'most'), most);
    const { call } = await start();
    const { data } = await call('service_create_secret', { fromFile: 'most', encryption: 'server' });
    expect(await mock.open(data.secretUrl)).toMatchObject({ secret: most });
  });
});
