import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeLinkKey } from '@tempshare/sdk/envelope';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedQuery, filesWith, readAll } from '../../support/files/leaks.ts';
import { startRecordingProxy, type RecordingProxy } from '../../support/network/recording-proxy.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';
import { expectOnlyProtocol, officialClient, recordToolServer } from '../../support/mcp/tool-server.ts';

let dataDir: string;
let directory: string;
let server: ServerProcess;
let proxy: RecordingProxy;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tempshare-mcp-canary-'));
  directory = await mkdtemp(join(tmpdir(), 'tempshare-mcp-files-'));
  server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
  proxy = await startRecordingProxy(server.baseUrl);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
});

/** What must be found nowhere, by what it is. */
const canaries = new Map<string, string | Uint8Array>();
const canary = (what: string): string => {
  const value = `canary${randomBytes(16).toString('hex')}`;
  canaries.set(what, value);
  return value;
};
const keep = (what: string, link: string): string => {
  canaries.set(`the link key of ${what}`, decodeLinkKey(link));
  canaries.set(`the fragment of ${what}`, link.slice(link.indexOf('#') + 1));
  return link;
};

const traffic = (): Map<string, Buffer> => new Map(Object.entries(proxy.recorded()));

it('what the tools seal is known to their host and the recipient alone', async () => {
  const [secret, password, inFile] = [canary('a secret'), canary('a password'), canary('what is in a file')];
  const [inVariable, second] = [canary('what is in a variable'), canary('a password in a variable')];
  await writeFile(join(directory, 'value'), inFile);
  const recording = await recordToolServer();
  const tools = await officialClient(recording, {
    SERVICE_API_KEY: server.apiKey,
    SERVICE_BASE_URL: proxy.baseUrl,
    SERVICE_LOG: 'debug',
    SERVICE_MCP_FILES: directory,
    SERVICE_MCP_ENV: 'VALUE,PASSWORD',
    VALUE: inVariable,
    PASSWORD: second,
  });
  const made = async (name: string, args: Record<string, unknown>) => {
    const { isError, text, data } = await tools.call(name, args);
    expect(isError, text).toBe(false);
    return keep(JSON.stringify(args), data.secretUrl ?? data.shareUrl);
  };

  const link = await made('service_create_secret', { secret, password });
  const fromFile = await made('service_create_secret', { fromFile: 'value' });
  const fromEnv = await made('service_create_secret', { fromEnv: 'VALUE', passwordFromEnv: 'PASSWORD' });
  const text = await made('service_create_transfer', { type: 'text', fromFile: 'value' });
  const upload = await made('service_create_transfer', { type: 'file', fromFile: 'value', password });
  const refused = await tools.call('service_create_secret', { secret, expiration: 'never', password });
  const odd = await tools.call('service_create_transfer', {
    type: 'text',
    text: secret,
    oneTime: true,
    maxViews: 2,
  });
  expect([refused.isError, odd.isError]).toEqual([true, true]);

  const opening = { baseUrl: proxy.baseUrl };
  expect(await openLink(link, { ...opening, password })).toEqual({ kind: 'secret', secret });
  await expect(openLink(link, { ...opening, password })).rejects.toMatchObject({ status: 404 });
  expect(await openLink(fromFile, opening)).toEqual({ kind: 'secret', secret: inFile });
  expect(await openLink(fromEnv, { ...opening, password: second })).toEqual({
    kind: 'secret',
    secret: inVariable,
  });
  expect(await openLink(text, opening)).toMatchObject({ text: inFile });
  const opened = await openLink(upload, { ...opening, password });
  expect(opened.kind === 'file' && (await opened.file.text())).toBe(inFile);

  // What shows that the search works: what the service seals.
  const control = `control${randomBytes(16).toString('hex')}`;
  await tools.call('service_create_secret', { secret: control, encryption: 'server' });
  expect(filesWith(traffic(), control)).toEqual(['up']);
  await embeddedQuery(dataDir, 'UPDATE accounts SET name = $1', [control]);
  await tools.close();
  expect(await server.stop()).toBe(0);

  const files = await readAll(dataDir);
  expect(filesWith(files, control).some((path) => path.includes('/pg_wal/'))).toBe(true);
  files.set('stdout', Buffer.from(server.stdout)).set('stderr', Buffer.from(server.stderr));
  files.set('stderr of the tools', await recording.stderr());
  expect(filesWith(files, 'POST /secrets')).toContain('stderr of the tools');
  const everywhere = new Map([...files, ...traffic()]);
  expect(canaries.size).toBe(15);
  for (const [what, value] of canaries) expect(filesWith(everywhere, value), what).toEqual([]);
  for (const hidden of [control, server.apiKey])
    expect(filesWith(new Map([['stderr of the tools', await recording.stderr()]]), hidden)).toEqual([]);

  // The host gets the links, and nothing of the values.
  const stdout = await recording.stdout();
  expectOnlyProtocol(stdout);
  const found = filesWith(new Map([['stdout of the tools', stdout]]), link);
  expect(found).toEqual(['stdout of the tools']);
  for (const value of [secret, password, inFile, inVariable, second, control, server.apiKey])
    expect(filesWith(new Map([['stdout of the tools', stdout]]), value)).toEqual([]);
});
