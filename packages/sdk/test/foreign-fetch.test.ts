import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { APIConnectionError, APIError, TempshareError, Tempshare } from '../src/index.ts';
import { openLink } from '../src/links/index.ts';
import { json, problem, scriptedServer, type Reply } from './scripted-server.ts';
import { fileCreated, stage, uploaded } from './sealing-stage.ts';
import { failure } from './transport-setup.ts';

/** Sends the text `[object ReadableStream]` in place of a stream, by its tag, as the polyfill whatwg-fetch does. */
const tagging: typeof fetch = (url, init) => {
  const body = init?.body instanceof ReadableStream ? '[object ReadableStream]' : init?.body;
  return fetch(url, { ...init, body: body ?? null });
};

/** Makes a text of a stream, as node-fetch and those made of it do. */
const stringifying: typeof fetch = async (url, init) => {
  const body = init?.body instanceof ReadableStream ? `${init.body as unknown as string}` : init?.body;
  return fetch(url, { ...init, body: body ?? null });
};

/** Resolves with a response whose body is a stream of Node.js, as node-fetch does. */
const ofNode: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  const body = response.body && Readable.fromWeb(response.body as never);
  const { status, ok, headers } = response;
  return { status, ok, headers, type: 'default', body, text: () => response.text() } as unknown as Response;
};

/** Reads one chunk of a stream, sends it, and stops. */
const stopping: typeof fetch = async (url, init) => {
  if (!(init?.body instanceof ReadableStream)) return fetch(url, init);
  const { value } = await (init.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader().read();
  return fetch(url, { ...init, body: value! });
};

/** Resolves with a response without a `body`, as React Native and whatwg-fetch do. */
const bodiless: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  const { status, ok, headers } = response;
  const [text, arrayBuffer] = [() => response.text(), () => response.arrayBuffer()];
  return { status, ok, headers, type: 'default', text, arrayBuffer } as unknown as Response;
};

async function* bytes() {
  yield new TextEncoder().encode('hunter2');
}

const bytesOf =
  (text: string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.write(text.slice(0, 3), () => response.end(text.slice(3)));
  };

describe('a fetch that would make a text of a stream', () => {
  it.for([
    ['server', []],
    ['e2e', []],
    ['server', [async (request: Request, next: (request: Request) => Promise<Response>) => next(request)]],
  ] as const)('gets its bytes (%s)', async ([encryption, middleware]) => {
    const { client, seen } = await stage([fileCreated, uploaded], { fetch: stringifying, middleware });
    await client.transfers.create({ type: 'file', file: bytes(), encryption });
    const { body, headers } = seen[1]!;
    expect(headers['content-length']).toBe(String('hunter2'.length + (encryption === 'e2e' ? 16 : 0)));
    expect(encryption === 'e2e' || body === 'hunter2').toBe(true);
  });

  it('sends nothing of a stream that fails', async () => {
    async function* failing() {
      yield new TextEncoder().encode('hun');
      throw new Error('the disk is gone');
    }
    const { client, seen } = await stage([fileCreated, json(200, { success: true })], {
      fetch: stringifying,
    });
    const error = await failure(client.transfers.create({ type: 'file', file: failing() }), TempshareError);
    expect(error.cause).toMatchObject({ message: 'the disk is gone' });
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });
});

describe('a fetch that cannot send a stream', () => {
  it.for([
    ['of unknown size', 'server', uploaded],
    ['of unknown size, sealed', 'e2e', uploaded],
    ['that the service refuses', 'server', problem(400, 'validation_failed')],
  ] as const)('fails an upload %s, and is named', async ([, encryption, reply]) => {
    const { client } = await stage([fileCreated, reply], { fetch: tagging });
    const call = client.transfers.create({ type: 'file', file: bytes(), encryption });
    const error = await failure(call, TempshareError);
    expect(error.message).toMatch(/^fetch must stream bodies: use that of undici/);
  });

  it('leaves the errors of the service as they are', async () => {
    const { client } = await stage([fileCreated, problem(413, 'payload_too_large')], { fetch: tagging });
    const error = await failure(client.transfers.create({ type: 'file', file: bytes() }), APIError);
    expect(error.status).toBe(413);
  });

  it('sends what is no stream', async () => {
    const { client, seen } = await stage([json(201, { success: true, secretId: 's' })], {
      fetch: tagging,
    });
    await client.secrets.create({ secret: 'x', encryption: 'server' });
    expect(seen[0]?.body).toContain('"secret":"x"');
  });
});

