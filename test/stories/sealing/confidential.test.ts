import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tempshare, type Logger } from '@tempshare/sdk';
import { decodeLinkKey, deriveKeys, openMetadata } from '@tempshare/sdk/envelope';
import { openLink, parseLink, peekLink, type OpenedLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedQuery, filesWith, findValues, readAll } from '../../support/files/leaks.ts';
import { shareInTheClear } from '../../support/files/share-in-the-clear.ts';
import { expectOnlyProtocol, officialClient, recordToolServer } from '../../support/mcp/tool-server.ts';
import { startRecordingProxy, type RecordingProxy } from '../../support/network/recording-proxy.ts';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

let DATA_DIR: string;
/** Directory that the tool server may read. */
let directory: string;
let startedAt: number;
let server: ServerProcess;
let proxy: RecordingProxy;
beforeAll(async () => {
  [DATA_DIR, directory] = (await Promise.all(
    ['data', 'files'].map((what) => mkdtemp(join(tmpdir(), `tempshare-confidential-${what}-`))),
  )) as [string, string];
  await prepareDataDir(DATA_DIR);
  startedAt = Date.now();
  server = await startServerProcess({
    DATA_DIR,
    LOG_LEVEL: 'debug',
    RATE_LIMIT_ANONYMOUS: '1000',
    // Readings under a key are stored until the end.
    READING_REPLAY_SECONDS: '600',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  });
  proxy = await startRecordingProxy(server.baseUrl);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await Promise.all([DATA_DIR, directory].map((path) => rm(path, { recursive: true, force: true })));
});

/** Values that must not be in the database or a log, by what they are. */
const canaries = new Map<string, string>();
/** Values that must not be in the traffic either. */
const sealed = new Map<string, string | Uint8Array>();
/** Access proofs, which are in the traffic of openers only. */
const proofs = new Map<string, string>();

/** Returns a new value, or the given one, that must not be found. */
function canary(what: string, value = `canary${randomBytes(16).toString('hex')}`): string {
  canaries.set(what, value);
  return value;
}
function sealedCanary(what: string): string {
  const value = `canary${randomBytes(16).toString('hex')}`;
  sealed.set(what, value);
  return value;
}
const control = `control${randomBytes(16).toString('hex')}`;

const traffic = (): Map<string, Buffer> => new Map(Object.entries(proxy.recorded()));

const query = (sql: string, values?: unknown[]) => embeddedQuery(DATA_DIR, sql, values);

let sdkLog = '';
const write = (message: string, fields?: object) => void (sdkLog += `${message} ${JSON.stringify(fields)}\n`);
const logger: Logger = { error: write, warn: write, info: write, debug: write };

/** Adds the keys of a link to what must not be found, and returns them. */
async function keep(what: string, link: string, password?: string) {
  const linkKey = decodeLinkKey(link);
  sealed.set(`the link key of ${what}`, linkKey);
  sealed.set(`the fragment of ${what}`, link.slice(link.indexOf('#') + 1));
  const keys = await deriveKeys(linkKey, password === undefined ? {} : { password });
  proofs.set(what, keys.accessProof);
  return keys;
}

async function open<K extends OpenedLink['kind']>(link: string, kind: K, password?: string) {
  const options = { baseUrl: proxy.baseUrl, password, logger, logLevel: 'debug' as const };
  await peekLink(link, options);
  const opened = await openLink(link, options);
  expect(opened.kind).toBe(kind);
  return opened as Extract<OpenedLink, { kind: K }>;
}

async function collect<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) === count) break;
  return found;
}

