import type { FilledSchema, Schema } from '@tempshare/contract';
import { authorIdOf } from '../../crypto/author-id.ts';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { isPrefixedId, prefixedId } from '../../crypto/tokens.ts';
import { cutPage, readNumberCursor } from '../../domain/page.ts';
import { notFound } from '../../domain/problem.ts';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import { BATCH, FILE_BATCH } from '../../jobs/batches.ts';
import { countedBytes, makeRoom, type Amount, type OpenContainer } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { upToCounted } from '../../storage/listing.ts';
import { downloadFile, filesByParent, type OutgoingFile } from '../files/file.ts';
import { announceFile, type Arrival } from '../files/upload.ts';
import * as store from './message-store.ts';
import { authorIn, checkPost } from './post.ts';
import { roomRef, type FoundRoom } from './room.ts';

type Content = Pick<Schema<'RoomMessage'>, 'author' | 'text'>;

export type Poster = 'owner' | { guestAt: string };

const partOf = (messageId: string): string => `message ${messageId}`;

/** @throws ServiceProblem `validation_failed`, `not_found`, `quota_exceeded` */
export async function postText(
  db: Db,
  { vault, limits }: { vault: ItemVault; limits: Amount },
  params: { room: FoundRoom; from: Poster; input: FilledSchema<'RoomMessageCreate'> },
): Promise<{ id: string; createdAt: Date }> {
  const { room, from, input } = params;
  checkPost(room.encryption, input);
  const message = newMessage(vault, room, { poster: from, author: input.author, text: input.text });
  const posted =
    (await store.insertText(db, message, limits)) ??
    (await db.transaction(async (trx) => {
      await makeRoom(roomIn(trx, room, { limits }), { bytes: message.bytes });
      return store.insertText(trx, message, limits);
    }));
  if (!posted) throw notFound();
  return { id: message.id, createdAt: posted.createdAt };
}

/** Announces a file, whose message appears once its bytes arrive. @throws ServiceProblem as `postText` */
export async function announceRoomFile(
  db: Db,
  { vault, limits }: { vault: ItemVault; limits: Amount },
  params: { room: FoundRoom; from: Poster; input: FilledSchema<'RoomFileCreate'>; now: Date },
): Promise<{ id: string; uploadToken: string }> {
  const { room, from, input, now } = params;
  checkPost(room.encryption, input, ['sealedMetadata']);
  const { author, size, fileName, mediaType, sealedMetadata } = input;
  const message = newMessage(vault, room, { poster: from, author });
  return db.transaction(async (trx) => {
    let held: store.HeldRoom | undefined;
    const container = roomIn(trx, room, { limits, locked: (room) => (held = room) });
    const taken = await makeRoom(container, { bytes: message.bytes, file: { size } });
    const fileBytes = taken - message.bytes;
    await store.insertAwaited(trx, { ...message, bytes: taken, fileBytes }, now);
    return announceFile(trx, vault, {
      parent: { kind: 'room-message', id: message.id, itemId: room.id },
      metadata: { fileName, mediaType, sealedMetadata },
      size,
      reserved: fileBytes,
      keyId: held?.keyId,
      chargedFrom: 'arrival',
      now,
      parentExpiresAt: held?.expiresAt ?? room.expiresAt,
    });
  });
}

export const roomFileArrived: Arrival = (db, { parentId, itemId }) => store.showMessage(db, itemId, parentId);

function newMessage(
  vault: ItemVault,
  room: FoundRoom,
  { poster, ...content }: Content & { poster: Poster },
): store.NewMessage {
  const id = prefixedId('msg');
  const dataKey = vault.unlockUnprotected(roomRef(room.id), room.wrappedKey);
  const author = authorIn(room.encryption, content.author);
  const plaintext = Buffer.from(JSON.stringify({ ...content, author }));
  const sealed = vault.sealPart(roomRef(room.id), { part: partOf(id), dataKey, plaintext });
  // The message of a file has only names, which are not charged.
  const bytes = content.text === undefined ? 0 : countedBytes(sealed.length);
  const authorId = poster === 'owner' ? null : authorIdOf(dataKey, poster.guestAt);
  const from = poster === 'owner' ? 'owner' : 'guest';
  return { id, roomId: room.id, from, authorId, content: sealed, bytes };
}

