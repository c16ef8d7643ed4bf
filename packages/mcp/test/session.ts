import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMock, type Mock } from '@tempshare/testing';
import type { SecretCreated, Transfer, TransferCreated } from '@tempshare/sdk/types';
import type { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createToolServer } from '../src/server.ts';

/** The result of a tool. */
export interface ToolResult {
  isError?: boolean;
  /** The sentence for the model. */
  text: string;
  /** The structured content. */
  data: TransferCreated & SecretCreated & Transfer & { remainingSeconds: number | null };
}

export interface Session {
  client: Client;
  /** Everything the tool server has logged. */
  log: string[];
  readonly call: (
    name: string,
    args: Record<string, unknown>,
    options?: Parameters<Client['callTool']>[1],
  ) => Promise<ToolResult>;
  /** Calls a tool, checks that it fails, and returns the sentence for the model. */
  readonly refusal: (name: string, args: Record<string, unknown>) => Promise<string>;
}

/**
 * Stands in for the service in every test of a file, and for other servers by handlers of their own. Their addresses
 * are http: a second connection to an https address uses the mocked TLS session of MSW, after which WebCrypto aborts
 * Node.js 24 (`errors->Empty()`).
 */
export function mockService(...others: HttpHandler[]): Mock {
  const mock = createMock({ baseUrl: 'http://localhost/api/v1' });
  const server = setupServer(...mock.handlers, ...others);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => mock.reset());
  afterAll(() => server.close());
  return mock;
}

export const environment = ({ apiKey, baseUrl }: Mock) => ({
  SERVICE_API_KEY: apiKey,
  SERVICE_BASE_URL: baseUrl,
});

/** Connects the official client to the tools, within this process; it validates every result against its schema. */
export async function startSession(env: Record<string, string | undefined>): Promise<Session> {
  const log: string[] = [];
  const write = (message: string, fields?: object) =>
    void log.push(fields === undefined ? message : `${message} ${JSON.stringify(fields)}`);
  const logger = { error: write, warn: write, info: write, debug: write };
  const server = createToolServer(readConfig(env, logger), logger);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  // From then on the client knows the schemas.
  await client.listTools();
  const call: Session['call'] = async (name, args, more) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args }, more);
    const [first, ...others] = content as { type: string; text: string }[];
    if (first?.type !== 'text' || others.length > 0) throw new Error('not one text');
    return { ...(isError && { isError }), text: first.text, data: structuredContent as ToolResult['data'] };
  };
  return {
    client,
    log,
    call,
    async refusal(name, args) {
      const { isError, text, data } = await call(name, args);
      expect({ isError, data }).toEqual({ isError: true, data: undefined });
      return text;
    },
  };
}
