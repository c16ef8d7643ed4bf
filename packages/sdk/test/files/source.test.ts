import { mkdtemp, open, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import {
  decodeLinkKey,
  deriveKeys,
  openFile,
  openMetadata,
  type FileMetadata,
} from '../../src/envelope/index.ts';
import type { FileSource } from '../../src/index.ts';
import { fileCreated, stage, uploaded } from '../sealing-stage.ts';

/** Shares a file and opens what the service got. */
async function share(
  file: FileSource,
  more: object = {},
): Promise<FileMetadata & { text: string; wire: any }> {
  const stored: Promise<Uint8Array[]>[] = [];
  const { client, seen } = await stage([fileCreated, uploaded], {
    fetch(url, init) {
      if (!(init?.body instanceof ReadableStream)) return fetch(url, init);
      const [body, copy] = init.body.tee() as [ReadableStream, ReadableStream<Uint8Array>];
      stored.push(all(copy));
      return fetch(url, { ...init, body });
    },
  });
  const { shareUrl } = await client.transfers.create({ type: 'file', file, ...more });
  const wire = JSON.parse(seen[0]!.body) as { sealedMetadata: string };
  const metadata = await openMetadata(wire.sealedMetadata, await deriveKeys(decodeLinkKey(shareUrl)));
  const [sealed] = await Promise.all(stored);
  const text = Buffer.concat(await all(openFile(each(sealed!), metadata.key))).toString();
  return { ...metadata, text, wire };
}

async function* each<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const bytes = new TextEncoder().encode('content');

/** The only way to the bytes of a Blob of older jsdom. */
class BlobReader {
  result = bytes.slice().buffer;
  onload = (): void => undefined;
  readAsArrayBuffer(): void {
    setImmediate(() => this.onload());
  }
}

describe('a file', () => {
  it('is taken from each kind of source', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'tempshare-source-')), 'a.txt');
    await writeFile(path, 'content');
    const padded = new Uint8Array([0, ...bytes, 0]);
    const sources: [FileSource, number | undefined][] = [
      [new Blob(['content']), 7],
      [new File(['content'], 'a.txt'), 7],
      [bytes, 7],
      [bytes.buffer, 7],
      [Buffer.from('content'), 7],
      [new DataView(padded.buffer, 1, 7), 7],
      [{ path }, 7],
      [{ path: pathToFileURL(path) }, 7],
      [new Blob(['content']).stream(), undefined],
      [each([bytes.subarray(0, 3), bytes.subarray(3)]), undefined],
      [createReadStream(path), undefined],
      [foreignBlob('content'), 7],
    ];
    for (const [source, size] of sources) {
      const { text, wire, ...said } = await share(source);
      expect(text).toBe('content');
      expect(said.size).toBe(size);
      expect(wire.size).toBe(size && size + 16);
    }
  });

  it('is taken from bytes of another realm, and from a Blob that cannot be streamed', async () => {
    const foreign = (code: string): Uint8Array<ArrayBuffer> =>
      runInNewContext(code, { bytes: [...bytes] }) as Uint8Array<ArrayBuffer>;
    const view = foreign('new Uint8Array(bytes)');
    expect(view instanceof Uint8Array).toBe(false);
    // As a FileHandle gives them in Node.js 20.
    const buffers = new ReadableStream({
      start(stream) {
        stream.enqueue(bytes.slice(0, 3).buffer);
        stream.enqueue(foreign('new Uint8Array(bytes).buffer.slice(3)'));
        stream.close();
      },
    });
    vi.stubGlobal('FileReader', BlobReader);
    const sources: [FileSource, number | undefined][] = [
      [view, 7],
      [view.buffer, 7],
      [each([view.subarray(0, 3), view.subarray(3)]), undefined],
      [buffers, undefined],
      [{ size: 7, type: '', slice: () => new Blob() } as unknown as Blob, 7],
    ];
    for (const [source, known] of sources) {
      const { text, ...said } = await share(source);
      expect(text).toBe('content');
      expect(said.size).toBe(known);
    }
    vi.unstubAllGlobals();
  });

  it('is taken from a FileHandle', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'tempshare-source-')), 'a.txt');
    await writeFile(path, 'content');
    const handle = await open(path);
    expect((await share(handle.readableWebStream() as ReadableStream<Uint8Array>)).text).toBe('content');
    await handle.close();
  });

  it('brings its name and type, unless the call says otherwise', async () => {
    const file = new File(['content'], 'data.csv', { type: 'text/csv;charset=utf-8' });
    expect(await share(file)).toMatchObject({ name: 'data.csv', type: 'text/csv' });
    const other = { fileName: 'other.csv', mediaType: 'text/plain' };
    expect(await share(file, other)).toMatchObject({ name: 'other.csv', type: 'text/plain' });
    const path = join(await mkdtemp(join(tmpdir(), 'tempshare-source-')), 'ä b.txt');
    await writeFile(path, '');
    for (const said of [path, pathToFileURL(path)])
      expect(await share({ path: said })).toMatchObject({ name: 'ä b.txt', type: undefined, size: 0 });
    expect(await share(new Blob(['x'], { type: 'nonsense' }))).toMatchObject({
      name: undefined,
      type: undefined,
    });
  });

  it('says nothing of its name, type and size in the clear but how long it is sealed', async () => {
    const { wire } = await share(new File(['content'], 'data.csv', { type: 'text/csv' }));
    expect(Object.keys(wire).sort()).toEqual([
      'accessProofHash',
      'encryption',
      'sealedMetadata',
      'size',
      'type',
    ]);
  });

  it('keeps the longest name and type that the contract takes', async () => {
    const [fileName, mediaType] = ['\u{10ffff}'.repeat(255), `a/${'b'.repeat(125)}`];
    const { name, type, wire } = await share(new Blob(['x']), { fileName, mediaType });
    expect({ name, type }).toEqual({ name: fileName, type: mediaType });
    expect(wire.sealedMetadata.length).toBeLessThanOrEqual(4_096);
  });

  it('cannot be a stream that somebody reads already', async () => {
    const { client, seen } = await stage([fileCreated]);
    const file = new Blob(['x']).stream();
    file.getReader();
    await expect(client.transfers.create({ type: 'file', file })).rejects.toThrow(/in use already/);
    expect(seen).toEqual([]);
  });

  it('cannot be read by a URL that is not that of a file', async () => {
    const { client, seen } = await stage([fileCreated]);
    for (const url of ['https://share.example/a.txt', 'file:///%']) {
      const call = client.transfers.create({ type: 'file', file: { path: new URL(url) } });
      await expect(call).rejects.toMatchObject({
        name: 'TempshareError',
        message: expect.stringMatching(/cannot be read/),
      });
    }
    expect(seen).toEqual([]);
  });

  it('cannot be read by its path where there is no file system', async () => {
    const { client, seen } = await stage([fileCreated]);
    vi.stubGlobal('process', undefined);
    try {
      const call = client.transfers.create({ type: 'file', file: { path: '/a' } });
      await expect(call).rejects.toThrow(/cannot be read by its path here/);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(seen).toEqual([]);
  });

  it('on a web page, which cannot send a stream, is sent whole', async () => {
    const bodies: unknown[] = [];
    const { client } = await stage([fileCreated, uploaded], {
      fetch: (url, init) => (bodies.push(init?.body), fetch(url, init)),
      dangerouslyAllowBrowser: true,
    });
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' });
    try {
      await client.transfers.create({ type: 'file', file: each([bytes]) });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(bodies[1]).toBeInstanceOf(Blob);
    expect((bodies[1] as Blob).size).toBe(7 + 16);
  });
});

/** A Blob of another library. */
function foreignBlob(text: string): Blob {
  const blob = new Blob([text]);
  return {
    size: blob.size,
    type: '',
    stream: () => blob.stream(),
    slice: () => blob,
    arrayBuffer: () => blob.arrayBuffer(),
    bytes: () => blob.bytes(),
    text: () => blob.text(),
  };
}
