/** Tests of the tool server through one client of the Model Context Protocol, against a running service. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sharedApp, type TestApp } from '../server/app.ts';
import { holdConnections } from '../network/held-connections.ts';
import { expectOnlyProtocol, recordToolServer, type Recording, type ToolSession } from './tool-server.ts';

export const TOOLS = ['service_create_transfer', 'service_get_transfer', 'service_create_secret'];
export const VALUE = 'tok_9f86d081884c7d65';

/** Starts a tool server with these settings. */
export type Connect = (
  recording: Recording,
  env: Record<string, string>,
) => Promise<ToolSession> | ToolSession;

/** The service that tool servers call, and the directory that they may read. */
export function useToolServers() {
  let app: TestApp;
  let directory: string;
  beforeAll(async () => {
    app = await sharedApp();
    directory = await mkdtemp(join(tmpdir(), 'tempshare-mcp-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const settings = (more: Record<string, string> = {}) => ({
    SERVICE_API_KEY: app.apiKey,
    SERVICE_BASE_URL: app.baseUrl,
    SERVICE_MCP_FILES: directory,
    SERVICE_LOG: 'debug',
    ...more,
  });
  return {
    app: () => app,
    directory: () => directory,
    settings,
    start: async (connect: Connect, env: Record<string, string> = settings()) => {
      const recording = await recordToolServer();
      const session = await connect(recording, env);
      onTestFinished(() => session.close());
      return { recording, session };
    },
  };
}

/** Calls every tool through a client. */
export function callTools(name: string, connect: Connect): void {
  const { app, start } = useToolServers();
  describe(name, () => {
    it('lists the tools, calls each, and is told of bad input, in nothing but protocol', async () => {
      const { recording, session } = await start(connect);
      expect(await session.list()).toEqual(TOOLS);

      const secret = await session.call('service_create_secret', { secret: VALUE, expiration: '1h' });
      expect(secret).toMatchObject({ isError: false, data: { burnAfterRead: true, encryption: 'e2e' } });
      expect(secret.text).toContain(secret.data.secretUrl);
      expect(await openLink(secret.data.secretUrl)).toEqual({ kind: 'secret', secret: VALUE });

      const text = { type: 'text', text: VALUE, maxViews: 2 };
      const shared = await session.call('service_create_transfer', text);
      expect(await openLink(shared.data.shareUrl)).toMatchObject({ kind: 'text', text: VALUE });

      const looked = await session.call('service_get_transfer', { id: shared.data.id });
      expect(looked).toMatchObject({ isError: false, data: { status: 'active', views: 1, maxViews: 2 } });
      expect(looked.text).toContain('It was opened 1 of 2 times, at ');

      const refused = await session.call('service_create_secret', { secret: VALUE, expiration: '2h' });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('expiration must be one of 15m, 1h, 6h, 1d, 7d, forever');

      const stdout = await recording.stdout();
      expect(expectOnlyProtocol(stdout)).toBeGreaterThanOrEqual(6);
      expect(String(stdout)).not.toContain(VALUE);
      // Standard error may arrive after the response.
      await expect.poll(async () => String(await recording.stderr())).toContain('POST /secrets: 201');
      const stderr = String(await recording.stderr());
      const linkPart = String(secret.data.secretUrl).split('/').at(-1) as string;
      for (const hidden of [VALUE, app().apiKey, linkPart, shared.data.id])
        expect(stderr).not.toContain(hidden);
    });

    it('is told of a missing key', async () => {
      const { recording, session } = await start(connect, { SERVICE_BASE_URL: app().baseUrl });
      expect(await session.list()).toEqual(TOOLS);
      const { isError, text } = await session.call('service_create_secret', { secret: VALUE });
      expect(isError).toBe(true);
      expect(text).toMatch(/^The tool server is not configured\. SERVICE_API_KEY is not set: /);
      expectOnlyProtocol(await recording.stdout());
      const stderr = async () => String(await recording.stderr());
      await expect.poll(stderr).toMatch(/^tempshare-mcp: SERVICE_API_KEY is not set: /);
    });
  });
}

/** Cancels calls, makes several at once and uploads a file over one session of a client. */
export function useSession(name: string, connect: Connect): void {
  const { start, settings, directory } = useToolServers();
  describe(`a session of ${name}`, () => {
    it('answers the next call after one was cancelled, whose connection is closed', async () => {
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
    });

    it('answers each of several calls at once, and reports the progress of an upload', async () => {
      const { recording, session } = await start(connect);
      const values = Array.from({ length: 8 }, () => randomBytes(8).toString('hex'));
      const responses = await Promise.all(
        values.map((secret) => session.call('service_create_secret', { secret })),
      );
      const opened = await Promise.all(responses.map(({ data }) => openLink(data.secretUrl)));
      expect(opened).toEqual(values.map((secret) => ({ kind: 'secret', secret })));

      const bytes = randomBytes(2_000_000);
      await writeFile(join(directory(), 'report.bin'), bytes);
      const reported: number[] = [];
      const onprogress = ({ progress }: { progress: number }) => void reported.push(progress);
      const upload = () =>
        session.call('service_create_transfer', { type: 'file', fromFile: 'report.bin' }, { onprogress });
      let { data } = await upload();
      // A client that reads the response along with the last reports may drop these, or all of them.
      while (reported.length === 0) ({ data } = await upload());
      const link = await openLink(data.shareUrl);
      if (link.kind !== 'file') throw new Error(link.kind);
      expect(link.file.fileName).toBe('report.bin');
      expect(Buffer.from(await link.file.bytes()).equals(bytes)).toBe(true);
      const stdout = await recording.stdout();
      const sent = progressBeforeTheResponse(stdout);
      expect(sent.length).toBeGreaterThan(4);
      expect(sent.at(-1)).toBe(bytes.length);
      expect(reported).toEqual(sent.slice(0, reported.length));
      expectOnlyProtocol(stdout);
    });
  });
}

/** Progress that the tool server reported of its last call, all of it before the response to that call. */
function progressBeforeTheResponse(stdout: Buffer): number[] {
  const lines = String(stdout).trimEnd().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { params?: { progress?: number }; result?: any });
  const responses = messages.flatMap(({ result }, i) => (result?.structuredContent === undefined ? [] : [i]));
  const [previous, last] = responses.slice(-2) as [number, number];
  expect(messages.slice(last).filter(({ params }) => params?.progress !== undefined)).toEqual([]);
  return messages.slice(previous, last).flatMap(({ params }) => params?.progress ?? []);
}
