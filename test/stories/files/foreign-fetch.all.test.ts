import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NotFoundError, Tempshare, type FileSource } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../support/files/uploads.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { createTestKey } from '../../support/server/keys.ts';
import { ROOT } from '../../support/server/server-process.ts';

type Fetch = typeof fetch;

/** Packages that only `npm run test:all` installs. */
const installed = createRequire(join(ROOT, 'test/packaging/package.json'));
const load = async (name: string) => (await import(installed.resolve(name))) as Record<string, unknown>;
const defaultOf = async (name: string) => (await load(name)).default as Fetch;

const FETCHES: Record<string, () => Promise<Fetch>> = {
  'node-fetch 2': async () => defaultOf('node-fetch-2'),
  'node-fetch 3': async () => defaultOf('node-fetch-3'),
  'cross-fetch': async () => (await load('cross-fetch')).fetch as Fetch,
  'make-fetch-happen': async () => defaultOf('make-fetch-happen'),
  'undici 7': async () => (await load('undici-7')).fetch as Fetch,
  'undici 8': async () => (await import('undici')).fetch as unknown as Fetch,
};

const MOST = 26_214_400;
const bytes = Buffer.alloc(MOST, 'tempshare ');
async function* parts(size = MOST) {
  for (let at = 0; at < size; at += 100_000)
    yield new Uint8Array(bytes.subarray(at, Math.min(size, at + 100_000)));
}

describe.for(Object.entries(FETCHES))('with the fetch of %s', ([, get]) => {
  let app: TestApp;
  let send: Fetch;
  let client: Tempshare;
  beforeAll(async () => {
    app = await sharedApp();
    send = await get();
    client = new Tempshare({ baseUrl: app.baseUrl, apiKey: await createTestKey(app.database), fetch: send });
  });

  const SOURCES: [string, () => FileSource, { size?: number }][] = [
    ['a stream of unknown size', () => parts(300_000), {}],
    ['a stream of known size', () => parts(300_000), { size: 300_000 }],
    ['bytes', () => bytes.subarray(0, 300_000), {}],
    ['a Blob', () => new Blob([bytes.subarray(0, 300_000)]), {}],
  ];
  for (const encryption of ['server', 'e2e'] as const)
    it.for(SOURCES)(`a file arrives from %s (${encryption})`, async ([, make, size]) => {
      const loaded: number[] = [];
      const onProgress = (progress: { loaded: number }) => void loaded.push(progress.loaded);
      const { shareUrl } = await client.transfers.create(
        { type: 'file', file: make(), encryption, ...size },
        { onProgress },
      );
      const opened = await openLink(shareUrl, { fetch: send });
      expect(opened.kind === 'file' && sha256(await opened.file.bytes())).toBe(
        sha256(bytes.subarray(0, 300_000)),
      );
      expect(loaded.at(-1)).toBe(300_000);
    });

  it('the largest file arrives, through a middleware', async () => {
    const through = client.withOptions({ middleware: [(request, next) => next(request)] });
    const { shareUrl } = await through.transfers.create({ type: 'file', file: parts() });
    const opened = await openLink(shareUrl, { fetch: send });
    expect(opened.kind === 'file' && sha256(await opened.file.bytes())).toBe(sha256(bytes));
  });

  it('a stream that fails is named, and nothing is shared', async () => {
    async function* failing() {
      yield new Uint8Array(10);
      throw new Error('the disk is gone');
    }
    const before = (await client.transfers.list()).total;
    const error = await client.transfers
      .create({ type: 'file', file: failing() })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'TempshareError', cause: { message: 'the disk is gone' } });
    expect((await client.transfers.list()).total).toBe(before);
  });

  it('a download that is left early ends', async () => {
    const { shareUrl } = await client.transfers.create({ type: 'file', file: bytes });
    const opened = await openLink(shareUrl, { fetch: send });
    if (opened.kind !== 'file') return expect.unreachable();
    for await (const part of opened.file.stream()) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
  });

  it('a room is followed, and files are sent into it', async () => {
    const { roomUrl } = await client.rooms.create({ name: 'Incident' });
    const opened = await openLink(roomUrl, { fetch: send });
    if (opened.kind !== 'room') return expect.unreachable();
    await opened.room.send(parts(1_000), { fileName: 'trace.log' });
    const heard: unknown[] = [];
    const state = { ended: false };
    const following = (async () => {
      for await (const event of opened.room.events()) {
        if (event.type === 'message') heard.push(event.message.text);
        if (event.type === 'message') break;
      }
      state.ended = true;
    })();
    while (!state.ended) await opened.room.post({ text: 'hello' });
    await following;
    expect(heard).toEqual(['hello']);
  });

  it('files arrive at requests and in inboxes', async () => {
    const { requestId, requestUrl, pin } = await client.requests.create({ title: 'Papers' });
    const request = await openLink(requestUrl, { fetch: send });
    if (request.kind === 'request') await request.send(parts(1_000), { pin });
    expect((await client.requests.get(requestId)).files).toMatchObject([{ size: 1_000 }]);
    const { dropId, dropUrl } = await client.drops.create({ label: 'Inbox' });
    const inbox = await openLink(dropUrl, { fetch: send });
    if (inbox.kind === 'drop') await inbox.leave({ file: parts(1_000) });
    expect((await client.drops.items.list(dropId)).items).toMatchObject([{ file: { size: 1_000 } }]);
  });

  it('errors of the service are what they are', async () => {
    await expect(client.transfers.get('7sQmXk2VbT9cLrPz4WnYdA')).rejects.toBeInstanceOf(NotFoundError);
    const impatient = client.withOptions({ timeout: 1, maxRetries: 0 });
    await expect(impatient.transfers.list()).rejects.toMatchObject({ name: 'APITimeoutError' });
  });
});
