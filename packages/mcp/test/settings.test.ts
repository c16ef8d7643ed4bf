import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const KEY = `svc_sk_test_${'a'.repeat(38)}`;
const BASE = 'https://share.example/api/v1';
const silent = { error() {}, warn() {}, info() {}, debug() {} };

/** A link that leads to itself. */
const LOOP = join(mkdtempSync(join(tmpdir(), 'tempshare-mcp-')), 'loop');
symlinkSync('loop', LOOP);
afterAll(() => rmSync(join(LOOP, '..'), { recursive: true }));

const NO_KEY = /^SERVICE_API_KEY is not set/;
const BAD_KEY = /^SERVICE_API_KEY is malformed/;
const NO_BASE = /^SERVICE_BASE_URL is not set/;
const BAD_BASE = /^SERVICE_BASE_URL is malformed/;
const BAD_FILES = /^SERVICE_MCP_FILES is malformed/;
const BAD_ENV = /^SERVICE_MCP_ENV is malformed/;

describe('settings that cannot work', () => {
  it.for<[Record<string, string>, RegExp[]]>([
    [{ SERVICE_API_KEY: ' ', SERVICE_BASE_URL: '' }, [NO_KEY, NO_BASE]],
    [{ SERVICE_API_KEY: 'sk_live_1' }, [BAD_KEY]],
    [{ SERVICE_API_KEY: `Bearer ${KEY}` }, [BAD_KEY]],
    [{ SERVICE_API_KEY: `"${KEY}"`, SERVICE_BASE_URL: 'service.example' }, [BAD_KEY, BAD_BASE]],
    [{ SERVICE_BASE_URL: 'https://user:pass@share.example/api/v1' }, [BAD_BASE]],
    [
      { SERVICE_API_KEY: '${SERVICE_API_KEY}', SERVICE_BASE_URL: '${env:SERVICE_BASE_URL}' },
      [/^SERVICE_API_KEY holds a reference that the agent host has not /, /^SERVICE_BASE_URL holds a ref/],
    ],
    [{ SERVICE_MCP_FILES: '${HOME}' }, [/^SERVICE_MCP_FILES holds a reference/]],
    [{ SERVICE_MCP_FILES: '/nowhere/at/all' }, [BAD_FILES]],
    [{ SERVICE_MCP_FILES: 'relative' }, [BAD_FILES]],
    [{ SERVICE_MCP_FILES: `/${'a'.repeat(300)}` }, [BAD_FILES]],
    [{ SERVICE_MCP_FILES: LOOP }, [BAD_FILES]],
    [{ SERVICE_MCP_ENV: 'A,Service_Api_Key' }, [/^SERVICE_MCP_ENV must not name SERVICE_API_KEY/]],
    [{ SERVICE_MCP_ENV: '${input:names of variables}' }, [/^SERVICE_MCP_ENV holds a reference/]],
    [{ SERVICE_MCP_ENV: 'TOKEN_A, ${TOKEN_B}' }, [BAD_ENV]],
    [{ SERVICE_MCP_ENV: '"TOKEN_A";"TOKEN_B"' }, [BAD_ENV]],
  ])('%j are complained of, and no value is shown', async ([env, expected]) => {
    const { problems, client } = readConfig({ SERVICE_API_KEY: KEY, SERVICE_BASE_URL: BASE, ...env }, silent);
    expect(client).toBeUndefined();
    expect(problems).toHaveLength(expected.length);
    problems.forEach((problem, i) => expect(problem).toMatch(expected[i]!));
    for (const value of Object.values(env))
      if (value.length > 5) expect(problems.join()).not.toContain(value);
  });

  it('are part of the result of every tool', async () => {
    const { refusal, client } = await startSession({ SERVICE_API_KEY: 'Bearer x', SERVICE_BASE_URL: BASE });
    expect((await client.listTools()).tools).toHaveLength(3);
    const calls: [string, Record<string, unknown>][] = [
      ['service_create_secret', { secret: 'x' }],
      ['service_create_transfer', { type: 'text', text: 'x' }],
      ['service_get_transfer', { id: 'abcd' }],
    ];
    for (const [name, args] of calls) {
      expect(await refusal(name, args)).toMatch(
        /^The tool server is not configured\. SERVICE_API_KEY is malformed: .+ Do not call again: /,
      );
    }
  });
});

it('white space around a setting does not matter', async () => {
  const { SERVICE_API_KEY, SERVICE_BASE_URL } = environment(mock);
  const { call } = await startSession({
    SERVICE_API_KEY: `${SERVICE_API_KEY}\n`,
    SERVICE_BASE_URL: ` ${SERVICE_BASE_URL}/`,
  });
  expect((await call('service_create_secret', { secret: 'x' })).isError).toBeUndefined();
});

it('an address that shows the key to whoever is on the way is warned of, and works', async () => {
  const warnings = (SERVICE_BASE_URL: string) => {
    const warnings: string[] = [];
    const logger = { ...silent, warn: (message: string) => void warnings.push(message) };
    expect(readConfig({ SERVICE_API_KEY: KEY, SERVICE_BASE_URL }, logger).client).toBeDefined();
    return warnings;
  };
  expect(warnings('http://share.example/api/v1')).toEqual([
    'tempshare-mcp: SERVICE_BASE_URL is http and no address of this machine: whoever is on the way can read the API key',
  ]);
  for (const host of ['https://share.example', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]'])
    expect(warnings(`${host}/api/v1`)).toEqual([]);
});

describe('SERVICE_LOG', () => {
  const logged = async (SERVICE_LOG: string) => {
    const { call, log } = await startSession({ ...environment(mock), SERVICE_LOG });
    await call('service_create_secret', { secret: 'x' });
    return log;
  };

  it('is reported once when it is none of the levels', async () => {
    expect(await logged('loud')).toEqual([
      'tempshare-mcp: SERVICE_LOG is none of off, error, warn, info, debug; warn is used',
    ]);
  });

  it.for([' ', 'OFF', ' warn '])('may be %j', async (level) => {
    expect(await logged(level)).toEqual([]);
  });

  it('may be written in capitals', async () => {
    expect((await logged('INFO')).join()).toContain('POST /secrets: 201');
  });
});
