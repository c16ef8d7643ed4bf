import { deriveKeys, open, openMetadata, type EnvelopeKeys, type LinkKey } from '../envelope/index.ts';
import { TempshareError } from '../tempshare-error.ts';
import type { FilesResource, PublicRoomsResource, RoomsResource } from '../gen/resources.ts';
import type { RoomMessage, RoomMessageCreate, RoomState } from '../gen/types.gen.ts';
import type { FileSource } from '../files/source.ts';
import type { RequestOptions } from '../operation.ts';
import type { UploadOptions } from '../sealing/resources.ts';
import { openedFile, type OpenedFile } from './file.ts';
import { follow } from './follow.ts';
import { LinkError, parseLink, type ParsedLink } from './link.ts';

export interface RoomOptions {
  /** Of a room that was sealed under one as well. */
  password?: string | undefined;
}

/** A message or file of a room, opened. */
export interface OpenedMessage {
  id: string;
  from: RoomMessage['from'];
  createdAt: string;
  author?: string;
  text?: string;
  file?: OpenedFile & { readonly id: string };
  /** Set when the content did not open: a participant sealed it with another key, or it was changed. */
  damaged?: true;
}

/** What happens in a room. */
export type RoomEvent =
  | { type: 'message'; message: OpenedMessage }
  /** The last one. */
  | { type: 'closed'; state: RoomState };

/** What a caller may set to follow a room. */
export interface EventsOptions extends RequestOptions {
  /** The id of a message: those that came after it come first. Without it, from now on. */
  after?: string | undefined;
}

/** A room that has been entered. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string;
  readonly encryption: 'server' | 'e2e';
  /** Newest first, page by page as they are reached. */
  messages(options?: RequestOptions): AsyncIterable<OpenedMessage>;
  post(message: RoomMessageCreate, options?: RequestOptions): Promise<{ id: string }>;
  send(
    file: FileSource,
    about?: { fileName?: string; mediaType?: string; author?: string },
    options?: UploadOptions,
  ): Promise<{ id: string }>;
  /**
   * Follows the room until it closes, over as many connections as it takes: each message that comes from now on, or
   * after the message `after`, comes once, in the room's order. Ends after `closed`. Break off with `break` or, while
   * nothing comes, with the `signal`.
   */
  events(options?: EventsOptions): AsyncIterable<RoomEvent>;
}

/** Either side of the contract's rooms, the owner's and the participants'. */
interface Operations {
  messages: Pick<RoomsResource['messages'], 'list' | 'create'>;
  files: Pick<RoomsResource['files'], 'create' | 'download'>;
}

/** What a room is entered through. */
interface Doors {
  /** Whose side does not matter: it is followed with the access proof alone. */
  guests: Pick<PublicRoomsResource, 'events'>;
  files: Pick<FilesResource, 'upload'>;
}

interface Facts {
  id: string;
  name: string;
  expiresAt: string;
  encryption: 'server' | 'e2e';
  keys: EnvelopeKeys | undefined;
}

/** Enters a room by its link as its owner, whose posts are marked so. */
export async function ownedRoom(
  parts: Doors & { rooms: Pick<RoomsResource, 'get' | 'messages' | 'files'> },
  roomUrl: string,
  { password, ...options }: RequestOptions & RoomOptions = {},
): Promise<Room> {
  const { id, linkKey } = parseRoomLink(roomUrl);
  const facts = await parts.rooms.get(id, options);
  const keys = await checkedKeys(facts, linkKey, password);
  return handle(parts, { ...facts, id, keys }, parts.rooms);
}

/** Enters a room by its link as a guest. */
export async function guestRoom(
  rooms: PublicRoomsResource,
  files: FilesResource,
  { id, linkKey }: ParsedLink,
  { password, ...options }: RequestOptions & RoomOptions = {},
): Promise<Room> {
  const outside = await rooms.get(id, options);
  const keys = await checkedKeys(outside, linkKey, password);
  const facts = keys ? await rooms.get(id, withProof(options, keys)) : outside;
  return handle({ guests: rooms, files }, { ...facts, name: facts.name ?? '', id, keys }, rooms);
}

/** @throws LinkError `invalid_link` for a link to anything but a room */
export function parseRoomLink(link: string): ParsedLink {
  const parsed = parseLink(link);
  if (parsed.kind === 'room') return parsed;
  throw new LinkError('invalid_link', `this is not the link of a room, but of a ${parsed.kind}`);
}

