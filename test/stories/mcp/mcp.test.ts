import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { quietPort } from '../../support/network/quiet-port.ts';
import { ROOT } from '../../support/server/server-process.ts';
import {
  expectOnlyProtocol,
  inspector,
  modernClient,
  officialClient,
  previousClient,
  recordToolServer,
  type Recording,
  type ToolSession,
} from '../../support/mcp/tool-server.ts';

const TOOLS = ['service_create_transfer', 'service_get_transfer', 'service_create_secret'];
const VALUE = 'tok_9f86d081884c7d65';
const SCRIPT = join(ROOT, 'packages/mcp/src/main.ts');

let app: TestApp;
let directory: string;
beforeAll(async () => {
  app = await startApp();
  directory = await mkdtemp(join(tmpdir(), 'tempshare-mcp-'));
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) => ({
  SERVICE_API_KEY: app.apiKey,
  SERVICE_BASE_URL: app.baseUrl,
  SERVICE_MCP_FILES: directory,
  SERVICE_LOG: 'debug',
  ...more,
});

type Connect = (recording: Recording, env: Record<string, string>) => Promise<ToolSession> | ToolSession;

async function start(connect: Connect, env = settings()) {
  const recording = await recordToolServer();
  const session = await connect(recording, env);
  onTestFinished(() => session.close());
  return { recording, session };
}

const CLIENTS: [string, Connect][] = [
  ['the official client', officialClient],
  ['the official client of the newest revision', modernClient],
  ['the client of the previous major version', previousClient],
  ["the inspector's command line", inspector],
];

describe.for(CLIENTS)('%s', ([, connect]) => {
  it('lists the tools, makes the three calls, and is told of bad input, in nothing but protocol', async () => {
    const { recording, session } = await start(connect);
    expect(await session.list()).toEqual(TOOLS);

    const secret = await session.call('service_create_secret', { secret: VALUE, expiration: '1h' });
    expect(secret).toMatchObject({ isError: false, data: { burnAfterRead: true, encryption: 'e2e' } });
    expect(secret.text).toContain(secret.data.secretUrl);
    expect(await openLink(secret.data.secretUrl)).toEqual({ kind: 'secret', secret: VALUE });
    await expect(openLink(secret.data.secretUrl)).rejects.toMatchObject({ status: 404 });

    const shared = await session.call('service_create_transfer', { type: 'text', text: VALUE, maxViews: 2 });
    expect(await openLink(shared.data.shareUrl)).toMatchObject({ kind: 'text', text: VALUE });

    const looked = await session.call('service_get_transfer', { id: shared.data.id });
    expect(looked).toMatchObject({ isError: false, data: { status: 'active', views: 1, maxViews: 2 } });
    expect(looked.text).toContain('It was opened 1 of 2 times.');

    const refused = await session.call('service_create_secret', { secret: VALUE, expiration: '2h' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('expiration must be one of 15m, 1h, 6h, 1d, 7d, forever');

    const stdout = await recording.stdout();
    expect(expectOnlyProtocol(stdout)).toBeGreaterThanOrEqual(6);
    // What goes another way than the responses may come a moment later.
    await expect.poll(async () => String(await recording.stderr())).toContain('POST /secrets: 201');
    const stderr = String(await recording.stderr());
    for (const hidden of [
      VALUE,
      app.apiKey,
      String(secret.data.secretUrl).split('/').at(-1) as string,
      shared.data.id,
    ])
      expect(stderr).not.toContain(hidden);
    expect(String(stdout)).not.toContain(VALUE);
  });

  it('is told of a missing key', async () => {
    const { recording, session } = await start(connect, { SERVICE_BASE_URL: app.baseUrl } as never);
    expect(await session.list()).toEqual(TOOLS);
    const { isError, text } = await session.call('service_create_secret', { secret: VALUE });
    expect(isError).toBe(true);
    expect(text).toMatch(/^The tool server is not configured\. SERVICE_API_KEY is not set: /);
    expectOnlyProtocol(await recording.stdout());
    await expect
      .poll(async () => String(await recording.stderr()))
      .toMatch(/^tempshare-mcp: SERVICE_API_KEY is not set: /);
  });
});

describe.for(CLIENTS)('through %s an agent is told', ([, connect]) => {
  async function failure(env: Record<string, string>, name = 'service_create_secret') {
    const { recording, session } = await start(connect, settings(env));
    const args = { service_create_secret: { secret: VALUE }, service_get_transfer: { id: 'a'.repeat(22) } }[
      name
    ]!;
    const { isError, text, data } = await session.call(name, args);
    expect({ isError, data }).toEqual({ isError: true, data: undefined });
    expectOnlyProtocol(await recording.stdout());
    expect(String(await recording.stdout()) + String(await recording.stderr())).not.toContain(VALUE);
    expect(text).not.toMatch(/\n|\bat \S+:\d/);
    return text;
  }

  it('that the key is wrong', async () => {
    const key = `${app.apiKey.slice(0, -6)}000000`;
    expect(await failure({ SERVICE_API_KEY: key })).toMatch(
      /^The service refused the API key\. Do not call again: .+ Status 401, invalid_api_key, request \S+\.$/,
    );
  });

  it('that the key is malformed, before anything is sent', async () => {
    expect(await failure({ SERVICE_API_KEY: `Bearer ${app.apiKey}` })).toContain(
      'SERVICE_API_KEY is malformed',
    );
  });

  it('which scope the key lacks', async () => {
    const { text: readOnly } = await app.createKey(['transfer:read']);
    expect(await failure({ SERVICE_API_KEY: readOnly })).toMatch(
      /^The API key lacks a scope\. This operation needs the scope secret:create\. Do not call again: .+ Status 403, /,
    );
    const { text: createOnly } = await app.createKey(['secret:create']);
    expect(await failure({ SERVICE_API_KEY: createOnly }, 'service_get_transfer')).toContain('transfer:read');
  });

  it('that nothing is found', async () => {
    expect(await failure({}, 'service_get_transfer')).toMatch(
      /^There is no transfer under this id: .+ Status 404, /,
    );
  });

  it('that the operator allows no such lifetime, and that a shorter one works', async () => {
    const brief = await startApp({ MAX_LIFETIME: '1h' });
    onTestFinished(() => brief.close());
    const env = { SERVICE_API_KEY: brief.apiKey, SERVICE_BASE_URL: brief.baseUrl };
    const { session } = await start(connect, settings(env));
    const { isError, text } = await session.call('service_create_secret', { secret: VALUE });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^The service refused the arguments\. The operator of the service allows less than this expiration .+ try a shorter one, 15m, 1h, /,
    );
    const shorter = await session.call('service_create_secret', { secret: VALUE, expiration: '1h' });
    expect(shorter.isError).toBe(false);
  });

  it('that the service is down', async () => {
    expect(await failure({ SERVICE_BASE_URL: `http://127.0.0.1:${await quietPort()}/api/v1` })).toMatch(
      /^There was no complete response from the service \(ECONNREFUSED\) \(POST \/secrets, 3 attempts\)\. Call again later: /,
    );
  });

  it('when to call again over the rate limit', async () => {
    const limited = await startApp({ RATE_LIMIT_KEY: '1' });
    onTestFinished(() => limited.close());
    const env = { SERVICE_API_KEY: limited.apiKey, SERVICE_BASE_URL: limited.baseUrl };
    const { session } = await start(connect, settings(env));
    expect((await session.call('service_create_secret', { secret: VALUE })).isError).toBe(false);
    await limited.database.query(
      'UPDATE rate_limits SET at = ARRAY[(extract(epoch FROM clock_timestamp()) * 1000)::bigint]',
    );
    const { isError, text } = await session.call('service_create_secret', { secret: VALUE });
    expect(isError).toBe(true);
    const [, seconds] =
      /^Too many calls\. Wait (\d+) seconds, then call again\. Status 429, /.exec(text) ?? [];
    expect(Number(seconds)).toBeGreaterThan(10);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });
});

/** Those that keep a session open, which the inspector's command line does not. */
const SESSIONS = CLIENTS.slice(0, 3);

it.for(SESSIONS)(
  'a call cancelled by %s gives its connection up, and the next one is answered',
  async ([, connect]) => {
    const held = await holdConnections();
    const { recording, session } = await start(connect, settings({ SERVICE_BASE_URL: held.baseUrl }));
    const controller = new AbortController();
    const call = session.call('service_create_secret', { secret: VALUE }, { signal: controller.signal });
    await held.opened;
    controller.abort('changed my mind');
    await expect(call).rejects.toThrow('changed my mind');
    await held.closed;
    expect(await session.list()).toEqual(TOOLS);
    expectOnlyProtocol(await recording.stdout());
  },
);

/** Takes connections and never answers. */
async function holdConnections() {
  const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => closed.resolve());
    socket.once('data', () => opened.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, opened: opened.promise, closed: closed.promise };
}

it.for(SESSIONS)('calls at once over %s are each answered with their own', async ([, connect]) => {
  const { recording, session } = await start(connect);
  const values = Array.from({ length: 8 }, () => randomBytes(8).toString('hex'));
  const responses = await Promise.all(
    values.map((secret) => session.call('service_create_secret', { secret, password: 'azalea' })),
  );
  for (const [i, { data }] of responses.entries())
    expect(await openLink(data.secretUrl, { password: 'azalea' })).toEqual({
      kind: 'secret',
      secret: values[i],
    });
  expectOnlyProtocol(await recording.stdout());
});

it.for(SESSIONS)('a file is uploaded sealed, and %s is told how far it is', async ([, connect]) => {
  const { recording, session } = await start(connect);
  const bytes = randomBytes(2_000_000);
  await writeFile(join(directory, 'report.bin'), bytes);
  const reported: number[] = [];
  const onprogress = ({ progress }: { progress: number }) => void reported.push(progress);
  const args = { type: 'file', fromFile: 'report.bin' };
  const { data } = await session.call('service_create_transfer', args, { onprogress });
  const opened = await openLink(data.shareUrl);
  if (opened.kind !== 'file') throw new Error(opened.kind);
  expect(opened.file.fileName).toBe('report.bin');
  expect(Buffer.from(await opened.file.bytes()).equals(bytes)).toBe(true);
  const stdout = await recording.stdout();
  const sent = progressBeforeTheResponse(stdout);
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.at(-1)).toBe(bytes.length);
  // A client that reads the response along with the last of it may end the call before it looks at the rest.
  expect(reported.length).toBeGreaterThan(0);
  expect(reported).toEqual(sent.slice(0, reported.length));
  expectOnlyProtocol(stdout);
});

