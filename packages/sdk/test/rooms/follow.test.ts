import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Tempshare, type RateLimitError } from '../../src/index.ts';
import {
  openLink,
  type EventsOptions,
  type OpenOptions,
  type Room,
  type RoomEvent,
} from '../../src/links/index.ts';
import { asTimePasses, skipPauses } from '../as-time-passes.ts';
import { hang, json, problem, reset, scriptedServer, type Reply } from '../scripted-server.ts';

skipPauses();

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const later = '2999-01-01T00:00:00.000Z';
const info = (expiresAt: string) => json(200, { roomId: ID, name: 'Room', encryption: 'server', expiresAt });

const message = (id: string) => ({ id, kind: 'text', from: 'guest', text: id, createdAt: later });
const list = (...ids: string[]) =>
  json(200, { messages: ids.map(message), total: ids.length, nextCursor: null });
const said = (id: string) => `id: ${id}\nevent: message\ndata: ${JSON.stringify(message(id))}\n\n`;
const deleted = (id: string, messageId: string) =>
  `id: ${id}\nevent: deleted\ndata: ${JSON.stringify({ messageId })}\n\n`;
const closed = 'event: closed\ndata: {"state":"deleted"}\n\n';

/** A stream of events that ends, breaks or stays after these. */
function stream(text: string, then: 'end' | 'break' | 'stay' = 'end'): Reply {
  return (response, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`:\n\n${text}`, () => {
      if (then === 'end') response.end();
      if (then === 'break') setImmediate(() => request.socket.resetAndDestroy());
    });
  };
}

async function enter(replies: Reply[], expiresAt = later, options?: OpenOptions) {
  const { baseUrl, seen } = await scriptedServer(info(expiresAt), ...replies);
  const link = `${baseUrl.replace('/api/v1', '')}/en/room/${ID}`;
  const opened = await openLink(link, { maxRetries: 0, ...options });
  if (opened.kind !== 'room') throw new Error('expected a room');
  /** Requests after entering: `list`, or `events` with the last event seen. */
  const asked = () =>
    seen.slice(1).map(({ url, headers }) => {
      const last = headers['last-event-id'];
      return url.includes('/events') ? `events ${typeof last === 'string' ? last : 'from now on'}` : 'list';
    });
  return { room: opened.room, seen, asked };
}

async function follow(replies: Reply[], options?: EventsOptions, expiresAt?: string, opening?: OpenOptions) {
  const { room, asked } = await enter(replies, expiresAt, opening);
  const events: string[] = [];
  const textOf = (event: RoomEvent) => (event.type === 'closed' ? event.state : event.message.text!);
  let failure: unknown;
  try {
    for await (const event of room.events(options)) events.push(textOf(event));
  } catch (error) {
    failure = error;
  }
  return { events, failure, asked: asked() };
}

