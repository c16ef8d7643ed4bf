import { createHash } from 'node:crypto';
import { mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FileSource, Progress, UploadOptions } from '../../src/index.ts';
import { asTimePasses, skipPauses } from '../as-time-passes.ts';
import { early, hang, problem, reset, type Reply } from '../scripted-server.ts';
import { fileCreated, stage, uploaded } from '../sealing-stage.ts';

skipPauses();

const MIB = 1_048_576;
const busy = problem(503, 'service_unavailable', { 'retry-after': '0' });

/** Shares a file with a service that takes the announcement and gives these responses to the upload. */
async function share(file: FileSource, replies: Reply[], options?: UploadOptions, more: object = {}) {
  const sent: Promise<string>[] = [];
  const { client, seen } = await stage([fileCreated, ...replies], {
    fetch(url, init) {
      if (!(init?.body instanceof ReadableStream)) return fetch(url, init);
      const [body, copy] = init.body.tee() as [ReadableStream, ReadableStream<Uint8Array>];
      sent.push(digest(copy).catch(() => 'broken off'));
      return fetch(url, { ...init, body });
    },
  });
  const failure: unknown = await client.transfers.create({ type: 'file', file, ...more }, options).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { failure, sent, uploads: seen.slice(1) };
}

async function digest(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest('hex');
}

async function* pieces(count: number, size: number) {
  for (let i = 0; i < count; i += 1) yield new Uint8Array(size).fill(i);
}

describe('an upload', () => {
  it("goes to the client's own service, wherever the response points, with its key", async () => {
    const { failure, uploads } = await share(new Uint8Array(10), [uploaded]);
    expect(failure).toBeUndefined();
    expect(uploads).toMatchObject([{ method: 'PUT', url: '/api/v1/public/uploads/u_1' }]);
    expect(uploads[0]!.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      authorization: 'Bearer svc_sk_test_0123456789',
    });
  });

  it('of what can be read again is tried again with the same bytes', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'tempshare-upload-')), 'a.bin');
    await writeFile(path, new Uint8Array(2 * MIB + 1).fill(7));
    for (const file of [{ path }, new Blob([new Uint8Array(2 * MIB + 1)]), new Uint8Array(MIB)]) {
      const { failure, sent } = await share(file, [busy, reset, uploaded]);
      expect(failure).toBeUndefined();
      expect(sent).toHaveLength(3);
      expect(new Set(await Promise.all(sent)).size).toBe(1);
    }
  });

  it('of a stream is not tried again, and the error says why and what happened', async () => {
    for (const [reply, cause] of [
      [busy, { status: 503 }],
      [reset, { name: 'APIConnectionError' }],
    ] as const) {
      const { failure, uploads } = await share(pieces(2, 10), [reply, uploaded]);
      expect(failure).toMatchObject({ message: expect.stringContaining('only once'), cause });
      expect(uploads).toHaveLength(1);
    }
    const { failure } = await share(pieces(2, 10), [problem(404, 'not_found')]);
    expect(failure).toMatchObject({ status: 404 });
  });

  it.for([400, 404, 413])(
    'that is answered with %d before its bytes are read fails with that',
    async (status) => {
      const { failure } = await share(new Uint8Array(8 * MIB), [early(problem(status, 'no'))]);
      expect(failure).toMatchObject({ status, code: 'no', operation: 'files.upload' });
    },
  );

  it('that takes longer than it may fails with that', async () => {
    const shareForLong = (file: FileSource) => {
      const hanging = vi.fn(hang);
      return asTimePasses(
        () => share(file, [hanging], { maxRetries: 0 }),
        () => hanging.mock.calls.length > 0,
      );
    };
    const { failure } = await shareForLong(new Uint8Array(10));
    expect(failure).toMatchObject({ name: 'APITimeoutError', operation: 'files.upload' });
    const streamed = await shareForLong(pieces(1, 10));
    expect(streamed.failure).toMatchObject({ name: 'TempshareError', cause: { name: 'APITimeoutError' } });
  });

  it('fails when its source does, with that as the cause', async () => {
    const broken = async function* () {
      yield new Uint8Array(3 * MIB);
      throw new RangeError('the disk');
    };
    expect((await share(broken(), [uploaded])).failure).toMatchObject({
      name: 'TempshareError',
      message: expect.stringContaining('could not be read to its end'),
      cause: new RangeError('the disk'),
    });
    const text = async function* () {
      yield 'text' as unknown as Uint8Array;
    };
    expect((await share(text(), [uploaded])).failure).toMatchObject({ message: /must give bytes/ });
  });

  it.for([9, 11])('of 10 bytes that were said to be %d fails on this side', async (size) => {
    const { failure } = await share(pieces(1, 10), [uploaded], {}, { size });
    expect(failure).toMatchObject({ message: expect.stringContaining('more or fewer bytes') });
  });

  it('whose size says other than the file itself is refused before anything is sent', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'tempshare-upload-')), 'a.bin');
    await writeFile(path, 'abc');
    for (const file of [new Blob(['abc']), new TextEncoder().encode('abc'), { path }]) {
      for (const encryption of ['e2e', 'server']) {
        const { client, seen } = await stage([fileCreated, uploaded]);
        const call = client.transfers.create({ type: 'file', file, size: 5, encryption } as never);
        await expect(call).rejects.toThrow(/size is not that of the file/);
        expect(seen).toEqual([]);
      }
      expect((await share(file, [uploaded], {}, { size: 3 })).failure).toBeUndefined();
    }
  });

  it('of a file that is not as it was is not tried again', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'tempshare-upload-')), 'a.log');
    await writeFile(path, 'first');
    const change: Reply = (response, request) => void utimes(path, 1, 1).then(() => busy(response, request));
    for (const encryption of ['e2e', 'server']) {
      const { failure, uploads } = await share({ path }, [change, uploaded], {}, { encryption });
      expect(failure).toMatchObject({ name: 'EnvelopeError', code: 'file_changed' });
      expect(uploads).toHaveLength(1);
      await utimes(path, 2, 2);
    }
  });

  it('never seals two contents under one key, even where the source does not notice', async () => {
    const blob = new Blob(['first']);
    const stream = vi.spyOn(blob, 'stream');
    stream.mockImplementationOnce(() => new Blob(['first']).stream());
    stream.mockImplementation(() => new Blob(['other']).stream());
    const { failure, uploads } = await share(blob, [busy, uploaded]);
    expect(failure).toMatchObject({ code: 'file_changed' });
    expect(uploads).toHaveLength(1);
  });

  it('reads no more of its source than it sends', async () => {
    let given = 0;
    let sent = 0;
    const source = async function* () {
      for await (const piece of pieces(99, 262_144)) {
        given += piece.length;
        yield piece;
      }
    };
    let ahead = 0;
    const fetch = async (url: unknown, { method, body }: RequestInit = {}) => {
      if (method !== 'PUT') return responseOf(fileCreatedBody);
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        sent += chunk.length;
        ahead = Math.max(ahead, given - sent);
      }
      return responseOf({ success: true });
    };
    const { client } = await stage([], { fetch: fetch });
    await client.transfers.create({ type: 'file', file: source(), size: 99 * 262_144 });
    expect(sent).toBe(99 * 262_144 + 25 * 16);
    expect(ahead).toBeLessThanOrEqual(2 * MIB);
  });
});

