import { EventEmitter } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Tempshare, TempshareError, type FileSource } from '../../src/index.ts';
import { openLink, type OpenedLink } from '../../src/links/index.ts';
import { createMock, type Mock } from '@tempshare/testing';
import { early, hang } from '../scripted-server.ts';
import { fileCreated, stage, uploaded } from '../sealing-stage.ts';
import { failure as reasonOf } from '../transport-setup.ts';

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }));
afterAll(() => server.close());
afterEach(() => mock.reset());

type Operation = Parameters<Mock['fail']>[0];
type Send = (file: FileSource) => PromiseLike<unknown>;

const opened = async <K extends OpenedLink['kind']>(link: string, kind: K) => {
  const found = await openLink(link);
  if (found.kind !== kind) throw new Error(`expected a ${kind}`);
  return found as Extract<OpenedLink, { kind: K }>;
};

const newRoom = async () => (await client.rooms.create({ name: 'Incident' })).roomUrl;

/** Each call that takes a file: the operation that announces it, and what is ready to send one. */
const WAYS: [string, Operation, () => Promise<Send>][] = [
  [
    'transfers.create',
    'transfers.create',
    async () => (file) => client.transfers.create({ type: 'file', file }),
  ],
  [
    'rooms.files.create',
    'rooms.files.create',
    async () => {
      const roomUrl = await newRoom();
      return (file) => client.rooms.files.create(roomUrl, { file });
    },
  ],
  [
    'send of the owner of a room',
    'rooms.files.create',
    async () => {
      const room = await client.rooms.open(await newRoom());
      return (file) => room.send(file);
    },
  ],
  [
    'send of a guest of a room',
    'public.rooms.files.create',
    async () => {
      const { room } = await opened(await newRoom(), 'room');
      return (file) => room.send(file);
    },
  ],
  [
    'send of a request',
    'public.requests.files.create',
    async () => {
      const { requestUrl, pin } = await client.requests.create({ title: 'Papers' });
      const request = await opened(requestUrl, 'request');
      return (file) => request.send(file, { pin });
    },
  ],
  [
    'leave of an inbox',
    'public.drops.items.create',
    async () => {
      const drop = await opened((await client.drops.create({ label: 'Inbox' })).dropUrl, 'drop');
      return (file) => drop.leave({ file });
    },
  ],
];

const bytes = new TextEncoder().encode('sevens');
const failure = (call: PromiseLike<unknown>) => reasonOf(call, TempshareError);

async function temporaryFile(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'tempshare-consumed-')), 'a.txt');
  await writeFile(path, 'sevens');
  return path;
}

async function* generated(ended?: () => void) {
  try {
    yield bytes;
  } finally {
    ended?.();
  }
}

/** Whether what can be read once has been closed, for each kind of it. */
const closable: [string, () => { file: FileSource; isClosed: () => boolean }][] = [
  [
    'a Node.js stream is destroyed',
    () => {
      const file = Readable.from([bytes]);
      return { file, isClosed: () => file.destroyed };
    },
  ],
  [
    'a web stream is cancelled',
    () => {
      const cancel = vi.fn();
      return {
        file: new ReadableStream({ cancel }, { highWaterMark: 0 }),
        isClosed: () => cancel.mock.calls.length === 1,
      };
    },
  ],
  [
    'a generator is returned from',
    () => {
      const file = generated();
      const end = vi.spyOn(file, 'return');
      return { file, isClosed: () => end.mock.calls.length > 0 };
    },
  ],
];

