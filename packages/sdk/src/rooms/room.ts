import type { EnvelopeKeys } from '../envelope/index.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import type { FilesResource, PublicRoomsResource, RoomsResource } from '../gen/resources.ts';
import type { RoomMessage, RoomMessageCreate, RoomState } from '../gen/types.gen.ts';
import type { Given } from '../core/resource.ts';
import { checkFields, checkOptions } from '../core/check-call.ts';
import { consume, isRepeated } from '../files/consume.ts';
import type { FileSource } from '../files/source.ts';
import { bySilence, type CallOptions, type RequestOptions } from '../core/operation.ts';
import type { SendOptions, UploadOptions } from '../e2e/resources.ts';
import { checkedAnswer, checkedRows, optionalText } from '../core/checked-response.ts';
import { checkedKeys, proven, provenKeys, withHeader, withProof } from '../links/access.ts';
import { openedFile } from '../files/download.ts';
import { follow } from './follow.ts';
import { LinkError, parseLink, type ParsedLink } from '../links/link.ts';
import { openMessage, type OpenedMessage } from './message.ts';
import { untilHead, within, type Patience } from './idle-timeout.ts';

export interface RoomOptions {
  /** Of a room that was sealed under one as well. */
  password?: string | undefined;
}

/** What happens in a room. */
export type RoomEvent =
  | { type: 'message'; message: OpenedMessage }
  /** The last one. */
  | { type: 'closed'; state: RoomState };

/** What a caller may set to follow a room. */
export interface EventsOptions extends CallOptions {
  /** The id of a message: those that came after it come first. Without it, from now on. */
  after?: string | undefined;
}

interface AboutFile {
  fileName?: string | undefined;
  mediaType?: string | undefined;
  author?: string | undefined;
}

/** A room that has been entered. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string;
  readonly encryption: 'server' | 'e2e';
  /** Newest first, page by page as they are reached. */
  messages(options?: CallOptions): AsyncIterable<OpenedMessage>;
  post(message: Given<RoomMessageCreate>, options?: CallOptions): Promise<{ id: string }>;
  send(file: FileSource, about?: AboutFile, options?: SendOptions): Promise<{ id: string }>;
  /**
   * Follows the room until it closes, over as many connections as it takes: each message that comes from now on, or
   * after the message `after`, comes once, in the room's order. Ends after `closed`. Break off with `break` or, while
   * nothing comes, with the `signal`.
   */
  events(options?: EventsOptions): AsyncIterable<RoomEvent>;
}

/** A room that its owner has entered, who alone can repeat a call under an `idempotencyKey`. */
export interface OwnedRoom extends Room {
  post(message: Given<RoomMessageCreate>, options?: RequestOptions): Promise<{ id: string }>;
  /** Takes an `idempotencyKey` in a room that the service seals: the key of a sealed file is new each time. */
  send(file: FileSource, about?: AboutFile, options?: UploadOptions): Promise<{ id: string }>;
}

/** Either side of the contract's rooms, the owner's and the participants'. */
interface Operations {
  messages: Pick<RoomsResource['messages'], 'list' | 'create'>;
  files: Pick<RoomsResource['files'], 'create' | 'download'>;
}

/** What a room is entered through. */
interface Doors {
  /** Whose side does not matter: it is followed with the access proof alone. */
  guests: Pick<PublicRoomsResource, 'get' | 'events'>;
  files: Pick<FilesResource, 'upload'>;
}

interface Facts {
  id: string;
  name: string;
  expiresAt: string;
  encryption: 'server' | 'e2e';
  keys: EnvelopeKeys | undefined;
}

interface Limits extends Patience {
  maxRetryAfter?: number | undefined;
}

/** Enters a room by its link as its owner, whose posts are marked so. */
export async function ownedRoom(
  parts: Doors & { rooms: Pick<RoomsResource, 'get' | 'messages' | 'files'>; call: { limits: Limits } },
  roomUrl: string,
  { password, ...options }: CallOptions & RoomOptions = {},
): Promise<OwnedRoom> {
  checkNoId(roomUrl);
  const { id, linkKey } = parseRoomLink(roomUrl);
  const facts = checkedAnswer(await parts.rooms.get(id, options));
  const keys = await provenKeys(parts.guests, id, await checkedKeys(facts, linkKey, password), options);
  const said = checkedAnswer(facts, 'name', 'expiresAt');
  const { limits } = parts.call;
  const { timeout = limits.timeout, maxRetries = limits.maxRetries } = options;
  return handle(parts, { ...said, id, keys }, parts.rooms, { ...limits, timeout, maxRetries });
}