const roomIn = (
  db: Db,
  { id, encryption }: FoundRoom,
  { limits, locked }: { limits: Amount; locked?: (held: store.HeldRoom | undefined) => void },
): OpenContainer => ({
  kind: 'room',
  encryption,
  limits,
  lock: async () => {
    const held = await store.lockRoom(db, id);
    locked?.(held);
    return held;
  },
  forgetDead: () => store.forgetDead(db, id),
});

export async function deleteRoomFile(
  db: Db,
  { room, fileId }: { room: FoundRoom; fileId: string },
): Promise<void> {
  if (!isPrefixedId('file', fileId) || !(await deleteSome(db, room, { which: { fileId }, most: 1 })))
    throw notFound();
}

export async function deleteMessage(
  db: Db,
  { room, messageId }: { room: FoundRoom; messageId: string },
): Promise<void> {
  if (!isPrefixedId('msg', messageId) || !(await deleteSome(db, room, { which: { messageId }, most: 1 })))
    throw notFound();
}

/** Commits in batches. @throws ServiceProblem `not_found` if the author has posted nothing */
export async function deleteOfAuthor(
  db: Db,
  { room, authorId }: { room: FoundRoom; authorId: string },
): Promise<number> {
  if (!isPrefixedId('author', authorId)) throw notFound();
  let total = await store.deleteAwaitedOf(db, { roomId: room.id, authorId });
  for (const [which, most] of [
    [{ textsOf: authorId }, BATCH],
    [{ filesOf: authorId }, FILE_BATCH],
  ] as const) {
    let deleted: number;
    do total += deleted = await deleteSome(db, room, { which, most });
    while (deleted === most);
  }
  if (total === 0) throw notFound();
  return total;
}

const deleteSome = (
  db: Db,
  room: FoundRoom,
  { which, most }: { which: store.Deleted; most: number },
): Promise<number> =>
  store.deleteMessages(db, {
    roomId: room.id,
    which,
    deletionIds: Array.from({ length: most }, () => prefixedId('msg')),
  });

export async function listMessages(
  db: Db,
  vault: ItemVault,
  params: { room: FoundRoom; forOwner: boolean; limit: number; cursor?: string | undefined },
): Promise<Schema<'RoomMessageList'>> {
  const { room, forOwner, limit, cursor } = params;
  const call = { list: ['room-messages', room.id], limit, cursor };
  const before = readNumberCursor(call);
  const rows = await store.messagesBefore(db, room.id, { limit: limit + 1, before });
  const page = cutPage(call, rows, ({ seq }) => String(seq));
  const opened = await openMessages(db, vault, { ...room, messages: page.rows });
  const messages = opened.map(({ message, authorId }) => ({
    ...message,
    ...(forOwner && authorId !== null && { authorId }),
  }));
  return { messages, ...upToCounted(room.messageCount), nextCursor: page.nextCursor };
}

/** Opens messages, each with its number and author. One whose file was deleted meanwhile is left out. */
export async function openMessages(
  db: Db,
  vault: ItemVault,
  room: Pick<FoundRoom, 'id' | 'wrappedKey'> & { messages: readonly store.StoredMessage[] },
): Promise<{ seq: number; authorId: string | null; message: Schema<'RoomMessage'> }[]> {
  const ids = room.messages.filter(({ kind }) => kind === 'file').map(({ id }) => id);
  const files = await filesByParent(db, vault, { kind: 'room-message', ids, itemId: room.id });
  const dataKey = vault.unlockUnprotected(roomRef(room.id), room.wrappedKey);
  return room.messages.flatMap(({ id, seq, kind, from, authorId, content, createdAt }) => {
    const opened = vault.open(roomRef(room.id), { part: partOf(id), dataKey, sealed: content }).toString();
    const { author, text } = JSON.parse(opened) as Content;
    const [file] = files.get(id) ?? [];
    if (kind === 'file' && !file) return [];
    const message = {
      id,
      kind,
      from,
      ...(author !== undefined && { author }),
      ...(text !== undefined && { text }),
      ...(file && { file }),
      createdAt: createdAt.toISOString(),
    };
    return [{ seq, authorId, message }];
  });
}

export async function downloadRoomFile(
  db: Db,
  deps: { vault: ItemVault; blobs: Blobs },
  { room, fileId }: { room: FoundRoom; fileId: string },
): Promise<OutgoingFile> {
  const messageId = await store.findMessageOfFile(db, room.id, fileId);
  if (messageId === undefined) throw notFound();
  return downloadFile(db, deps, { parent: { kind: 'room-message', id: messageId, itemId: room.id }, fileId });
}
