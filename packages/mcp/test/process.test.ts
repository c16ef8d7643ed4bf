import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Starts the program, and asks it message by message. */
async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH ?? '', ...env } });
  onTestFinished(() => void child.kill());
  child.stdin.on('error', () => undefined);
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
  return { child, ask };
}

it('goes on when nobody reads its log any more', async () => {
  const { child, ask } = await start({
    SERVICE_LOG: 'debug',
    SERVICE_API_KEY: `svc_sk_test_${'a'.repeat(38)}`,
    // Nothing answers there, which is logged.
    SERVICE_BASE_URL: 'http://127.0.0.1:1/api/v1',
  });
  child.stderr.destroy();
  await once(child.stderr, 'close');
  const params = { name: 'service_get_transfer', arguments: { id: 'abcd' } };
  for (let i = 0; i < 2; i++) {
    const { result } = await ask({ method: 'tools/call', params });
    expect(result.content[0].text).toMatch(/^There was no complete answer from the service/);
  }
});

it('takes the longest text that its schema takes, written with escapes', async () => {
  const { ask } = await start();
  const params = { name: 'service_create_transfer', arguments: { type: 'text', text: 'X' } };
  const escaped = (message: object) =>
    JSON.stringify(message).replace('"X"', `"${'\\ud83d\\ude00'.repeat(1_000_000)}"`);
  const { result } = await ask({ method: 'tools/call', params }, escaped);
  expect(result.content[0].text).toMatch(/^The tool server is not configured\./);
});

it('logs nothing when that is asked for', async () => {
  const { child, ask } = await start({ SERVICE_LOG: ' OFF ' });
  let log = '';
  child.stderr.on('data', (piece) => (log += String(piece)));
  child.stdin.write('no message\n');
  expect(await ask({ method: 'ping' })).toMatchObject({ result: {} });
  child.stdin.end();
  await once(child, 'close');
  expect(log).toBe('');
});
