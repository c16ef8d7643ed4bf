/** An MCP tool server with a client connected to it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as PreviousClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as PreviousTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../docs/readme-command.ts';
import { ROOT } from '../server/server-process.ts';

type Environment = Record<string, string>;

/** Result of a call of a tool. */
export interface ToolOutcome {
  isError: boolean;
  text: string;
  data: any;
}

export interface ToolSession {
  /** The names of the tools. */
  list(): Promise<string[]>;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: { progress: number }) => void },
  ): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** File that records the output of a tool server. */
export interface Recording {
  /** Command to run as an agent host would, with its bytes recorded. */
  command: string;
  args: string[];
  stdout(): Promise<Buffer>;
  stderr(): Promise<Buffer>;
}

export async function recordToolServer(script = join(ROOT, 'packages/mcp/src/main.ts')): Promise<Recording> {
  const directory = await temporaryDirectory();
  const kept = (name: string) => readFile(join(directory, name)).catch(() => Buffer.alloc(0));
  return {
    command: process.execPath,
    args: [join(ROOT, 'test/support/mcp/tee-process.ts'), directory, process.execPath, script],
    stdout: () => kept('stdout'),
    stderr: () => kept('stderr'),
  };
}

/** The official client, by default as most hosts are: of the revisions before 2026-07-28. */
export async function officialClient(
  { command, args }: Recording,
  env: Environment,
  options?: ClientOptions,
): Promise<ToolSession> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StdioClientTransport({ command, args, env: inherited(env), stderr: 'ignore' }));
  return session(client);
}

/** The official client of the revision 2026-07-28. */
export const modernClient = (recording: Recording, env: Environment): Promise<ToolSession> =>
  officialClient(recording, env, { versionNegotiation: { mode: 'auto' } });

/** The official client's previous major version. */
export async function previousClient({ command, args }: Recording, env: Environment): Promise<ToolSession> {
  const client = new PreviousClient({ name: 'test', version: '1' });
  await client.connect(new PreviousTransport({ command, args, env: inherited(env), stderr: 'ignore' }));
  return session({
    listTools: () => client.listTools(),
    callTool: (request, options) => client.callTool(request, undefined, options) as Promise<ToolResult>,
    close: () => client.close(),
  });
}

interface ToolResult {
  isError?: unknown;
  content?: unknown;
  structuredContent?: unknown;
}

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    request: { name: string; arguments: Record<string, unknown> },
    options?: Parameters<ToolSession['call']>[2],
  ): Promise<ToolResult>;
  close(): Promise<void>;
}

function session(client: AnyClient): ToolSession {
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, options) => outcomeOf(await client.callTool({ name, arguments: args }, options)),
    close: () => client.close(),
  };
}

function outcomeOf(result: ToolResult): ToolOutcome {
  const [{ text }] = result.content as [{ text: string }];
  return { isError: result.isError === true, text, data: result.structuredContent };
}

/** The inspector's command line, which starts a tool server for each of its runs. */
export function inspector({ command, args }: Recording, env: Environment): ToolSession {
  const run = async (...flags: string[]) => {
    const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const parts = [...settings, command, ...args, ...flags].map(
      (word) => `'${word.replaceAll("'", `'\\''`)}'`,
    );
    const line = `test/packaging/node_modules/.bin/mcp-inspector --cli ${parts.join(' ')}`;
    return runCommand(line, { HOME: await temporaryDirectory() });
  };
  return {
    async list() {
      const { code, stdout, stderr } = await run('--method', 'tools/list', '--strict');
      // It finds nothing that a host could not take.
      expect(stderr).toMatch(/^0 errors/m);
      expect(code).toBe(0);
      return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
    },
    async call(name, given) {
      const pairs = Object.entries(given).flatMap(([key, value]) => [
        '--tool-arg',
        `${key}=${String(value)}`,
      ]);
      const { stdout } = await run('--method', 'tools/call', '--tool-name', name, ...pairs);
      return outcomeOf(JSON.parse(stdout) as object);
    },
    close: async () => undefined,
  };
}

/** Checks that every byte belongs to a message: one JSON-RPC object a line, nothing before, between or after. */
export function expectOnlyProtocol(stdout: Buffer): number {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(stdout);
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) {
    const message = JSON.parse(line) as Record<string, unknown>;
    expect(JSON.stringify(message)).toBe(line);
    expect(message.jsonrpc).toBe('2.0');
    expect(['id', 'method'].filter((key) => key in message)).not.toEqual([]);
  }
  return lines.length;
}

/** Gone when the test has finished. */
async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tempshare-tools-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** As an agent host gives it: where programs are, and what the operator has set. */
const inherited = (env: Environment): Environment => ({ PATH: process.env.PATH ?? '', ...env });