/** What the tool server told of its one call with progress, in the order of its lines, before it answered that call. */
function progressBeforeTheResponse(stdout: Buffer): number[] {
  const lines = String(stdout).trimEnd().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { params?: { progress?: number }; result?: any });
  const responded = messages.findIndex(({ result }) => result?.structuredContent !== undefined);
  expect(responded).toBeGreaterThan(0);
  expect(messages.slice(responded).filter(({ params }) => params?.progress !== undefined)).toEqual([]);
  return messages.slice(0, responded).flatMap(({ params }) => params?.progress ?? []);
}

it('a tool server ends by itself when its host goes away', async () => {
  const held = await holdConnections();
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env.PATH, ...settings({ SERVICE_BASE_URL: held.baseUrl }) },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const clientInfo = { name: 'test', version: '1' };
  const name = 'service_create_secret';
  for (const message of [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name, arguments: { secret: VALUE } } },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await held.opened;
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

describe('stdout', () => {
  /** What a tool server writes when it gets this and then the end of its input. */
  async function write(input: (string | Buffer)[], ...flags: string[]) {
    const child = spawn(process.execPath, [...flags, SCRIPT], {
      env: { PATH: process.env.PATH, ...settings() },
    });
    const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    for (const piece of input) child.stdin.write(piece);
    const responded = new Promise<void>((resolve) =>
      child.stdout.on('data', (piece) => {
        if (String(piece).includes('"id":"last"')) resolve();
      }),
    );
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' })}\n`);
    await responded;
    child.stdin.end();
    return output;
  }

  it('holds nothing but responses when what comes in is no protocol, and stderr nothing of it', async () => {
    const noise = [
      `not JSON ${VALUE}\n`,
      `{"jsonrpc":"2.0","id":1,"method":"${VALUE}"}\n`,
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${VALUE}"}}\n`,
      `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":"${VALUE}"}\n`,
      `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"service_create_secret","arguments":"${VALUE}"}}\n`,
      `{"jsonrpc":"2.0","${VALUE}":1}\n`,
      `["${VALUE}"]\n`,
      Buffer.from([0xff, 0xfe, 0x0a]),
      '\r\n\n',
    ];
    const [stdout, stderr] = await write(noise);
    expectOnlyProtocol(stdout);
    expect(String(stderr)).not.toContain(VALUE);
  });

  it('is kept from what a module prints on the console', async () => {
    // Before the program's first line nothing can be kept from anywhere.
    const chatter =
      'const first = console; setInterval(() => { if (console !== first) { console.log("noise"); console.table([1]); } }, 1).unref()';
    const [stdout, stderr] = await write(
      [],
      '--import',
      `data:text/javascript,${encodeURIComponent(chatter)}`,
    );
    expectOnlyProtocol(stdout);
    expect(String(stderr)).toContain('noise');
  });
});