describe.for(WAYS)('%s', ([, operation, ready]) => {
  it('fails with what a stream fails with as soon as it is handed over', async () => {
    const send = await ready();
    const file = new Readable({ read: () => undefined });
    const call = send(file);
    const gone = new Error('gone');
    file.destroy(gone);
    expect((await failure(call)).cause).toBe(gone);
  });

  it.for(closable)('closes what it did not read when it fails: %s', async ([, make]) => {
    const send = await ready();
    mock.fail(operation, 'validation_failed');
    const { file, isClosed } = make();
    expect(await failure(send(file))).toMatchObject({ status: 400 });
    expect(isClosed()).toBe(true);
  });

  it('takes a stream once, and refuses it the second time without sending anything', async () => {
    const send = await ready();
    const streams = [
      new Blob([bytes]).stream(),
      createReadStream(await temporaryFile()),
      Readable.from([bytes]),
      generated(),
    ];
    for (const file of streams) {
      const [first, second] = [send(file), failure(send(file))];
      expect((await second).message).toMatch(/in use already/);
      await first;
      const before = mock.requests.filter((request) => request.operation === operation).length;
      expect((await failure(send(file))).message).toMatch(/in use already/);
      const after = mock.requests.filter((request) => request.operation === operation);
      expect(after.length).toBe(before);
    }
  });
});

describe('what was read before', () => {
  const drain = async (file: AsyncIterable<unknown>) => {
    for await (const _ of file);
  };
  const read: [string, () => Promise<FileSource>][] = [
    [
      'a web stream, to its end',
      async () => {
        const file = new Blob([bytes]).stream();
        await drain(file);
        return file;
      },
    ],
    [
      'a web stream, in part',
      async () => {
        const file = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(bytes) });
        const reader = file.getReader();
        await reader.read();
        reader.releaseLock();
        return file;
      },
    ],
    [
      'a stream of a file, to its end',
      async () => {
        const file = createReadStream(await temporaryFile());
        await drain(file);
        return file;
      },
    ],
    [
      'a stream of a file, that stays open at its end',
      async () => {
        const file = createReadStream(await temporaryFile(), { autoClose: false });
        await drain(file);
        return file;
      },
    ],
    [
      'a Node.js stream, in part',
      async () => {
        const file = Readable.from([bytes, bytes]);
        await new Promise((resolve) => file.once('readable', resolve));
        file.read();
        return file;
      },
    ],
    [
      'a Node.js stream that flows to somebody else',
      async () => {
        const file = new PassThrough();
        file.pipe(new PassThrough());
        return file;
      },
    ],
    [
      'a Node.js stream that was destroyed',
      async () => {
        const file = Readable.from([bytes]).destroy();
        await expect.poll(() => file.closed).toBe(true);
        return file;
      },
    ],
  ];

  it.for(read)('is refused before anything is sent: %s', async ([, make]) => {
    const file = await make();
    const { client, seen } = await stage([fileCreated]);
    expect((await failure(client.transfers.create({ type: 'file', file }))).message).toMatch(
      /in use already/,
    );
    expect(seen).toEqual([]);
  });

  it('and is refused is left as it is, for whoever reads it', async () => {
    const file = new PassThrough();
    const other = file.pipe(new PassThrough());
    await failure(client.transfers.create({ type: 'file', file }));
    expect(file.listenerCount('error')).toBe(0);
    file.end('sevens');
    expect(Buffer.concat(await other.toArray()).toString()).toBe('sevens');
  });

  it('can be shared again where it can be read again', async () => {
    const file = { [Symbol.asyncIterator]: () => generated() };
    for (let time = 0; time < 2; time += 1) {
      const { shareUrl } = await client.transfers.create({ type: 'file', file });
      expect(await (await opened(shareUrl, 'file')).file.text()).toBe('sevens');
    }
  });
});

describe('a refused call', () => {
  it.for(closable)('closes what it was given: %s', async ([, make]) => {
    for (const [body, options] of [
      [{ type: 'file' }, { password: 'in the wrong place' }],
      [{ type: 'text' }, {}],
      [{ type: 'file', fileName: 'a/b' }, {}],
    ] as [object, object][]) {
      const { file, isClosed } = make();
      await failure(client.transfers.create({ ...body, file } as never, options));
      expect(isClosed()).toBe(true);
    }
    expect(mock.requests).toEqual([]);
  });
});

