import { checkFields, checkOptions } from '../internal/check-call.ts';
import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import { eitherSignal } from '../internal/either-signal.ts';
import { underOneKey } from '../internal/idempotency-key.ts';
import { idleTimeout, type CallOptions, type RequestOptions } from '../core/operation.ts';
import type { Given } from '../core/resource.ts';
import { must, TempshareError } from '../core/tempshare-error.ts';
import { withHeader } from '../sealing/access.ts';
import { isRepeated } from '../sealing/sealed-call.ts';
import type { EnvelopeKeys } from '../envelope/index.ts';
import { consume } from '../files/consume.ts';
import { openedFile } from '../files/download.ts';
import type { FileSource } from '../files/source.ts';
import { upload, type UploadOptions } from '../files/upload.ts';
import * as operations from '../gen/operations.ts';
import type {
  FileCreated,
  RoomMessage,
  RoomMessageCreate,
  RoomMessageCreated,
  RoomParticipants,
  RoomState,
} from '../gen/types.gen.ts';
import { announcedFile, draftRoomFile } from './create-file.ts';
import { sealMessage } from './create-message.ts';
import { follow, type Feed } from './follow.ts';
import { headTimeout, within, type HeadLimits } from './idle-timeout.ts';
import { openMessage, openParticipants, type OpenedMessage, type Participants } from './message.ts';
import { listMessages, type RoomSide } from './operations.ts';

/** Event of a room. */
export type RoomEvent =
  | { type: 'message'; message: OpenedMessage }
  /** The last one. */
  | { type: 'closed'; state: RoomState };

export interface EventsOptions extends CallOptions {
  /** The id of a message: those that came after it come first. Without it, from now on. */
  after?: string | undefined;
  /** Called with who is here, from when that is known on, and whenever somebody comes or goes. What it throws ends the stream. */
  onParticipants?: ((participants: Participants) => void) | undefined;
  /** Called with the id of each message that the owner deletes from then on. What it throws ends the stream. */
  onDeleted?: ((messageId: string) => void) | undefined;
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
  /** An `idempotencyKey` of a guest has at least 22 characters, all of them random. */
  post(message: Given<RoomMessageCreate>, options?: RequestOptions): Promise<{ id: string }>;
  /** Takes an `idempotencyKey` in a room that the service seals: the key of a sealed file is new each time. */
  send(file: FileSource, about?: AboutFile, options?: UploadOptions): Promise<{ id: string }>;
  /**
   * Follows the room until it closes, over as many connections as it takes: each message that comes from now on, or
   * after the message `after`, comes once, in the room's order. Ends after `closed`. End it with `break` or, while
   * nothing comes, with the `signal`.
   */
  events(options?: EventsOptions): AsyncIterable<RoomEvent>;
}

export interface EnteredRoom extends RoomSide {
  name: string;
  expiresAt: string;
  encryption: 'server' | 'e2e';
  keys: EnvelopeKeys | undefined;
}

export interface RoomLimits extends HeadLimits {
  maxRetryAfter?: number | undefined;
}

