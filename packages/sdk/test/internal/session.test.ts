import { filesAtOnce } from '../../src/gen/limits.ts';
import { describe, expect, it } from 'vitest';
import {
  APIUserAbortError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  TempshareError,
} from '../../src/index.ts';
import {
  openLink,
  type OpenedDrop,
  type OpenedRequest,
  type Room,
  type SentFile,
} from '../../src/links/index.ts';
import { failure } from '../transport-setup.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const PIN = '40718263';
const later = '2999-01-01T00:00:00.000Z';
const about = {
  encryption: 'server',
  title: 'Papers',
  label: 'Inbox',
  state: 'open',
  name: 'Room',
  expiresAt: later,
};

interface Call {
  name: string;
  token: string | null;
  key: string | null;
  body: { pin?: string; message?: string; files?: object[] };
}

type Handle = (call: Call) => Response | Promise<Response> | undefined;

const json = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const problem = (status: number, code: string, headers = {}) =>
  json(status, { status, code, title: code }, { 'content-type': 'application/problem+json', ...headers });

/** A service that gives out sessions s_1, s_2, …, and what it is asked. What `handle` answers comes first. */
function service(handle: Handle = () => undefined) {
  const calls: Call[] = [];
  let sessions = 0;
  let places = 0;
  const place = () => ({ id: `file_${++places}`, uploadUrl: `https://share.example/u/u_${places}` });
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input as string);
    const text = init.body instanceof Blob || !init.body ? '{}' : await new Response(init.body).text();
    const call: Call = {
      name: `${init.method} ${pathname.split('/').slice(4).join('/').replace(ID, '{id}')}`,
      token: new Headers(init.headers).get('x-session-token'),
      key: new Headers(init.headers).get('idempotency-key'),
      body: text.startsWith('{') ? (JSON.parse(text) as Call['body']) : {},
    };
    calls.push(call);
    const response = await handle(call);
    if (response) return response;
    if (call.name.endsWith('/sessions'))
      return json(201, { success: true, sessionToken: `s_${++sessions}`, expiresAt: later });
    if (call.name.startsWith('PUT')) return json(200, { success: true });
    if (/(files|items)$/.test(call.name)) {
      const files = (call.body.files ?? [{}]).map(place);
      return json(201, { success: true, ...files[0], files, items: files });
    }
    return json(200, { ...about, messages: [], nextCursor: null, id: 'msg_1' });
  };
  const open = async (kind: 'request' | 'room' | 'drop') => {
    const opened = await openLink(`https://share.example/en/${kind}/${ID}`, { fetch, maxRetries: 0 });
    return (opened.kind === 'room' ? opened.room : opened) as Room &
      OpenedRequest &
      Pick<OpenedDrop, 'leaveAll'>;
  };
  return { calls, names: () => calls.map(({ name }) => name), open };
}

/** A service, and a request of it that a sender has opened. */
async function sender(handle?: Handle) {
  const { open, ...rest } = service(handle);
  return { ...rest, request: await open('request') };
}

const file = (name = 'a.txt') => new File(['bytes'], name);
const SESSION = 'POST requests/{id}/sessions';
const ANNOUNCE = 'POST requests/{id}/files';
const refuseOnce = (code: string, status: number, when: (call: Call) => boolean): Handle => {
  let refused = false;
  return (call) => {
    if (refused || !when(call)) return undefined;
    refused = true;
    return problem(status, code);
  };
};