/** Shares and opens things of every kind that the SDK seals; returns the name of a room, which is not sealed. */
async function shareSealed(): Promise<string> {
  const owner = new Tempshare({ baseUrl: proxy.baseUrl, apiKey: server.apiKey, logger, logLevel: 'debug' });
  const password = sealedCanary('a password');

  const secret = sealedCanary('a secret');
  const { secretUrl } = await owner.secrets.create({ secret, password });
  await keep('a secret', secretUrl, password);
  await expect(open(secretUrl, 'secret', sealedCanary('a wrong password'))).rejects.toMatchObject({
    status: 403,
  });
  expect(await open(secretUrl, 'secret', password)).toEqual({ kind: 'secret', secret });

  const text = sealedCanary('a text');
  const shared = await owner.transfers.create({ type: 'text', text });
  await keep('a text', shared.shareUrl);
  expect(await open(shared.shareUrl, 'text')).toMatchObject({ text });

  const targetUrl = `https://${sealedCanary('a host')}.example/${sealedCanary('a path')}?${sealedCanary('a query')}`;
  const link = await owner.transfers.create({ type: 'url', targetUrl, password });
  await keep('an address', link.shareUrl, password);
  expect(await open(link.shareUrl, 'url', password)).toMatchObject({ targetUrl });

  const content = sealedCanary('the bytes of a file');
  const bytes = new TextEncoder().encode(content.repeat(40_000));
  const about = {
    fileName: `${sealedCanary('a file name')}.txt`,
    mediaType: `text/${sealedCanary('a media type')}`,
  };
  for (const [what, file] of Object.entries({ 'a file': bytes, 'a stream': new Blob([bytes]).stream() })) {
    const { id, shareUrl } = await owner.transfers.create({ type: 'file', file, ...about, password });
    const keys = await keep(what, shareUrl, password);
    const { file: opened } = await open(shareUrl, 'file', password);
    expect(opened).toMatchObject(about);
    expect(Buffer.from(await opened.bytes()).equals(bytes)).toBe(true);
    const { sealedMetadata = '' } = await owner.public.transfers.open(id, { accessProof: keys.accessProof });
    const { key } = await openMetadata(sealedMetadata, keys);
    sealed.set(`the key of ${what}`, key);
    sealed.set(`the bytes of the key of ${what}`, Buffer.from(key, 'base64url'));
  }

  const name = `name${randomBytes(16).toString('hex')}`;
  const { roomUrl } = await owner.rooms.create({ name, password });
  await keep('a room', roomUrl, password);
  const mine = await owner.rooms.open(roomUrl, { password });
  const { room } = await open(roomUrl, 'room', password);
  const message = { text: sealedCanary('a message'), author: sealedCanary('an author') };
  await mine.post(message);
  await owner.rooms.messages.create(roomUrl, { text: sealedCanary('a second message') }, { password });
  const [last] = await collect(room.messages(), 1);
  const events = room.events({ after: last!.id })[Symbol.asyncIterator]();
  await room.send(bytes, { ...about, author: sealedCanary('a guest') });
  const event = (await events.next()).value;
  expect(event).toMatchObject({ message: { file: about } });
  await events.return!();
  const [sent, , first] = await collect(room.messages(), 3);
  expect(first).toMatchObject(message);
  expect((await sent!.file!.bytes()).length).toBe(bytes.length);

  expect(sdkLog).not.toContain(parseLink(secretUrl).id);
  expect(filesWith(traffic(), control)).toEqual([]);
  const plain = await owner.secrets.create({ secret: control, encryption: 'server' });
  expect(filesWith(traffic(), control)).toEqual(['up']);
  expect(await open(plain.secretUrl, 'secret')).toEqual({ kind: 'secret', secret: control });
  expect(filesWith(traffic(), control)).toEqual(['up', 'down']);
  return name;
}

/** Shares and opens things by the tool server; returns what it wrote to standard error. */
async function shareByTools(): Promise<Buffer> {
  const [secret, password, inFile] = [
    sealedCanary('a secret'),
    sealedCanary('a password'),
    sealedCanary('what is in a file'),
  ];
  const [inVariable, second] = [
    sealedCanary('what is in a variable'),
    sealedCanary('a password in a variable'),
  ];
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
    const link = data.secretUrl ?? data.shareUrl;
    await keep(JSON.stringify(args), link);
    return link;
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

  await tools.call('service_create_secret', { secret: control, encryption: 'server' });
  await tools.close();

  // The host gets the links, and none of the values.
  const [stdout, stderr] = [await recording.stdout(), await recording.stderr()];
  expectOnlyProtocol(stdout);
  expect(String(stdout)).toContain(link);
  expect(String(stderr)).toContain('POST /secrets');
  const values = [secret, password, inFile, inVariable, second, control, server.apiKey];
  for (const value of values) expect(filesWith(new Map([['stdout', stdout]]), value)).toEqual([]);
  for (const hidden of [control, server.apiKey]) expect(String(stderr)).not.toContain(hidden);
  return stderr;
}

let ids: string[];
let name: string;
let toolLog: Buffer;
it('things are shared, opened and refused without end-to-end encryption', async () => {
  ids = await shareInTheClear(server, { canary, canaries, query });
});
it('things that the SDK seals are shared and opened', async () => {
  name = await shareSealed();
});
it('things are shared by the tool server', async () => {
  toolLog = await shareByTools();
});

it('nothing that anyone shared, and nothing that opens it, is in the database or a log, or in traffic if sealed', async () => {
  expect(filesWith(traffic(), name)).toEqual(['up', 'down']);

  // Shows that the search works, by a value that is in the database in the clear. It is written more than once, between different
  // characters: the log of the database may compress a page, and leaves out what two versions of a row have in common.
  for (const time of [1, 2, 3]) await query('UPDATE accounts SET name = $1', [`${time}${control}${time}`]);
  expect(await server.stop()).toBe(0);
  const files = await readAll(DATA_DIR, startedAt);
  const inTheClear = filesWith(files, control);
  expect(inTheClear.some((path) => path.includes('/pg_wal/'))).toBe(true);
  expect(inTheClear.some((path) => path.includes('/base/'))).toBe(true);

  files.set('stderr', Buffer.from(server.stderr));
  files.set(
    'stdout',
    Buffer.from(server.stdout.replace(/^API key \(shown once\): \S+\nSet up your server: \S+\n/, '')),
  );
  files.set('the log of the SDK', Buffer.from(sdkLog)).set('the log of the tools', toolLog);
  expect(filesWith(files, 'POST /transfers')).toContain('the log of the SDK');
  expect([canaries.size, sealed.size]).toEqual([91, 43]);
  expect(
    findValues(files, new Map<string, string | Uint8Array>([...canaries, ...sealed, ...proofs])),
  ).toEqual([]);
  expect(findValues(traffic(), sealed)).toEqual([]);
  for (const id of ids) expect(server.stdout + server.stderr).not.toContain(id);
});
