import { compactJwe, limits } from '@tempshare/contract';
import { visibleName } from '@tempshare/sdk/names';
import type { RoomFileCreate, RoomMessageCreate } from '@tempshare/sdk/types';
import { LONGEST_ROOM, roomLifetime, timestamp } from '../../domain/lifetime.ts';
import { owned, ownedBy, ownership } from '../../domain/ownership.ts';
import { lockOf } from '../../domain/protection.ts';
import { bytesIn, reserve, toLimits } from '../../domain/reserve.ts';
import { beginSession, type MovedEnd } from '../../domain/session.ts';
import { linkId } from '../../domain/tokens.ts';
import { update } from '../../domain/update.ts';
import type { Feature } from '../../feature.ts';
import { done } from '../../http/done.ts';
import { faultsOf, type Schema } from '../../http/json-schema.ts';
import { noMoreFields } from '../../http/no-more-fields.ts';
import { cutPage } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import type { State } from '../../state.ts';
import { downloadReply, type RangeHeaders } from '../files/attachment.ts';
import { announceIn, hasArrived, moveUrls } from '../files/file.ts';
import { follow } from './events.ts';
import {
  bytesOf,
  close,
  endRoom,
  enteredRoom,
  fileOf,
  held,
  messageRecord,
  openRoom,
  participantsIn,
  post,
  publicRecord,
  remove,
  removeGuests,
  roomsOf,
  sweep,
  wakeFollowers,
  type Post,
  type StoredRoom,
} from './room.ts';

type Poster = Omit<Post, 'author' | 'content'>;

const handlers: Feature<'rooms'>['handlers'] = {
  'rooms.create': ({ state, key, now, body }) => {
    const { name, label = null, encryption, ttlHours, expiresAt: at, ...guards } = body;
    const { accessProofHash, kdfIterations, ...rest } = guards;
    noMoreFields(rest);
    const times = roomLifetime({ ttlHours, expiresAt: at }, now);
    const empty = {
      messages: [],
      happened: [],
      files: [],
      guestFiles: [],
      followers: new Set<() => void>(),
      present: [],
      authorId: `author_${linkId()}`,
    };
    const own = {
      ...ownership(key),
      name,
      label,
      encryption,
      lock: lockOf({ accessProofHash, kdfIterations }),
    };
    const roomId = linkId();
    roomsOf(state).set(roomId, { id: roomId, state: 'open', ...own, ...empty, ...times });
    const roomUrl = `${state.appUrl}/en/room/${roomId}`;
    const [createdAt, expiresAt] = [timestamp(now), timestamp(times.expiresAt)];
    return { status: 201, body: { success: true, roomId, roomUrl, encryption, expiresAt, createdAt } };
  },

  'rooms.list': ({ state, key, query }) => {
    const matching = ownedBy(roomsOf(state), key.id).filter(
      (room) => query.state === undefined || query.state === room.state,
    );
    const { rows, page } = cutPage(matching, ['rooms', key.id, query.state], query);
    return { status: 200, body: { rooms: rows.map((room) => ownRecord(state, room)), ...page } };
  },

  'rooms.get': ({ state, key, params }) => {
    const room = owned(roomsOf(state), key.id, params.id);
    return { status: 200, body: ownRecord(state, room) };
  },

  'rooms.update': ({ state, key, params, body }) => {
    const room = openRoom(state, params.id, key.id);
    const move = (end: MovedEnd): void => {
      for (const file of room.files) moveUrls(state, file, end);
    };
    update(state, room, { change: body, longest: LONGEST_ROOM, move });
    wakeFollowers(room);
    return { status: 200, body: ownRecord(state, room) };
  },

  'rooms.delete': ({ state, key, params }) => {
    const room = owned(roomsOf(state), key.id, params.id);
    endRoom(state, room, 'deleted');
    roomsOf(state).delete(room.id);
    return done('The room, its messages and its files have been deleted.');
  },

  'rooms.messages.list': ({ state, key, params, query }) => {
    const room = openRoom(state, params.id, key.id);
    const { status, body } = messagePage(room, query);
    const messages = body.messages.map((message) => ({
      ...message,
      ...(message.from === 'guest' && { authorId: room.authorId }),
    }));
    return { status, body: { ...body, messages } };
  },
  'rooms.messages.delete': ({ state, key, params }) => {
    const room = openRoom(state, params.id, key.id);
    remove(
      state,
      room,
      room.messages.find(({ id }) => id === params.messageId),
    );
    return done('The message has been deleted.');
  },
  'rooms.authors.delete': ({ state, key, params }) => {
    const room = openRoom(state, params.id, key.id);
    const deletedCount = params.authorId === room.authorId ? removeGuests(state, room) : 0;
    if (deletedCount === 0) throw notFound();
    const message = 'All messages and files of the author have been deleted.';
    return { status: 200, body: { success: true, message, deletedCount } };
  },
  'rooms.messages.create': ({ state, key, params, body }) =>
    postText(state, openRoom(state, params.id, key.id), { from: 'owner', ...body }),
  'rooms.files.create': ({ state, key, params, body }) =>
    postFile(state, openRoom(state, params.id, key.id), { from: 'owner', ...body }),
  'rooms.files.delete': ({ state, key, params }) => {
    const room = openRoom(state, params.id, key.id);
    remove(
      state,
      room,
      room.messages.find((message) => fileOf(message)?.id === params.fileId),
    );
    return done('The file and its message have been deleted.');
  },
  'rooms.files.download': ({ state, key, params, headers }) =>
    download(openRoom(state, params.id, key.id), params.fileId, headers),

  'public.rooms.get': async (call) => {
    const { state, session, params, headers } = call;
    const room = openRoom(state, params.id);
    const hidden = room.encryption === 'e2e' && !session && headers['x-access-proof'] === undefined;
    if (!hidden) await enteredRoom(call);
    const limits = toLimits(state.capacity.room, held(state, room));
    return { status: 200, body: { ...publicRecord(room), ...(!hidden && { name: room.name, limits }) } };
  },

  'public.rooms.sessions.create': async (call) => {
    const room = await enteredRoom(call);
    const { author } = call.body ?? {};
    if (author !== undefined) refuse(faultsOf(RULES[room.encryption], { author }, '/body'));
    return beginSession(call.state, room, { name: authorIn(room, author) });
  },
  'public.rooms.messages.list': async (call) => messagePage(await enteredRoom(call), call.query),
  'public.rooms.messages.create': async (call) =>
    postText(call.state, await enteredRoom(call), { from: 'guest', ...call.body }),
  'public.rooms.files.create': async (call) =>
    postFile(call.state, await enteredRoom(call), { from: 'guest', ...call.body }),
  'public.rooms.files.download': async (call) =>
    download(await enteredRoom(call), call.params.fileId, call.headers),

  'public.rooms.participants.list': async (call) => ({
    status: 200,
    body: participantsIn(await enteredRoom(call)),
  }),

  'public.rooms.events': async (call) => {
    const { state, session, headers } = call;
    const room = await enteredRoom(call);
    // As HTTP/1.1 has it for a stream without an end in sight. Under MSW 3 Node.js takes the abort of any other for its end,
    // and fails an assertion of its own, which ends the process.
    const chunked = { 'Transfer-Encoding': 'chunked', 'X-Accel-Buffering': 'no' };
    return {
      status: 200,
      headers: chunked,
      stream: follow(state, room, { lastEventId: headers['last-event-id'], session }),
    };
  },
};