describe('a sender', () => {
  it('shows the PIN once, and sends the token from then on', async () => {
    const { calls, names, request } = await sender();
    await request.send(file(), { pin: PIN });
    await request.send(file(), { pin: PIN });
    await request.finish({ pin: PIN });
    expect(names()).toEqual([
      'GET requests/{id}',
      SESSION,
      ANNOUNCE,
      'PUT uploads/u_1',
      ANNOUNCE,
      'PUT uploads/u_2',
      'POST requests/{id}/finish',
    ]);
    const guarded = calls.filter(({ name }) => /files|finish/.test(name));
    expect(guarded.map(({ token, body }) => [token, body.pin])).toEqual([
      ['s_1', undefined],
      ['s_1', undefined],
      ['s_1', undefined],
    ]);
  });

  it('starts one session for files sent at the same time', async () => {
    const { names, request } = await sender();
    await Promise.all([1, 2, 3].map(() => request.send(file(), { pin: PIN })));
    expect(names().filter((name) => name === SESSION)).toHaveLength(1);
  });

  it('starts another session once when its own is over', async () => {
    const { calls, open } = service(refuseOnce('invalid_session', 403, ({ token }) => token === 's_1'));
    const request = await open('request');
    await request.send(file(), { pin: PIN });
    await request.send(file(), { pin: PIN });
    expect(calls.filter(({ name }) => name === ANNOUNCE).map(({ token }) => token)).toEqual([
      's_1',
      's_2',
      's_2',
    ]);
    const never = service(({ token }) => (token ? problem(403, 'invalid_session') : undefined));
    const refused = await never.open('request');
    await failure(refused.send(file(), { pin: PIN }), PermissionDeniedError);
    expect(never.names().filter((name) => name === SESSION)).toHaveLength(2);
  });

  it.for<[string, () => Response]>([
    ['the service takes no more', () => problem(409, 'quota_exceeded')],
    ['it knows of no sessions', () => problem(404, 'not_found')],
    ['its disk is full', () => problem(507, 'insufficient_storage')],
    [
      'the response was lost',
      () => {
        throw new TypeError('reset');
      },
    ],
  ])('goes on with the PIN where there is no session to be had: %s', async ([, refuse]) => {
    const { calls, names, request } = await sender(({ name }) => (name === SESSION ? refuse() : undefined));
    await request.send(file(), { pin: PIN });
    await request.send(file(), { pin: PIN });
    const announced = calls.filter(({ name }) => name === ANNOUNCE);
    expect(announced.map(({ token, body }) => [token, body.pin])).toEqual([
      [null, PIN],
      [null, PIN],
    ]);
    expect(names().filter((name) => name === SESSION)).toHaveLength(1);
  });

  it('announces under one key what is announced again under another session, or alone', async () => {
    const { calls, request } = await sender(
      refuseOnce('invalid_session', 403, ({ name, token }) => name === ANNOUNCE && token === 's_1'),
    );
    await request.sendAll([file('1'), file('2')], { pin: PIN });
    const keys = calls.filter(({ name }) => name === ANNOUNCE).map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]!.length).toBeGreaterThanOrEqual(22);
  });

  it('with a wrong PIN sends nothing, and is let in with the right one', async () => {
    const { names, request } = await sender(({ body }) =>
      body.pin === '00000000' ? problem(403, 'invalid_pin') : undefined,
    );
    await failure(request.send(file(), { pin: '00000000' }), PermissionDeniedError);
    expect(names()).toEqual(['GET requests/{id}', SESSION]);
    await request.send(file(), { pin: PIN });
    await failure(request.send(file(), { pin: '00000000' }), PermissionDeniedError);
  });

  it('is told to wait where the service says so, and starts a session later', async () => {
    const { names, request } = await sender(refuseOnce('rate_limited', 429, ({ name }) => name === SESSION));
    await failure(request.send(file(), { pin: PIN }), RateLimitError);
    await request.send(file(), { pin: PIN });
    expect(names().filter((name) => name === SESSION)).toHaveLength(2);
  });

  it('who aborts ends at once, and takes the session from nobody else', async () => {
    let start = (_: unknown) => {};
    const started = new Promise((resolve) => (start = resolve));
    const { request } = await sender(async ({ name }) => {
      if (name === SESSION) await started;
      return undefined as never;
    });
    const ended = new AbortController();
    const first = request.send(file(), { pin: PIN }, { signal: ended.signal });
    const second = request.send(file(), { pin: PIN });
    ended.abort();
    await failure(first, APIUserAbortError);
    start(undefined);
    expect(await second).toMatchObject({ id: 'file_1' });
  });

  it('who has aborted before asks for no session', async () => {
    const { names, request } = await sender();
    const sent = request.send(file(), { pin: PIN }, { signal: AbortSignal.abort() });
    await failure(sent, APIUserAbortError);
    expect(names()).toEqual(['GET requests/{id}']);
  });
});