/** Enters a room by its link as a guest. */
export async function guestRoom(
  rooms: PublicRoomsResource,
  files: FilesResource,
  { id, linkKey }: ParsedLink,
  { password, maxRetryAfter, ...options }: CallOptions & RoomOptions & Limits = {},
): Promise<Room> {
  const outside = checkedAnswer(await rooms.get(id, options));
  const keys = await checkedKeys(outside, linkKey, password);
  const inside = keys ? await proven(keys, rooms.get(id, withProof(options, keys))) : outside;
  const facts = checkedAnswer(inside, 'expiresAt');
  const { expiresAt, encryption } = facts;
  const name = optionalText(facts.name) ?? '';
  const limits = { ...options, maxRetryAfter };
  return handle({ guests: rooms, files }, { id, name, expiresAt, encryption, keys }, rooms, limits);
}

/** @throws LinkError for the id of a room in place of its link */
function checkNoId(roomUrl: unknown): void {
  if (typeof roomUrl !== 'string' || !/^[\da-z]{22}$/i.test(roomUrl)) return;
  throw new LinkError(
    'missing_key',
    'a room is sealed end-to-end by default, and its id alone does not hold the key: pass the whole roomUrl, with its #fragment; nothing was sent',
  );
}

/** @throws LinkError `invalid_link` for a link to anything but a room */
export function parseRoomLink(link: string): ParsedLink {
  const parsed = parseLink(link);
  if (parsed.kind === 'room') return parsed;
  throw new LinkError('invalid_link', `this is not the link of a room, but of a ${parsed.kind}`);
}

function handle(
  doors: Doors,
  { id, name, expiresAt, encryption, keys }: Facts,
  { messages, files }: Operations,
  { timeout, maxRetries, maxRetryAfter }: Limits,
): OwnedRoom {
  const patience = { timeout, maxRetries };
  const withAccess = (options: RequestOptions = {}) => withProof(options, keys);
  const opened = (message: RoomMessage) =>
    openMessage(message, keys, (file, fileId) =>
      openedFile(file, (signal) =>
        files.download(id, fileId, withAccess({ ...patience, signal, [bySilence]: true } as CallOptions)),
      ),
    );
  const list = (options?: CallOptions) => checkedRows(messages.list(id, undefined, withAccess(options)));
  return {
    id,
    name,
    expiresAt,
    encryption,
    async *messages(options) {
      for await (const message of list(options)) yield await opened(message);
    },
    async post(message, given) {
      const [said, options] = [{ ...message }, { ...given }];
      checkOptions('post', options);
      checkFields('post', said, ['text', 'author']);
      const { sealMessage } = await import('../e2e/create.ts');
      const body = keys ? await sealMessage(said, keys, options) : said;
      return checkedAnswer(await messages.create(id, body, withAccess(options)), 'id');
    },
    send: (file, about, given) =>
      consume(file, async (file) => {
        const [said, options] = [{ ...about, file }, { ...given }];
        checkOptions('send', options, 'onProgress');
        checkFields('send', about, ['fileName', 'mediaType', 'author']);
        const { announceRoomFile } = await import('../e2e/create.ts');
        const { body, send } = await announceRoomFile(said, keys, options);
        const { onProgress: _, ...sent } = options;
        const call = files.create(id, body, withAccess(sent));
        const announced = await call;
        const repeated = options.idempotencyKey !== undefined || (await isRepeated(call));
        const { signal, headers } = options;
        await send(doors.files, announced, () => list({ signal, headers }), repeated, options);
        return announced;
      }),
    async *events({ after, ...options } = {}) {
      if (after !== undefined) checkMessageId(after);
      const connect = (last: string | undefined) => {
        const dropped = new AbortController();
        const { timeout = Infinity } = options;
        const signal = either(dropped.signal, options.signal);
        const access = withAccess({ ...options, timeout, signal });
        const answer = doors.guests.events(id, withHeader(access, 'last-event-id', last));
        return within(untilHead(patience), answer, () => dropped.abort());
      };
      const feed = {
        connect,
        messages: () => list(options),
        ended: () => (Date.parse(expiresAt) <= Date.now() ? 'expired' : 'deleted') as RoomState,
        signal: options.signal,
        maxRetryAfter,
      };
      for await (const event of follow(feed, after)) {
        yield 'message' in event
          ? { type: 'message', message: await opened(event.message) }
          : { type: 'closed', state: event.closed };
      }
    },
  };
}

/** A signal that aborts when one of the two does. */
export const either = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one;

/** It is sent, and a link or its key could be passed in its place. */
function checkMessageId(id: unknown): void {
  if (typeof id === 'string' && /^(?![\w-]{43}$)[\w-]{1,255}$/.test(id)) return;
  throw new TempshareError('after must be the id of a message; nothing was sent');
}