describe('a fetch that stops reading a stream', () => {
  async function* chunks() {
    for (let sent = 0; sent < 5_000; sent += 1_000) {
      await new Promise((resolve) => setImmediate(resolve));
      yield new Uint8Array(1_000);
    }
  }
  const deleted = json(200, { success: true });

  it('fails the upload, whose announcement is deleted', async () => {
    const { client, seen } = await stage([fileCreated, uploaded, deleted], { fetch: stopping });
    const error = await failure(
      client.transfers.create({ type: 'file', file: chunks(), encryption: 'server' }),
      TempshareError,
    );
    expect(error.message).toMatch(/^fetch must stream bodies/);
    expect(error.announcedId).toBeUndefined();
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE']);
    expect(seen[1]?.body).toHaveLength(1_000);
  });

  it('fails the upload once, though a file could be sent again', async () => {
    const { client, seen } = await stage([fileCreated, uploaded, deleted], { fetch: stopping });
    const file = new Blob([new Uint8Array(500_000)]);
    const error = await failure(
      client.transfers.create({ type: 'file', file, encryption: 'e2e' }),
      TempshareError,
    );
    expect(error.message).toMatch(/^fetch must stream bodies/);
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it.for([
    [413, 'payload_too_large'],
    [400, 'validation_failed'],
  ] as const)('leaves a %i as it is', async ([status, code]) => {
    const { client } = await stage([fileCreated, problem(status, code), deleted], { fetch: stopping });
    const error = await failure(client.transfers.create({ type: 'file', file: chunks() }), APIError);
    expect(error.status).toBe(status);
  });

  it('is tried again after a 503, and succeeds when all is read then', async () => {
    let puts = 0;
    const once: typeof fetch = (url, init) =>
      (init?.method === 'PUT' && puts++ === 0 ? stopping : fetch)(url, init);
    const unavailable = problem(503, 'unavailable', { 'retry-after': '0' });
    const { client, seen } = await stage([fileCreated, unavailable, uploaded], { fetch: once });
    const file = new Blob([new Uint8Array(500_000)]);
    await client.transfers.create({ type: 'file', file, encryption: 'server' });
    expect(seen[2]?.body).toHaveLength(500_000);
  });
});

describe('a fetch whose responses have no body', () => {
  const id = '7sQmXk2VbT9cLrPz4WnYdA';
  const about = { kind: 'file', encryption: 'server', requiresPassword: false, oneTime: false };
  const opened = {
    ...about,
    id,
    expiresAt: null,
    downloadUrl: 'http://127.0.0.1:9/api/v1/public/downloads/d',
  };

  async function openFile(options: { fetch: typeof fetch; maxRetries?: number }, ...replies: Reply[]) {
    const { baseUrl } = await scriptedServer(json(200, opened), json(200, opened), ...replies);
    const result = await openLink(`${baseUrl.replace('/api/v1', '')}/en/${id}`, options);
    if (result.kind !== 'file') throw new Error('expected a file');
    return result.file;
  }

  it('opens a file of unknown size', async () => {
    const file = await openFile({ fetch: bodiless }, bytesOf('hunter2'));
    expect(await file.text()).toBe('hunter2');
  });

  it('opens a file where no Response has a body', async () => {
    vi.stubGlobal(
      'Response',
      class extends Response {
        override get body() {
          return undefined as never;
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const file = await openFile({ fetch: bodiless }, bytesOf('hunter2'));
    expect(await file.text()).toBe('hunter2');
  });

  it('downloads the bytes of a file as a stream', async () => {
    const { baseUrl } = await scriptedServer(bytesOf('hunter2'));
    const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_0123456789', fetch: bodiless });
    const { body } = await client.requests.files.download('r', 'f').asResponse();
    expect(await new Response(body).text()).toBe('hunter2');
  });

  it('tries a download again that broke off', async () => {
    const broken: Reply = (response) => {
      response.writeHead(200, { 'content-length': '7' });
      response.write('hun', () => response.destroy());
    };
    const file = await openFile({ fetch: bodiless }, broken, bytesOf('hunter2'));
    expect(await file.text()).toBe('hunter2');
    const lost = await openFile({ fetch: bodiless, maxRetries: 0 }, broken);
    await failure(lost.text(), APIConnectionError);
  });

  it('leaves the errors of the service and responses without content as they are', async () => {
    const file = await openFile({ fetch: bodiless }, problem(404, 'not_found'));
    expect((await failure(file.text(), APIError)).code).toBe('not_found');
    const { client } = await stage([(response) => void response.writeHead(204).end()], { fetch: bodiless });
    expect(await client.key.get()).toBeUndefined();
  });

  it.for([
    ['undefined', bodiless],
    ['null', async (...call) => Object.assign(await bodiless(...call), { body: null })],
  ] as [string, typeof fetch][])('cannot follow a room, and is named (%s)', async ([, fetch]) => {
    const room = { roomId: id, name: 'Room', encryption: 'server', expiresAt: '2999-01-01T00:00:00.000Z' };
    const list = json(200, { messages: [], total: 0, nextCursor: null });
    const { baseUrl, seen } = await scriptedServer(json(200, room), (response, request) => {
      if (!request.url!.includes('/events')) return list(response, request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n\n');
    });
    const result = await openLink(`${baseUrl.replace('/api/v1', '')}/en/room/${id}`, { fetch });
    if (result.kind !== 'room') throw new Error('expected a room');
    const events = result.room.events()[Symbol.asyncIterator]();
    const error = await failure(events.next(), TempshareError);
    expect(error.message).toMatch(/^fetch must stream bodies/);
    expect(seen.filter(({ url }) => url.includes('/events'))).toHaveLength(1);
  });
});

describe('a fetch whose bodies are streams of Node.js', () => {
  it('downloads the bytes of a file', async () => {
    const { baseUrl } = await scriptedServer(bytesOf('hunter2'));
    const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_0123456789', fetch: ofNode });
    const response = await client.requests.files.download('r', 'f').asResponse();
    expect(await response.text()).toBe('hunter2');
  });

  it('takes a response without a body', async () => {
    const { baseUrl } = await scriptedServer((response) => void response.writeHead(204).end());
    const empty: typeof fetch = async (url, init) => {
      const response = await ofNode(url, init);
      return Object.assign(response, { body: Readable.from([]) });
    };
    const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_0123456789', fetch: empty });
    expect(await client.key.get()).toBeUndefined();
  });

  it('follows the events of a room', async () => {
    const info = {
      roomId: '7sQmXk2VbT9cLrPz4WnYdA',
      name: 'Room',
      encryption: 'server',
      expiresAt: '2999-01-01T00:00:00.000Z',
    };
    const list = json(200, { messages: [], total: 0, nextCursor: null });
    const { baseUrl } = await scriptedServer(json(200, info), (response, request) => {
      if (!request.url!.includes('/events')) return list(response, request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(':\n\nevent: closed\ndata: {"state":"deleted"}\n\n');
    });
    const opened = await openLink(`${baseUrl.replace('/api/v1', '')}/en/room/${info.roomId}`, {
      fetch: ofNode,
    });
    const types: string[] = [];
    if (opened.kind === 'room') for await (const { type } of opened.room.events()) types.push(type);
    expect(types).toEqual(['closed']);
  });
});

it('every request asks caches to store nothing', async () => {
  const fields: unknown[] = [];
  const { client } = await stage([json(200, { id: 'key_1' }), problem(404, 'not_found')], {
    fetch(url, init) {
      fields.push(init?.cache);
      return fetch(url, init);
    },
  });
  await client.key.get();
  await failure(client.secrets.get('7sQmXk2VbT9cLrPz4WnYdA'), APIError);
  expect(fields).toEqual(['no-store', 'no-store']);
});

it('the headers of an error have nothing that a loop over its properties finds', async () => {
  const { client } = await stage([problem(404, 'not_found', { 'x-request-id': 'req_7' })], {});
  const { headers } = await failure(client.secrets.get('7sQmXk2VbT9cLrPz4WnYdA'), APIError);
  const found: string[] = [];
  for (const name in headers) found.push(name);
  expect(found).toEqual([]);
  expect(headers.get('x-request-id')).toBe('req_7');
  expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'application/problem+json' });
});
