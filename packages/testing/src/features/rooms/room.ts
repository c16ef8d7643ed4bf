import type { PublicRoom, Room, RoomMessage, RoomParticipants } from '@tempshare/sdk/types';
import type { Amount } from '../../domain/capacity.ts';
import { LISTED_FOR, timestamp } from '../../domain/lifetime.ts';
import { ownedBy } from '../../domain/ownership.ts';
import { prove, type Lock } from '../../domain/protection.ts';
import { bytesIn, countedBytes } from '../../domain/reserve.ts';
import type { Session } from '../../domain/session.ts';
import { prefixedId } from '../../domain/tokens.ts';
import type { RecipientContext } from '../../feature.ts';
import { notFound } from '../../http/problem.ts';
import { remembered, type State } from '../../state.ts';
import {
  dropFile,
  hasArrived,
  heldByFiles,
  isAwaited,
  sharedFile,
  unchargedIn,
  type ArrivedFile,
  type StoredFile,
} from '../files/file.ts';

export interface StoredRoom {
  id: string;
  keyId: string;
  livemode: boolean;
  name: string;
  label: string | null;
  encryption: Room['encryption'];
  state: Room['state'];
  lock: Lock;
  /** The id of all guests: they come from one network here. */
  authorId: string;
  /** Messages of the room, oldest first. */
  messages: StoredMessage[];
  /** Events for followers of the room, oldest first. */
  happened: (StoredMessage | Deletion)[];
  /** Announced, whether the bytes have come or not. */
  files: StoredFile[];
  /** Files that guests have announced. */
  guestFiles: StoredFile[];
  /** Sessions that follow the room, once for each stream. */
  present: Session[];
  /** Called, and forgotten, when something has happened in the room. */
  followers: Set<() => void>;
  createdAt: number;
  expiresAt: number;
}

/** Message or file posted to a room. */
export interface Post {
  from: 'owner' | 'guest';
  author?: string | undefined;
  content: string | ArrivedFile;
}

export interface StoredMessage extends Post {
  id: string;
  createdAt: number;
}

/** That a message has been taken out of the room. */
export interface Deletion {
  id: string;
  messageId: string;
  fileId: string | undefined;
}

export const roomsOf = remembered(() => new Map<string, StoredRoom>());

/** Credentials of a participant's request. */
export interface Visit extends RecipientContext {
  params: { id: string };
  headers: { 'x-access-proof'?: string | undefined };
}

/** @throws MockProblem `not_found` unless the room is open, and the key's if one is given. */
export function openRoom(state: State, id: string, keyId?: string): StoredRoom {
  const room = roomsOf(state).get(id);
  if (room?.state !== 'open' || (keyId !== undefined && room.keyId !== keyId)) throw notFound();
  return room;
}

/** The open room of a participant, by a session or the access proof. @throws MockProblem `not_found`, or what `prove` throws. */
export async function enteredRoom({ state, session, params, headers }: Visit): Promise<StoredRoom> {
  const { lock } = openRoom(state, params.id);
  if (!session) await prove(lock, headers['x-access-proof']);
  return openRoom(state, params.id);
}

/** Puts a text, or a file whose bytes are there, into a room before its followers' eyes. */
export function post(state: State, room: StoredRoom, posted: Post): StoredMessage {
  const message: StoredMessage = { id: prefixedId('msg'), createdAt: state.now, ...posted };
  room.messages.push(message);
  room.happened.push(message);
  wakeFollowers(room);
  return message;
}

/** The id of the file that a message is, if it is one. */
export const fileOf = ({ content }: StoredMessage): ArrivedFile | undefined =>
  typeof content === 'string' ? undefined : content;

/** Removes a message with its file from a room before its followers' eyes. @throws MockProblem `not_found` */
export function remove(state: State, room: StoredRoom, message: StoredMessage | undefined): void {
  if (!message) throw notFound();
  const file = fileOf(message);
  room.messages = room.messages.filter((other) => other !== message);
  room.files = room.files.filter((other) => other !== file);
  if (file) dropFile(state, file);
  room.happened.push({ id: prefixedId('msg'), messageId: message.id, fileId: file?.id });
  wakeFollowers(room);
}

/** Removes what guests have posted and announced. @returns how many messages and files there were */
export function removeGuests(state: State, room: StoredRoom): number {
  const messages = room.messages.filter(({ from }) => from === 'guest');
  for (const message of messages) remove(state, room, message);
  const awaited = room.guestFiles.filter((file) => !hasArrived(file) && isAwaited(state, file));
  for (const file of awaited) dropFile(state, file);
  return messages.length + awaited.length;
}

/** Closes a room for everyone in it, and destroys what it holds. */
export function endRoom(state: State, room: StoredRoom, ended: 'expired' | 'deleted'): void {
  for (const file of room.files) dropFile(state, file);
  Object.assign(room, { state: ended, messages: [], happened: [], files: [], guestFiles: [] });
  wakeFollowers(room);
}

/** Returns the participants of a room. */
export function participantsIn({ present }: StoredRoom): RoomParticipants {
  const sessions = [...new Set(present)];
  const names = sessions.flatMap(({ name }) => name ?? []);
  return { names, unnamed: sessions.length - names.length };
}

export function wakeFollowers({ followers }: StoredRoom): void {
  for (const wake of followers) wake();
}

/** Ends rooms that have expired, and forgets them after 30 days. */
export function sweep(state: State): void {
  for (const room of roomsOf(state).values()) {
    if (room.state === 'open' && room.expiresAt <= state.now) endRoom(state, room, 'expired');
    if (room.expiresAt <= state.now - LISTED_FOR) roomsOf(state).delete(room.id);
  }
}

/** A message as the contract writes it. */
export function messageRecord({ id, from, author, content, createdAt }: StoredMessage): RoomMessage {
  const signed = { from, ...(author !== undefined && { author }) };
  const shown =
    typeof content === 'string'
      ? ({ kind: 'text', ...signed, text: content } as const)
      : ({ kind: 'file', ...signed, file: sharedFile(content) } as const);
  return { id, ...shown, createdAt: timestamp(createdAt) };
}

/** Returns the fields of a room that participants and the owner see. */
export function publicRecord({ id, encryption, lock, expiresAt }: StoredRoom): Omit<PublicRoom, 'name'> {
  const { kdfIterations } = lock;
  return {
    roomId: id,
    encryption,
    ...(kdfIterations !== undefined && { kdfIterations }),
    expiresAt: timestamp(expiresAt),
  };
}

/** Amount held by a room. */
export function held(state: State, { messages, files }: StoredRoom): Amount {
  const texts = messages.filter(({ content }) => typeof content === 'string');
  const { items, bytes } = heldByFiles(state, files);
  const written = texts.map(({ content, author }) => countedBytes(bytesIn(content as string, author)));
  return { items: texts.length + items, bytes: written.reduce((sum, each) => sum + each, bytes) };
}

/** The bytes that a key holds in rooms. */
export const bytesOf = (state: State, keyId: string): number =>
  ownedBy(roomsOf(state), keyId).reduce(
    (sum, room) => sum + held(state, room).bytes - unchargedIn(state, room.files),
    0,
  );

/** Ends every room for those who follow it. */
export function close(state: State): void {
  for (const room of roomsOf(state).values()) endRoom(state, room, 'deleted');
}