/** The keys of a room, if the service's word on it fits the link and the password. */
export async function checkedKeys(
  { encryption, kdfIterations: iterations }: { encryption: 'server' | 'e2e'; kdfIterations?: number },
  linkKey: LinkKey | undefined,
  password: string | undefined,
): Promise<EnvelopeKeys | undefined> {
  checkMode(encryption, linkKey);
  if (!linkKey) return undefined;
  if (iterations === undefined) return deriveKeys(linkKey);
  if (password === undefined || password === '') throw passwordRequired();
  return deriveKeys(linkKey, { password, iterations });
}

/** @throws LinkError when the service's word on who can read does not fit the link */
export function checkMode(encryption: 'server' | 'e2e', linkKey: LinkKey | undefined): void {
  if (encryption !== 'server' && !linkKey) {
    throw new LinkError(
      'missing_key',
      'the link is not whole: what it leads to is sealed end-to-end, and the key, which stands behind its #, is missing; nothing was consumed',
    );
  }
  if (encryption !== 'e2e' && linkKey) {
    throw new LinkError(
      'not_end_to_end',
      'the link says that its content is sealed end-to-end, but the service says that it is not: it may have been exchanged; nothing was sent or consumed',
    );
  }
}

export function passwordRequired(): LinkError {
  return new LinkError('password_required', 'a password is needed; nothing was consumed');
}

function handle(
  doors: Doors,
  { id, name, expiresAt, encryption, keys }: Facts,
  { messages, files }: Operations,
): Room {
  const withAccess = (options: RequestOptions = {}) => withProof(options, keys);
  const opened = (message: RoomMessage) =>
    openMessage(message, keys, (fileId, signal) =>
      files.download(id, fileId, withAccess({ signal, timeout: Infinity })),
    );
  return {
    id,
    name,
    expiresAt,
    encryption,
    async *messages(options) {
      for await (const message of messages.list(id, undefined, withAccess(options)))
        yield await opened(message);
    },
    async post(message, options) {
      const { sealMessage } = await import('../sealing/seal.ts');
      const body = keys ? await sealMessage(message, keys, options) : message;
      return messages.create(id, body, withAccess(options));
    },
    async send(file, about, options = {}) {
      const { announceRoomFile } = await import('../sealing/seal.ts');
      const { body, send } = await announceRoomFile({ ...about, file }, keys, options);
      const announced = await files.create(id, body, withAccess(options));
      const { signal } = options;
      await send(doors.files, announced, () => messages.list(id, undefined, withAccess({ signal })), options);
      return announced;
    },
    async *events({ after, ...options } = {}) {
      const feed = {
        connect: (last: string | undefined) =>
          doors.guests.events(
            id,
            withHeader(withAccess({ timeout: Infinity, ...options }), 'last-event-id', last),
          ),
        messages: () => messages.list(id, undefined, withAccess(options)),
        ended: () => (Date.parse(expiresAt) <= Date.now() ? 'expired' : 'deleted') as RoomState,
        signal: options.signal,
      };
      for await (const event of follow(feed, after)) {
        yield 'message' in event
          ? { type: 'message', message: await opened(event.message) }
          : { type: 'closed', state: event.closed };
      }
    },
  };
}

const withHeader = (options: RequestOptions, name: string, value: string | undefined): RequestOptions =>
  value === undefined ? options : { ...options, headers: { ...options.headers, [name]: value } };

const withProof = (options: RequestOptions, keys: EnvelopeKeys | undefined): RequestOptions =>
  withHeader(options, 'x-access-proof', keys?.accessProof);

async function openMessage(
  { id, from, createdAt, author, text, file }: RoomMessage,
  keys: EnvelopeKeys | undefined,
  download: (fileId: string, signal: AbortSignal) => Promise<Response>,
): Promise<OpenedMessage> {
  const facts = { id, from, createdAt };
  try {
    const name = plain(author && keys ? await open(author, keys, 'author') : author);
    const content = text !== undefined && keys ? await open(text, keys, 'message') : text;
    return {
      ...facts,
      ...(name !== undefined && { author: name }),
      ...(content !== undefined && { text: content }),
      ...(file && { file: await openSharedFile(file, keys, download) }),
    };
  } catch (error) {
    if (error instanceof TempshareError) return { ...facts, damaged: true };
    throw error;
  }
}

/** Without the control characters that the contract refuses where it can see them. */
const plain = (author: string | undefined) => author?.replaceAll(/\p{Cc}/gu, '');

async function openSharedFile(
  { id, fileName, mediaType, size, sealedMetadata }: NonNullable<RoomMessage['file']>,
  keys: EnvelopeKeys | undefined,
  download: (fileId: string, signal: AbortSignal) => Promise<Response>,
) {
  const metadata = keys
    ? await openMetadata(sealedMetadata ?? '', keys)
    : { name: fileName, type: mediaType, size };
  return { ...openedFile(metadata, (signal) => download(id, signal)), id };
}