export const rooms: Feature<'rooms'> = { handlers, sweep, bytesOf, close };

function ownRecord(state: State, room: StoredRoom) {
  const { name, label, state: now, livemode, messages } = room;
  const limits = toLimits(state.capacity.room, now === 'open' ? held(state, room) : undefined);
  const own = { name, label, state: now, livemode, messageCount: messages.length, limits };
  return { ...publicRecord(room), ...own, createdAt: timestamp(room.createdAt) };
}

function messagePage(room: StoredRoom, query: { limit: number; cursor?: string | undefined }) {
  const placed = room.messages.map((message, place) => ({ id: message.id, createdAt: place, message }));
  const { rows, page } = cutPage(placed, ['room-messages', room.id], query);
  const messages = rows.map(({ message }) => messageRecord(message));
  return { status: 200, body: { messages, ...page } } as const;
}

function postText(state: State, room: StoredRoom, { from, text, ...by }: RoomMessageCreate & Poster) {
  refuse(faultsOf(RULES[room.encryption], { text, ...by }, '/body'));
  const author = authorIn(room, by.author);
  reserve(state, container(state, room), [{ bytes: bytesIn(text, author) }]);
  const { id, createdAt } = post(state, room, { from, author, content: text });
  return { status: 201, body: { success: true, id, createdAt: timestamp(createdAt) } } as const;
}

function postFile(state: State, room: StoredRoom, { from, ...body }: RoomFileCreate & Poster) {
  refuse([
    ...faultsOf(RULES[room.encryption], body, '/body'),
    ...faultsOf(room.encryption === 'e2e' ? { required: ['sealedMetadata'] } : true, body, '/body'),
  ]);
  const author = authorIn(room, body.author);
  const [{ file, uploadUrl }] = announceIn(state, container(state, room), {
    files: [body],
    until: room.expiresAt,
    onArrival: (arrived) => post(state, room, { from, author, content: arrived }),
  });
  room.files.push(file);
  if (from === 'guest') room.guestFiles.push(file);
  const createdAt = timestamp(state.now);
  return { status: 201, body: { success: true, id: file.id, uploadUrl, createdAt } } as const;
}

const container = (state: State, room: StoredRoom) =>
  ({ kind: 'room', keyId: room.keyId, encryption: room.encryption, held: held(state, room) }) as const;

function download(room: StoredRoom, fileId: string, headers: RangeHeaders) {
  const file = room.files.find(({ id }) => id === fileId);
  if (!file || !hasArrived(file)) throw notFound();
  return downloadReply(file, headers);
}

const JWE = {
  pattern: compactJwe,
  'x-pattern-message': 'must be a compact JWE (RFC 7516) when encryption is e2e',
};

/** Rules of a post beyond its schema, which depend on the room's encryption. */
const RULES: Record<StoredRoom['encryption'], Schema> = {
  server: {
    properties: {
      text: { maxLength: limits.messageLength },
      author: { maxLength: limits.authorLength },
      sealedMetadata: false,
    },
  },
  e2e: { properties: { text: JWE, author: JWE, fileName: false, mediaType: false } },
};

/** The name of an author as it is kept: as it can be shown where the service can read it. */
function authorIn(room: StoredRoom, author: string | undefined): string | undefined {
  if (author === undefined || room.encryption === 'e2e') return author;
  const visible = visibleName(author);
  if (visible === '')
    refuse([{ pointer: '/body/author', code: 'pattern', detail: 'must have a visible character' }]);
  return visible;
}

function refuse(faults: ReturnType<typeof faultsOf>): void {
  if (faults.length > 0) throw invalid(faults);
}