describe('what has listeners but is no stream', () => {
  it('is read by its path each time, and never closed', async () => {
    const destroy = vi.fn();
    const file = Object.assign(new EventEmitter(), { path: await temporaryFile(), destroy });
    for (let time = 0; time < 2; time += 1) {
      const { shareUrl } = await client.transfers.create({ type: 'file', file });
      expect(await (await opened(shareUrl, 'file')).file.text()).toBe('sevens');
    }
    mock.fail('transfers.create', 'validation_failed');
    await failure(client.transfers.create({ type: 'file', file }));
    expect(destroy).not.toHaveBeenCalled();
    expect(file.listenerCount('error')).toBe(0);
  });

  it.for(WAYS)('is refused and left as it is when it has no bytes: %s', async ([, operation, ready]) => {
    const send = await ready();
    const destroy = vi.fn();
    const file = Object.assign(new EventEmitter(), { filepath: '/tmp/upload', destroy });
    expect((await failure(send(file as never))).message).toMatch(/^file must be/);
    expect(destroy).not.toHaveBeenCalled();
    expect(file.listenerCount('error')).toBe(0);
    expect(mock.requests.filter((request) => request.operation === operation)).toEqual([]);
  });
});

describe('a failed upload', () => {
  /** Aborted while the upload waits for bytes of a stream that gives no more. */
  async function abortedWhileWaiting(file: FileSource) {
    const controller = new AbortController();
    const { client } = await stage([fileCreated, early(() => controller.abort('enough'))]);
    const { signal } = controller;
    return failure(client.transfers.create({ type: 'file', file, encryption: 'server' }, { signal }));
  }

  it('closes a stream that gives no more bytes', async () => {
    const node = new PassThrough();
    node.write('sevens');
    expect(await abortedWhileWaiting(node)).toMatchObject({ cause: 'enough' });
    expect(node.destroyed).toBe(true);
    const cancel = vi.fn();
    const web = new ReadableStream({ start: (stream) => stream.enqueue(bytes), cancel });
    expect(await abortedWhileWaiting(web)).toMatchObject({ cause: 'enough' });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('never makes a whole body of a stream that it closed', async () => {
    const cancel = vi.fn();
    const file = new ReadableStream({ start: (stream) => stream.enqueue(bytes), cancel });
    const rest = Promise.withResolvers<unknown>();
    const { client } = await stage([fileCreated], {
      async fetch(url, init) {
        if (!(init?.body instanceof ReadableStream)) return fetch(url, init);
        const reader = (init.body as ReadableStream<Uint8Array>).getReader();
        await reader.read();
        rest.resolve(reader.read().catch((error: unknown) => error));
        throw new TypeError('of another fetch');
      },
    });
    await failure(client.transfers.create({ type: 'file', file, encryption: 'server' }));
    expect(cancel).toHaveBeenCalledOnce();
    expect(await rest.promise).toBeInstanceOf(TempshareError);
  });

  it('leaves what can be read again as it is', async () => {
    const { client } = await stage([fileCreated, hang]);
    const blob = new Blob([bytes]);
    const signal = AbortSignal.abort('enough');
    await failure(client.transfers.create({ type: 'file', file: blob }, { signal }));
    expect(await blob.text()).toBe('sevens');
  });

  it('says that the caller ended it where its source ends with the same signal', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const ends = async function* () {
      yield bytes;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    };
    const { client } = await stage([fileCreated, early(() => controller.abort('enough'))]);
    const call = client.transfers.create({ type: 'file', file: ends(), encryption: 'server' }, { signal });
    expect(await failure(call)).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' });
  });
});

it('a Node.js stream that was sent has nobody listening to its errors any more', async () => {
  const { client } = await stage([fileCreated, uploaded]);
  const file = createReadStream(await temporaryFile());
  const call = client.transfers.create({ type: 'file', file });
  const listening = file.listeners('error');
  await call;
  expect(listening).not.toEqual([]);
  await expect.poll(() => file.listeners('error').some((each) => listening.includes(each))).toBe(false);
});
