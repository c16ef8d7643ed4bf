import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createFileKey,
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  sealMetadata,
} from '../../src/envelope/index.ts';
import { openLink, type OpenOptions, type Progress } from '../../src/links/index.ts';
import { asTimePasses } from '../as-time-passes.ts';
import { json, scriptedServer, type Reply } from '../scripted-server.ts';
import { sealedBytes } from '../sealing-stage.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const MIB = 1_048_576;
const info = {
  id: ID,
  kind: 'file',
  encryption: 'e2e',
  requiresPassword: false,
  oneTime: false,
  expiresAt: null,
};
const content = new Uint8Array(3 * MIB).map((_, i) => i);

/** Opens a sealed file, the bytes of which are answered so. */
async function open(replies: Reply[], options: OpenOptions = {}) {
  const linkKey = createLinkKey();
  const keys = await deriveKeys(linkKey);
  const key = createFileKey();
  const sealedMetadata = await sealMetadata({ name: 'a.bin', size: content.length, key }, keys);
  const stored = await sealedBytes(content, key);
  const opened = {
    ...info,
    sealedMetadata,
    downloadUrl: `http://127.0.0.1:9/api/v1/public/downloads/d_1?x=1`,
  };
  const bytes: Reply = (response) => response.writeHead(200).end(stored);
  const { baseUrl, seen } = await scriptedServer(json(200, info), json(200, opened), ...replies, bytes);
  const link = `${baseUrl.replace('/api/v1', '')}/en/${ID}#${encodeLinkKey(linkKey)}`;
  const result = await openLink(link, options);
  if (result.kind !== 'file') throw new Error('expected a file');
  return { file: result.file, seen };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('an opened file', () => {
  it('is fetched from the service of the link when its bytes are asked for, wherever the response points', async () => {
    let calls = 0;
    const { file, seen } = await open([], { fetch: (url, init) => ((calls += 1), fetch(url, init)) });
    expect(file).toMatchObject({ fileName: 'a.bin', size: 3 * MIB });
    const stream = file.stream();
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(2);
    expect(Buffer.concat(await all(stream)).equals(content)).toBe(true);
    expect(seen[2]!.url).toBe('/api/v1/public/downloads/d_1%3Fx%3D1');
    expect(Buffer.from(await file.bytes()).equals(content)).toBe(true);
    expect((await file.blob()).size).toBe(3 * MIB);
  });

  it('tells its progress, and a listener that fails fails nothing', async () => {
    const { file } = await open([]);
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => {
      seen.push(progress);
      throw new Error('of the listener');
    };
    await all(file.stream(onProgress));
    expect(seen.map(({ loaded }) => loaded / MIB)).toEqual([1, 2, 3, 3]);
    expect(seen.at(-1)).toEqual({ loaded: 3 * MIB, total: 3 * MIB });
  });

  it('takes no other option, such as a signal, which ends what it was opened with', async () => {
    const { file, seen } = await open([]);
    const { signal } = new AbortController();
    for (const read of ['bytes', 'text', 'blob'] as const)
      await expect(file[read]({ signal } as never)).rejects.toThrow('unknown option of a download: "signal"');
    await expect(all(file.stream({ signal } as never))).rejects.toThrow('unknown option of a download');
    expect(seen).toHaveLength(2);
  });

  it('fails when no byte comes for the time that an attempt may take, and lets go of its connection', async () => {
    let left = 0;
    const silent =
      (start: number): Reply =>
      (response) => {
        response.on('close', () => (left += 1));
        if (start > 0) response.writeHead(200).write(new Uint8Array(start));
      };
    for (const [count, start] of [0, 10, 1_000].entries()) {
      const { file, seen } = await open([silent(start)], { maxRetries: 0 });
      const failure: unknown = await asTimePasses(
        () => file.bytes().catch((error: unknown) => error),
        () => seen.length === 3,
      );
      expect(failure).toMatchObject({
        name: 'APITimeoutError',
        message: expect.stringMatching(/^no complete response within 60000 ms/),
      });
      await expect.poll(() => left).toBe(count + 1);
    }
  });

  it('takes as long as it takes while bytes come', async () => {
    const asked = Promise.withResolvers<Parameters<Reply>[0]>();
    const slow: Reply = (response) => asked.resolve(response.writeHead(200));
    const info = { id: ID, kind: 'file', encryption: 'server', requiresPassword: false, oneTime: false };
    const said = { ...info, expiresAt: null, downloadUrl: 'http://a/d_1' };
    const { baseUrl } = await scriptedServer(json(200, said), json(200, said), slow);
    const result = await openLink(`${baseUrl.replace('/api/v1', '')}/en/${ID}`, { timeout: 60_000 });
    if (result.kind !== 'file') throw new Error('expected a file');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reader = result.file.stream().getReader();
    let read = reader.read();
    const response = await asked.promise;
    for (let part = 0; part < 12; part += 1) {
      response.write(new Uint8Array([part]));
      expect(await read).toEqual({ done: false, value: new Uint8Array([part]) });
      read = reader.read();
      vi.advanceTimersByTime(50_000);
    }
    response.end();
    expect(await read).toMatchObject({ done: true });
  });

  it('lets go of its connection when the stream is cancelled or aborted, even while nothing comes', async () => {
    let left = 0;
    const stalling: Reply = (response) => {
      response.on('close', () => (left += 1));
      response.writeHead(200).write(new Uint8Array(10));
    };
    const { file, seen } = await open([stalling]);
    const reader = file.stream().getReader();
    const read = reader.read();
    await expect.poll(() => seen.length).toBe(3);
    void reader.cancel();
    await expect.poll(() => left).toBe(1);
    expect(await read).toMatchObject({ done: true });
    const stop = new AbortController();
    const other = await open([stalling], { signal: stop.signal });
    const bytes = other.file.bytes();
    stop.abort();
    await expect(bytes).rejects.toMatchObject({ name: 'APIUserAbortError' });
  });
});
