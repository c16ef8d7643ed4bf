import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tempshare, type Logger } from '@tempshare/sdk';
import { decodeLinkKey, deriveKeys, openMetadata } from '@tempshare/sdk/envelope';
import { openLink, parseLink, peekLink, type OpenedLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedQuery, filesWith, readAll } from '../../support/files/leaks.ts';
import { startRecordingProxy, type RecordingProxy } from '../../support/network/recording-proxy.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

let DATA_DIR: string;
let server: ServerProcess;
let proxy: RecordingProxy;
let sdkLog = '';
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'tempshare-canary-'));
  server = await startServerProcess({ DATA_DIR, LOG_LEVEL: 'debug', RATE_LIMIT_ANONYMOUS: '1000' });
  proxy = await startRecordingProxy(server.baseUrl);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await rm(DATA_DIR, { recursive: true, force: true });
});

const write = (message: string, fields?: object) => void (sdkLog += `${message} ${JSON.stringify(fields)}\n`);
const logger: Logger = { error: write, warn: write, info: write, debug: write };

/** What must be found nowhere, by what it is. */
const canaries = new Map<string, string | Uint8Array>();
/** What openers show to the service, and so must be found in the traffic, and nowhere else. */
const proofs = new Map<string, string>();

const canary = (what: string): string => {
  const value = `canary${randomBytes(16).toString('hex')}`;
  canaries.set(what, value);
  return value;
};

/** Remembers what opens a link, and gives the keys. */
async function keep(what: string, link: string, password?: string) {
  const linkKey = decodeLinkKey(link);
  canaries.set(`the link key of ${what}`, linkKey);
  canaries.set(`the fragment of ${what}`, link.slice(link.indexOf('#') + 1));
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

it('what is sealed leaves its sender and its recipient only as what nobody can read', async () => {
  const owner = new Tempshare({ baseUrl: proxy.baseUrl, apiKey: server.apiKey, logger, logLevel: 'debug' });
  const password = canary('a password');

  const secret = canary('a secret');
  const { secretUrl } = await owner.secrets.create({ secret, password });
  await keep('a secret', secretUrl, password);
  await expect(open(secretUrl, 'secret', canary('a wrong password'))).rejects.toMatchObject({ status: 403 });
  expect(await open(secretUrl, 'secret', password)).toEqual({ kind: 'secret', secret });

  const text = canary('a text');
  const shared = await owner.transfers.create({ type: 'text', text });
  await keep('a text', shared.shareUrl);
  expect(await open(shared.shareUrl, 'text')).toMatchObject({ text });

  const targetUrl = `https://${canary('a host')}.example/${canary('a path')}?${canary('a query')}`;
  const link = await owner.transfers.create({ type: 'url', targetUrl, password });
  await keep('an address', link.shareUrl, password);
  expect(await open(link.shareUrl, 'url', password)).toMatchObject({ targetUrl });

  const content = canary('the bytes of a file');
  const bytes = new TextEncoder().encode(content.repeat(40_000));
  const about = { fileName: `${canary('a file name')}.txt`, mediaType: `text/${canary('a media type')}` };
  for (const [what, file] of Object.entries({ 'a file': bytes, 'a stream': new Blob([bytes]).stream() })) {
    const { id, shareUrl } = await owner.transfers.create({ type: 'file', file, ...about, password });
    const keys = await keep(what, shareUrl, password);
    const { file: opened } = await open(shareUrl, 'file', password);
    expect(opened).toMatchObject(about);
    expect(Buffer.from(await opened.bytes()).equals(bytes)).toBe(true);
    const { sealedMetadata = '' } = await owner.public.transfers.open(id, { accessProof: keys.accessProof });
    const { key } = await openMetadata(sealedMetadata, keys);
    canaries.set(`the key of ${what}`, key);
    canaries.set(`the bytes of the key of ${what}`, Buffer.from(key, 'base64url'));
  }

  const name = `name${randomBytes(16).toString('hex')}`;
  const { roomUrl } = await owner.rooms.create({ name, password });
  await keep('a room', roomUrl, password);
  const mine = await owner.rooms.open(roomUrl, { password });
  const { room } = await open(roomUrl, 'room', password);
  const message = { text: canary('a message'), author: canary('an author') };
  await mine.post(message);
  await owner.rooms.messages.create(roomUrl, { text: canary('a second message') }, { password });
  const [last] = await collect(room.messages(), 1);
  const events = room.events({ after: last!.id })[Symbol.asyncIterator]();
  await room.send(bytes, { ...about, author: canary('a guest') });
  const event = (await events.next()).value;
  expect(event).toMatchObject({ message: { file: about } });
  await events.return!();
  const [sent, , first] = await collect(room.messages(), 3);
  expect(first).toMatchObject(message);
  expect((await sent!.file!.bytes()).length).toBe(bytes.length);

  // What shows that the search works: what the service seals, or does not seal at all.
  const control = `control${randomBytes(16).toString('hex')}`;
  const plain = await owner.secrets.create({ secret: control, encryption: 'server' });
  const before = traffic();
  expect(filesWith(before, control)).toEqual(['up']);
  expect(await open(plain.secretUrl, 'secret')).toEqual({ kind: 'secret', secret: control });
  expect(filesWith(traffic(), control)).toEqual(['up', 'down']);
  expect(filesWith(traffic(), name)).toEqual(['up', 'down']);
  await embeddedQuery(DATA_DIR, 'UPDATE accounts SET name = $1', [control]);
  expect(await server.stop()).toBe(0);

  const files = await readAll(DATA_DIR);
  expect(filesWith(files, control).some((path) => path.includes('/pg_wal/'))).toBe(true);
  files.set('stdout', Buffer.from(server.stdout)).set('stderr', Buffer.from(server.stderr));
  files.set('the log of the SDK', Buffer.from(sdkLog));
  expect(filesWith(files, 'POST /transfers')).toContain('the log of the SDK');
  const everywhere = new Map([...files, ...traffic()]);
  expect(canaries.size).toBeGreaterThan(25);
  for (const [what, value] of canaries) expect(filesWith(everywhere, value), what).toEqual([]);
  for (const [what, proof] of proofs) {
    expect(filesWith(traffic(), proof), `the proof of ${what}`).toEqual(['up']);
    expect(filesWith(files, proof), `the proof of ${what}`).toEqual([]);
  }
  expect(sdkLog).not.toContain(parseLink(secretUrl).id);
});

function traffic(): Map<string, Buffer> {
  return new Map(Object.entries(proxy.recorded()));
}

async function collect<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) === count) break;
  return found;
}
