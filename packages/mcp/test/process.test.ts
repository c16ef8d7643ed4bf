import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Starts the program, and asks it message by message. */
async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH ?? '', ...env } });
  child.stdin.on('error', () => undefined);
  let log = '';
  child.stderr.on('data', (piece) => (log += String(piece)));
  const lines = createInterface({ input: child.stdout });
  let id = 0;
  const ask = async (message: object, write = JSON.stringify): Promise<any> => {
    child.stdin.write(`${write({ jsonrpc: '2.0', id: ++id, ...message })}\n`);
    const [line] = await Promise.race([
      once(lines, 'line') as Promise<[string]>,
      once(child, 'exit').then(() => ['{"ended":true}'] as [string]),
    ]);
    return JSON.parse(line);
  };
  await ask(INITIALIZE);
  const write = (text: string) => void child.stdin.write(text);
  const response = async (): Promise<any> => JSON.parse(((await once(lines, 'line')) as [string])[0]);
  return { child, ask, write, response, log: () => log };
}

/** The program without settings, for tests that leave it as it was. */
let shared: Awaited<ReturnType<typeof start>>;
beforeAll(async () => void (shared = await start()));
afterAll(() => void shared.child.kill());

/** The program with settings, until the test ends. */
async function startWith(env: Record<string, string>) {
  const started = await start(env);
  onTestFinished(() => void started.child.kill());
  return started;
}

const KEY = `svc_sk_test_${'a'.repeat(38)}`;

/** The program with a service that knows nothing, and sends its key back in headers; it logs all that it can. */
async function startWithService() {
  const headers = { 'x-request-id': KEY, 'content-type': `text/${KEY}`, ratelimit: KEY, 'content-length': 2 };
  const service = createServer((_, response) => void response.writeHead(404, headers).end('{}'));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const SERVICE_BASE_URL = `http://127.0.0.1:${port}/api/v1`;
  const started = await startWith({ SERVICE_LOG: 'debug', SERVICE_API_KEY: KEY, SERVICE_BASE_URL });
  const params = { name: 'service_get_transfer', arguments: { id: 'abcd' } };
  return { ...started, look: () => started.ask({ method: 'tools/call', params }) };
}

it('goes on when nobody reads its log any more', async () => {
  const { child, look } = await startWithService();
  child.stderr.destroy();
  await once(child.stderr, 'close');
  for (let i = 0; i < 2; i++) expect((await look()).result.content[0].text).toMatch(/^There is no /);
});

it('takes the longest text that its schema takes, written with escapes', async () => {
  const { ask } = shared;
  const params = { name: 'service_create_transfer', arguments: { type: 'text', text: 'X' } };
  const escaped = (message: object) =>
    JSON.stringify(message).replace('"X"', `"${'\\ud83d\\ude00'.repeat(1_000_000)}"`);
  const { result } = await ask({ method: 'tools/call', params }, escaped);
  expect(result.content[0].text).toMatch(/^The tool server is not configured\./);
});

it('a message that is too long ends nothing, and is refused under its id however clients write it', async () => {
  const { ask, write, response, log } = shared;
  const before = log().length;
  const paramsOf = (length: number) => `{"s":"${'x'.repeat(length)}","id":"abcd"}`;
  const params = paramsOf(16_777_216);
  const error = { code: -32600, message: 'A message must have at most 16,777,216 bytes' };
  for (const [message, id] of [
    [`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ${paramsOf(34_000_000)}}`, 1],
    [`{"jsonrpc": "2.0", "method": "tools/call", "id": "two", "params": ${params}}`, 'two'],
    [`{"method":"tools/call","params":${params},"id":3,"jsonrpc":"2.0"}`, 3],
    [`{"method": "tools/call", "params": ${params}, "id": 4, "jsonrpc": "2.0"}\r`, 4],
    [`{"jsonrpc":"2.0","params":${params},"id":5,"method":"tools/call"}`, null],
    [`{"jsonrpc":"2.0","method":"tools/call","params":${params}}`, null],
  ] as const) {
    write(`${message}\n`);
    expect(await response()).toEqual({ jsonrpc: '2.0', id, error });
  }
  // A response gets no response.
  write(`{"jsonrpc":"2.0","id":5,"result":${params}}\n`);
  write(`{"jsonrpc": "2.0", "error": ${params}, "id": 6}\n`);
  expect(await ask({ method: 'ping' })).toMatchObject({ id: expect.any(Number), result: {} });
  const refused = () => log().slice(before).split('a line was not handled: A message must have').length - 1;
  await expect.poll(refused).toBe(6);
});

it('bytes that are no UTF-8 are refused, and not shared as other characters', async () => {
  const { ask, write, response } = shared;
  const params = { name: 'service_create_secret', arguments: { secret: 'a?b' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
  const bytes = Buffer.from(`${message}\n`);
  bytes[message.indexOf('?')] = 0xff;
  write(bytes as never);
  expect(await response()).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await ask({ method: 'ping' })).toMatchObject({ result: {} });
});

it('what is no message is answered as JSON-RPC says, and logged without a word of it', async () => {
  const { ask, write, response, log } = shared;
  const before = log().length;
  for (const [line, code] of [
    ['not JSON tok_9f86', -32700],
    ['{"jsonrpc":"2.0",', -32700],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['"tok_9f86"', -32600],
  ] as const) {
    write(`${line}\r\n \n`);
    expect(await response()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  }
  expect(await ask({ method: 'ping' })).toMatchObject({ result: {} });
  await expect.poll(() => log().slice(before).split('a line was not handled').length).toBe(5);
  expect(log()).not.toContain('tok_9f86');
});

it('takes messages in whatever pieces they come', async () => {
  const { write, response } = shared;
  const texts = ['Grüße', '😀'].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
  for (const byte of Buffer.from(`${texts.join('\n')}\n`)) write(Buffer.from([byte]) as never);
  expect(await response()).toMatchObject({ id: 'Grüße', result: {} });
  write(`${texts[1]}\n`);
  expect(await response()).toMatchObject({ id: '😀', result: {} });
});

it('logs nothing of what a service sends back in headers but what has their form', async () => {
  const { log, look } = await startWithService();
  await look();
  await expect.poll(log).toContain('"content-length":"2"');
  expect(log()).not.toContain(KEY);
});

it('logs nothing when that is asked for', async () => {
  const { child, ask, write, response, log } = await startWith({ SERVICE_LOG: ' OFF ' });
  write('no message\n');
  expect(await response()).toMatchObject({ error: { code: -32700 } });
  expect(await ask({ method: 'ping' })).toMatchObject({ result: {} });
  child.stdin.end();
  await once(child, 'close');
  expect(log()).toBe('');
});