const fileCreatedBody = { success: true, id: 'a', shareUrl: 'https://share.example/en/a', uploadUrl: '/u_1' };
const responseOf = (body: object) => Response.json(body, { status: 201 });

describe('progress', () => {
  it('grows, begins again with another attempt, and reaches the size once the file has arrived', async () => {
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => seen.push(progress);
    const file = new Uint8Array(3 * MIB);
    const { failure } = await share(file, [busy, uploaded], { onProgress });
    expect(failure).toBeUndefined();
    const again = seen.findIndex(({ loaded }, i) => loaded < (seen[i - 1]?.loaded ?? 0));
    for (const part of [seen.slice(0, again), seen.slice(again)]) {
      expect(part.map(({ loaded }) => loaded)).toEqual(
        part.map(({ loaded }) => loaded).sort((a, b) => a - b),
      );
      expect(part.filter(({ loaded }) => loaded === 3 * MIB - 1)).toHaveLength(1);
    }
    expect(seen.findIndex(({ loaded }) => loaded === 3 * MIB)).toBe(seen.length - 1);
    expect(seen.at(-1)).toEqual({ loaded: 3 * MIB, total: 3 * MIB });
  });

  it('of a stream of unknown length has no total but at the end, and of nothing is one word', async () => {
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => seen.push(progress);
    await share(pieces(2, 5), [uploaded], { onProgress });
    expect(seen.at(0)).toEqual({ loaded: 5, total: undefined });
    expect(seen.at(-1)).toEqual({ loaded: 10, total: 10 });
    seen.length = 0;
    await share(new Blob([]), [uploaded], { onProgress });
    expect(seen).toEqual([{ loaded: 0, total: 0 }]);
  });

  it('that fails, at once or later, fails nothing', async () => {
    const now = () => {
      throw new Error('of the listener');
    };
    const later = () => Promise.reject(new Error('of the listener'));
    for (const onProgress of [now, later as unknown as () => void])
      expect((await share(new Blob(['x']), [uploaded], { onProgress })).failure).toBeUndefined();
  });
});