describe('several files', () => {
  const files = (count: number) => Array.from({ length: count }, (_, i) => file(`${i}.txt`));
  const refusingSecondCall = () =>
    refuseOnce('quota_exceeded', 409, ({ body }) => (body.files?.length ?? filesAtOnce) < filesAtOnce);

  it('are announced in one call, and each is sent to its own address', async () => {
    const { calls, names, request } = await sender();
    const seen: number[] = [];
    const options = { onProgress: (_: unknown, index: number) => void seen.push(index) };
    const sent = await request.sendAll(files(4), { pin: PIN }, options);
    expect(sent.map(({ id, error }) => [id, error])).toEqual(
      [1, 2, 3, 4].map((n) => [`file_${n}`, undefined]),
    );
    expect(calls.find(({ name }) => name === ANNOUNCE)?.body.files).toMatchObject([
      { fileName: '0.txt', size: 5 },
      { fileName: '1.txt', size: 5 },
      { fileName: '2.txt', size: 5 },
      { fileName: '3.txt', size: 5 },
    ]);
    expect(names().filter((name) => name.startsWith('PUT'))).toHaveLength(4);
    expect(new Set(seen)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('beyond what one call takes are announced by several', async () => {
    const { calls, request } = await sender();
    expect(await request.sendAll(files(2 * filesAtOnce + 5), { pin: PIN })).toHaveLength(2 * filesAtOnce + 5);
    const announced = calls.filter(({ name }) => name === ANNOUNCE);
    expect(announced.map(({ body }) => body.files?.length)).toEqual([filesAtOnce, filesAtOnce, 5]);
  });

  it('of which one fails are sent all the same, and that one again alone', async () => {
    const { names, request } = await sender(refuseOnce('bad', 400, ({ name }) => name === 'PUT uploads/u_2'));
    const sent = await request.sendAll(files(3), { pin: PIN });
    expect(sent.map(({ error }) => error === undefined)).toEqual([true, false, true]);
    const before = names().length;
    expect(await (sent[1] as SentFile).retry()).toEqual({ id: 'file_2' });
    expect(names().slice(before)).toEqual(['PUT uploads/u_2']);
    expect(await (sent[0] as SentFile).retry()).toEqual({ id: 'file_1' });
    expect(names()).toHaveLength(before + 1);
  });

  it('of which a later call cannot be announced say so one by one', async () => {
    const { request } = await sender(refusingSecondCall());
    const sent = await request.sendAll(files(filesAtOnce + 2), { pin: PIN });
    expect(sent.filter(({ error }) => error === undefined)).toHaveLength(filesAtOnce);
    expect(sent.slice(filesAtOnce).map(({ id }) => id)).toEqual([undefined, undefined]);
    expect(await (sent[filesAtOnce + 1] as SentFile).retry()).toMatchObject({
      id: `file_${filesAtOnce + 1}`,
    });
  });

  it('of which none can be announced fail together, and streams are closed', async () => {
    const { names, request } = await sender(({ name }) =>
      name === ANNOUNCE ? problem(409, 'quota_exceeded') : undefined,
    );
    const stream = new Blob(['bytes']).stream();
    let cancelled = false;
    const watched = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
    await failure(request.sendAll([{ file: stream, fileName: 'a' }, watched], { pin: PIN }), TempshareError);
    expect(cancelled).toBe(true);
    expect(names().filter((name) => name.startsWith('PUT'))).toEqual([]);
  });

  it('that are streams are sent once', async () => {
    const { request } = await sender(({ name }) =>
      name.startsWith('PUT') ? problem(400, 'bad') : undefined,
    );
    const [sent] = await request.sendAll([new Blob(['bytes']).stream()], { pin: PIN });
    await expect((sent as SentFile).retry()).rejects.toThrow(/a stream can be sent only once/);
  });

  it('that are streams and were closed unread are never sent empty', async () => {
    const { names, request } = await sender(refusingSecondCall());
    const sent = await request.sendAll([...files(filesAtOnce), new Blob(['bytes']).stream()], { pin: PIN });
    const before = names().length;
    await expect((sent[filesAtOnce] as SentFile).retry()).rejects.toThrow(/a stream can be sent only once/);
    expect(names()).toHaveLength(before);
  });

  it('of which one finds its address gone are announced anew by a retry', async () => {
    const { names, request } = await sender(
      refuseOnce('not_found', 404, ({ name }) => name === 'PUT uploads/u_1'),
    );
    const sent = await request.sendAll(files(2), { pin: PIN });
    expect(sent.map(({ error }) => error === undefined)).toEqual([false, true]);
    const before = names().length;
    expect(await (sent[0] as SentFile).retry()).toEqual({ id: 'file_3' });
    expect(names().slice(before)).toEqual([ANNOUNCE, 'PUT uploads/u_3']);
  });

  it('of which one broke off, and then finds its address gone, are announced anew by the next retry', async () => {
    let tries = 0;
    const { request } = await sender(({ name }) => {
      if (name !== 'PUT uploads/u_1') return undefined;
      return (tries += 1) === 1 ? problem(400, 'bad') : problem(404, 'not_found');
    });
    const [sent] = await request.sendAll(files(1), { pin: PIN });
    await failure((sent as SentFile).retry(), NotFoundError);
    expect(await (sent as SentFile).retry()).toEqual({ id: 'file_2' });
  });

  it('whose response was lost are never announced a second time', async () => {
    let tries = 0;
    const { names, request } = await sender(({ name }) => {
      if (!name.startsWith('PUT')) return undefined;
      if ((tries += 1) === 1) throw new TypeError('reset');
      return problem(404, 'not_found');
    });
    const [sent] = await request.sendAll(files(1), { pin: PIN });
    for (const _ of [1, 2])
      await expect((sent as SentFile).retry()).rejects.toThrow(/they have most likely arrived/);
    expect(names().filter((name) => name === ANNOUNCE)).toHaveLength(1);
  });

  it('of which one is retried twice at once are sent once', async () => {
    const { names, request } = await sender(refuseOnce('bad', 400, ({ name }) => name.startsWith('PUT')));
    const [sent] = await request.sendAll(files(1), { pin: PIN });
    const before = names().length;
    await Promise.all([1, 2].map(() => (sent as SentFile).retry()));
    expect(names().slice(before)).toEqual(['PUT uploads/u_1']);
  });

  it('that are no list are refused before anything is sent', async () => {
    const { names, request } = await sender();
    const sent = request.sendAll(file() as unknown as File[], { pin: PIN });
    await expect(sent).rejects.toThrow('sendAll takes a list of files; nothing was sent');
    expect(names()).toEqual(['GET requests/{id}']);
  });
});

describe('several files left in an inbox', () => {
  const LEAVE = 'POST drops/{id}/items';

  it('take the message with the first, and once more when that is announced anew', async () => {
    const { calls, open } = service(refuseOnce('not_found', 404, ({ name }) => name === 'PUT uploads/u_1'));
    const drop = await open('drop');
    const files = Array.from({ length: 101 }, (_, i) => file(`${i}.txt`));
    const sent = await drop.leaveAll(files, { message: 'Hello' });
    await (sent[0] as SentFile).retry();
    const left = calls.filter(({ name }) => name === LEAVE);
    expect(left.map(({ body }) => [body.files?.length, body.message])).toEqual([
      [100, 'Hello'],
      [1, undefined],
      [1, 'Hello'],
    ]);
  });

  it('are needed for a message: without one it would be lost', async () => {
    const { names, open } = service();
    const drop = await open('drop');
    await expect(drop.leaveAll([], { message: 'Hello' })).rejects.toThrow(/leave\(\{ message \}\)/);
    expect(await drop.leaveAll([])).toEqual([]);
    expect(names()).toEqual(['GET drops/{id}']);
  });

  it('are not left as what they are, and nothing is not left', async () => {
    const { names, open } = service();
    const { leave } = (await open('drop')) as unknown as { leave: (item?: unknown) => Promise<unknown> };
    for (const item of [undefined, null, {}, { message: undefined }, file('a.txt')])
      await expect(leave(item)).rejects.toThrow(
        'leave takes { message }, { file } or both; nothing was sent',
      );
    expect(names()).toEqual(['GET drops/{id}']);
  });
});

describe('a guest of a room', () => {
  it('starts a session with the first call inside', async () => {
    const { calls, names, open } = service();
    const room = await open('room');
    await room.post({ text: 'Hello' });
    await room.post({ text: 'World' });
    for await (const message of room.messages()) expect(message).toBeUndefined();
    expect(names()).toEqual([
      'GET rooms/{id}',
      'POST rooms/{id}/sessions',
      'POST rooms/{id}/messages',
      'POST rooms/{id}/messages',
      'GET rooms/{id}/messages',
    ]);
    expect(calls.slice(2).map(({ token }) => token)).toEqual(['s_1', 's_1', 's_1']);
  });
});