describe('the events of a room', () => {
  it('go on after the last one over a connection that ends or breaks', async () => {
    const replies = [list('m2', 'm1'), stream(said('m3')), stream(said('m4'), 'break'), stream(closed)];
    expect(await follow(replies)).toEqual({
      events: ['m3', 'm4', 'deleted'],
      failure: undefined,
      asked: ['list', 'events m2', 'events m3', 'events m4'],
    });
  });

  it('say which messages the owner has deleted, and go on after the last of them', async () => {
    const gone: string[] = [];
    const replies = [
      list('m1'),
      stream(said('m2') + deleted('d3', 'm1') + deleted('d4', 'm2'), 'break'),
      stream(said('m5')),
      stream(closed),
    ];
    expect(await follow(replies, { onDeleted: (id) => gone.push(id) })).toEqual({
      events: ['m2', 'm5', 'deleted'],
      failure: undefined,
      asked: ['list', 'events m1', 'events d4', 'events m5'],
    });
    expect(gone).toEqual(['m1', 'm2']);
  });

  it('end with what onDeleted throws', async () => {
    const failure = new Error('enough');
    const onDeleted = () => {
      throw failure;
    };
    expect((await follow([list('m1'), stream(deleted('d2', 'm1'))], { onDeleted })).failure).toBe(failure);
  });

  it('lose and repeat nothing of a room that was empty, even before the first one is seen', async () => {
    const replies = [
      list(),
      stream('', 'end'),
      list(),
      stream(said('m2') + said('m3'), 'end'),
      list('m2', 'm1'),
      stream(closed),
    ];
    expect(await follow(replies)).toMatchObject({
      events: ['m1', 'm2', 'm3', 'deleted'],
      asked: ['list', 'events from now on', 'list', 'events from now on', 'list', 'events m3'],
    });
  });

  it('begin after a message that is named', async () => {
    expect(await follow([stream(said('m6') + closed)], { after: 'm5' })).toMatchObject({
      events: ['m6', 'deleted'],
      asked: ['events m5'],
    });
  });

  it('outlast a service that is away for a while', async () => {
    const replies = [list('m1'), stream(''), reset, problem(503, 'service_unavailable'), stream(closed)];
    expect(await follow(replies)).toMatchObject({ events: ['deleted'], failure: undefined });
  });

  it.for([
    ['2020-01-01T00:00:00.000Z', 'expired'],
    [later, 'deleted'],
  ] as const)('end as closed when the room that ends on %s is gone meanwhile', async ([expiresAt, state]) => {
    const replies = [list('m1'), stream(said('m2')), problem(404, 'not_found')];
    expect(await follow(replies, {}, expiresAt)).toMatchObject({ events: ['m2', state], failure: undefined });
  });

  it('fail where the first connection is refused, and where no other would help', async () => {
    const gone = await follow([list('m1'), problem(404, 'not_found')]);
    expect(gone).toMatchObject({ events: [], failure: { status: 404 } });
    const refused = await follow([list('m1'), stream(said('m2')), problem(403, 'invalid_password')]);
    expect(refused).toMatchObject({ events: ['m2'], failure: { status: 403 } });
  });

  it('end where the service asks for more patience than the caller has', async () => {
    const busy = (seconds: number) => problem(429, 'rate_limited', { 'retry-after': String(seconds) });
    for (const seconds of [61, 4_000_000, 10 ** 12]) {
      const { events, failure, asked } = await follow([list('m1'), stream(said('m2')), busy(seconds)]);
      expect(events).toEqual(['m2']);
      expect(failure).toMatchObject({ status: 429, retryAfterMs: seconds * 1000 });
      expect(asked).toHaveLength(3);
    }
    const replies = [list('m1'), stream(''), busy(1), stream(closed)];
    expect(await follow(replies)).toMatchObject({ events: ['deleted'], failure: undefined });
    const { failure } = await follow(replies, {}, later, { maxRetryAfter: 500 });
    expect(failure).toMatchObject({ status: 429 });
  });

  it('wait for the owner as long as the settings of the client say', async () => {
    const busy = problem(429, 'rate_limited', { 'retry-after': '1' });
    for (const [maxRetryAfter, events] of [
      [500, []],
      [2_000, ['closed']],
    ] as const) {
      const replies = [info(later), list('m1'), stream(''), busy, stream(closed)];
      const { baseUrl } = await scriptedServer(...replies);
      const settings = { apiKey: 'svc_sk_test_0123456789', baseUrl, maxRetryAfter, maxRetries: 0 };
      const room = await new Tempshare(settings).rooms.open(`${new URL(baseUrl).origin}/en/room/${ID}`);
      const seen: string[] = [];
      const walk = async () => {
        for await (const { type } of room.events()) seen.push(type);
      };
      const failure: unknown = await walk().catch((error: unknown) => error);
      expect(seen).toEqual(events);
      expect((failure as RateLimitError | undefined)?.status).toBe(events.length === 0 ? 429 : undefined);
    }
  });

  it.for<[string, string]>([
    ['nothing', 'data: null\n\n'],
    ['no message', 'data: {"text":"hi"}\n\n'],
    ['no state', 'event: closed\ndata: null\n\n'],
  ])('that say %s fail as no response of the service', async ([, text]) => {
    const { events, failure } = await follow([list('m1'), stream(text)]);
    expect(events).toEqual([]);
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError' });
  });

  it('are not asked for after a link or its key', async () => {
    const { room, asked } = await enter([list('m1')]);
    for (const after of [`https://a.example/en/room/${ID}#x`, 'A'.repeat(43), '', 'm1\r\nx: y', null]) {
      const next = room
        .events({ after: after as string })
        [Symbol.asyncIterator]()
        .next();
      await expect(next).rejects.toThrow(/nothing was sent/);
    }
    expect(asked()).toEqual([]);
  });

  it.for<[string, (room: Room) => AsyncIterable<unknown>, RegExp]>([
    [
      'an option',
      (room) => room.events({ onParticipant: () => {} } as object),
      /unknown option of events: .+after/,
    ],
    ['a text', (room) => room.events('m1' as never), /^unknown option of events: not shown here/],
    [
      'a listener',
      (room) => room.events({ onParticipants: 5 as never }),
      /onParticipants must be a function/,
    ],
    [
      'a listener of deletions',
      (room) => room.events({ onDeleted: 'm1' as never }),
      /onDeleted must be a function/,
    ],
    [
      'an option of its messages',
      (room) => room.messages({ limit: 3 } as object),
      /^unknown option of messages/,
    ],
  ])('are refused by their own name with what they do not know: %s', async ([, read, message]) => {
    const { room, asked } = await enter([]);
    await expect(read(room)[Symbol.asyncIterator]().next()).rejects.toThrow(message);
    expect(asked()).toEqual([]);
  });

  it('pass over what they do not know, and fail at what is no event', async () => {
    const unknown = 'event: typing\ndata: {}\n\nevent: message\n\n: a comment\n\n';
    expect(await follow([list('m1'), stream(unknown + closed)])).toMatchObject({ events: ['deleted'] });
    const { failure } = await follow([list('m1'), stream('data: hunter2\n\n')]);
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError' });
    expect(inspect(failure)).not.toContain('hunter2');
    const endless = await follow([list('m1'), stream(`data: ${'x'.repeat(2_000_000)}`)]);
    expect(endless.failure).toMatchObject({ name: 'UnexpectedResponseError' });
  });

  it('let go of the connection when they are left or aborted', async () => {
    let left = 0;
    const staying: Reply = (response, request) => {
      response.on('close', () => (left += 1));
      stream(said('m2'), 'stay')(response, request);
    };
    const { room } = await enter([list('m1'), staying]);
    for await (const event of room.events()) {
      expect(event).toMatchObject({ message: { text: 'm2' } });
      break;
    }
    await expect.poll(() => left).toBe(1);
    const stop = new AbortController();
    const events = room.events({ signal: stop.signal, after: 'm1' })[Symbol.asyncIterator]();
    await events.next();
    const next = events.next();
    stop.abort('enough');
    await expect(next).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'enough' });
    await expect.poll(() => left).toBe(2);
  });
});

describe('a connection that has died unnoticed', () => {
  it.for<[string, Reply[]]>([
    ['is given up, and another one is made', [stream(said('m2'), 'stay')]],
    ['is given up while it is made, too', [stream(said('m2')), hang]],
  ])('%s', async ([, died]) => {
    const { room, seen } = await enter([...died, stream(closed)]);
    const types: string[] = [];
    const walk = async () => {
      for await (const { type } of room.events({ after: 'm1' })) types.push(type);
    };
    await asTimePasses(walk, () => types.length === 1 && seen.length <= 1 + died.length);
    expect(types).toEqual(['message', 'closed']);
    expect(seen.at(-1)!.headers['last-event-id']).toBe('m2');
  });
});
