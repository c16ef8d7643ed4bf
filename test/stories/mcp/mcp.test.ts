import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { callTools, useSession, useToolServers, VALUE } from '../../support/mcp/client-suite.ts';
import { holdConnections } from '../../support/network/held-connections.ts';
import { ROOT } from '../../support/server/server-process.ts';
import { expectOnlyProtocol, officialClient } from '../../support/mcp/tool-server.ts';

callTools('the official client', officialClient);
useSession('the official client', officialClient);

const { app, settings, start } = useToolServers();

it('an agent is told which scope its key lacks', async () => {
  const { text: readOnly } = await app().createKey(['transfer:read']);
  const { session } = await start(officialClient, settings({ SERVICE_API_KEY: readOnly }));
  const { isError, text } = await session.call('service_create_secret', { secret: VALUE });
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^The API key lacks a scope\. This operation needs the scope secret:create\. .+ Status 403, /,
  );
});

/** Starts the program itself, without a client. */
const spawnServer = (env: Record<string, string>, ...flags: string[]) => {
  const script = join(ROOT, 'packages/mcp/src/main.ts');
  const child = spawn(process.execPath, [...flags, script], { env: { PATH: process.env.PATH, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

it('a tool server ends by itself when its host goes away', async () => {
  const held = await holdConnections();
  const child = spawnServer(settings({ SERVICE_BASE_URL: held.baseUrl }));
  const clientInfo = { name: 'test', version: '1' };
  const name = 'service_create_secret';
  for (const message of [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name, arguments: { secret: VALUE } } },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await held.opened;
  child.stdout.resume();
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

it('standard output holds responses only, whatever comes in and whatever a module prints', async () => {
  // Nothing can be kept from standard output before the program's first line.
  const chatter =
    'const first = console; setInterval(() => { if (console !== first) { console.log("noise"); console.table([1]); } }, 1).unref()';
  const child = spawnServer(settings(), '--import', `data:text/javascript,${encodeURIComponent(chatter)}`);
  const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  for (const piece of [
    `not JSON ${VALUE}\n`,
    `{"jsonrpc":"2.0","id":1,"method":"${VALUE}"}\n`,
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${VALUE}"}}\n`,
    `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":"${VALUE}"}\n`,
    `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"service_create_secret","arguments":"${VALUE}"}}\n`,
    `{"jsonrpc":"2.0","${VALUE}":1}\n`,
    `["${VALUE}"]\n`,
    Buffer.from([0xff, 0xfe, 0x0a]),
    '\r\n\n',
  ])
    child.stdin.write(piece);
  const responded = new Promise<void>((resolve) =>
    child.stdout.on('data', (piece) => {
      if (String(piece).includes('"id":"last"')) resolve();
    }),
  );
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' })}\n`);
  await responded;
  child.stdin.end();
  const [stdout, stderr] = await output;
  expectOnlyProtocol(stdout);
  expect(String(stderr)).toContain('noise');
  expect(String(stderr)).not.toContain(VALUE);
});
