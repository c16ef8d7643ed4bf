import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { commandPackage, expectSealed, secretService } from './command-package.ts';
import { NODE_22, NODE_24, NODE_26 } from './runtimes.ts';

const NODES = { 'Node.js 22': NODE_22, 'Node.js 24': NODE_24, 'Node.js 26': NODE_26 };
const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'examples/mcp.json'), 'utf8')).mcpServers.tempshare;

const installed = commandPackage({
  name: 'mcp',
  command: 'tempshare-mcp',
  node: '>=22.1',
  bundled: ['@modelcontextprotocol/server', '@modelcontextprotocol/core', 'zod', 'ajv', 'ajv-formats'],
  size: [200_000, 640_000],
});

describe.for(Object.entries(NODES))('started as in examples/mcp.json on %s', ([, node]) => {
  it('lists its tools, and shares a secret with a service', async () => {
    const { origin, seen } = await secretService();
    const client = new Client({ name: 'test', version: '1' });
    const env = {
      PATH: `${dirname(node)}:${process.env.PATH}`,
      HOME: installed.directory,
      SERVICE_API_KEY: `svc_sk_test_${'a'.repeat(38)}`,
      SERVICE_BASE_URL: `${origin}/api/v1`,
      SERVICE_APP_URL: 'https://share.example',
    };
    const { command, args: files } = EXAMPLE as { command: string; args: string[] };
    const place = '/absolute/path/to/tempshare/packages/mcp/dist';
    const args = files.map((file) => file.replace(place, installed.built));
    const started = { command, args, cwd: installed.directory, env };
    await client.connect(new StdioClientTransport({ ...started, stderr: 'ignore' }));
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'tempshare', version: installed.version });
    expect((await client.listTools()).tools).toHaveLength(3);
    const call = { name: 'service_create_secret', arguments: { secret: 'hunter2' } };
    const { structuredContent, isError } = await client.callTool(call);
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ secretUrl: expect.stringMatching(/^https:.+#[\w-]{43}$/) });
    expectSealed(seen, 'hunter2');
  });
});