export function roomHandle(context: Context, room: EnteredRoom, limits: RoomLimits): Room {
  const { invoke } = context;
  const { side, access, id, name, expiresAt, encryption, keys } = room;
  const { timeout, maxRetries } = limits;
  const download = (fileId: string, signal: AbortSignal) => {
    const options = { timeout, maxRetries, signal, [idleTimeout]: true } as CallOptions;
    return access((sent) => invoke<Response>(side.download, { path: { id, fileId } }, sent), options);
  };
  const opened = (message: RoomMessage) =>
    openMessage(message, keys, (info, fileId) => openedFile(info, (signal) => download(fileId, signal)));
  return {
    id,
    name,
    expiresAt,
    encryption,
    async *messages(options) {
      checkOptions('messages', options);
      for await (const message of listMessages(context, room, options)) yield await opened(message);
    },
    async post(message, given) {
      const [input, options] = [{ ...message }, { ...given }];
      checkOptions('post', options);
      checkFields('post', input, ['text', 'author']);
      const body = keys ? await sealMessage(input, keys, options) : input;
      const post = (sent: RequestOptions) =>
        invoke<RoomMessageCreated>(side.post, { path: { id }, body }, sent);
      return checkedResponse(await access(post, underOneKey(options)), 'id');
    },
    send: (file, about, options) =>
      consume(file, (file) => sendFile(context, room, { file, about, options: { ...options } })),
    async *events({ after, onParticipants, onDeleted, ...options } = {}) {
      checkOptions('events', options, 'after', 'onParticipants', 'onDeleted');
      must(!onParticipants || typeof onParticipants === 'function', 'onParticipants must be a function');
      must(!onDeleted || typeof onDeleted === 'function', 'onDeleted must be a function');
      if (after !== undefined) checkMessageId(after);
      const feed = feedOf({ context, room, limits }, { ...options, onParticipants, onDeleted });
      for await (const event of follow(feed, after))
        yield 'message' in event
          ? { type: 'message', message: await opened(event.message) }
          : { type: 'closed', state: event.closed };
    },
  };
}

/** Announces a file as a message, and uploads it. */
async function sendFile(
  context: Context,
  room: EnteredRoom,
  { file, about, options }: { file: FileSource; about: AboutFile | undefined; options: UploadOptions },
): Promise<{ id: string }> {
  const { side, access, id, keys } = room;
  checkOptions('send', options, 'onProgress');
  checkFields('send', about, ['fileName', 'mediaType', 'author']);
  const { body, source, fileKey } = await draftRoomFile({ ...about, file }, keys, options);
  const { onProgress: _, ...sent } = options;
  const announce = async (sent: RequestOptions) => {
    const call = context.invoke<FileCreated>(side.announce, { path: { id }, body }, sent);
    return { created: await call, replayed: await isRepeated(call) };
  };
  const { created, replayed } = await access(announce, underOneKey(sent));
  const repeated = options.idempotencyKey !== undefined || replayed;
  const { signal, headers } = options;
  const announced = announcedFile(created, () => listMessages(context, room, { signal, headers }));
  await upload(context, { announced: { ...announced, repeated }, source, fileKey }, options);
  return created;
}

/** Requests of a feed, and the caller's callbacks for participants and deleted messages. */
function feedOf(
  { context, room, limits }: { context: Context; room: EnteredRoom; limits: RoomLimits },
  { onParticipants, onDeleted, ...options }: EventsOptions,
): Feed {
  const { access, id, expiresAt, keys } = room;
  const { timeout = Infinity } = options;
  return {
    connect(last) {
      const dropped = new AbortController();
      const signal = eitherSignal(dropped.signal, options.signal);
      // The owner follows as the guests do, with the access proof alone.
      const call = access(
        (sent) => context.invoke<Response>(operations.publicRoomsEvents, { path: { id } }, sent),
        withHeader({ ...options, timeout, signal }, 'last-event-id', last),
      );
      return within(headTimeout(limits), call, () => dropped.abort());
    },
    messages: () => listMessages(context, room, options),
    ended: () => (Date.parse(expiresAt) <= Date.now() ? 'expired' : 'deleted'),
    signal: options.signal,
    participants: async (data) => onParticipants?.(await openParticipants(data as RoomParticipants, keys)),
    deleted: (data) => onDeleted?.(checkedResponse(data as { messageId: string }, 'messageId').messageId),
    maxRetryAfter: limits.maxRetryAfter,
  };
}

/** It is sent, and a link or its key could be passed in its place. */
function checkMessageId(id: unknown): void {
  if (typeof id === 'string' && /^(?![\w-]{43}$)[\w-]{1,255}$/.test(id)) return;
  throw new TempshareError('after must be the id of a message; nothing was sent');
}
