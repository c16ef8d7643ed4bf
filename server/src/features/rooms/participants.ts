import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { presentIn, type Presence, type Present } from '../../sessions/presence.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { authorIn, checkPost } from './post.ts';
import { roomRef, type FoundRoom } from './room.ts';
import { topicOf } from './store.ts';

const PART = 'participant';

/** @throws ServiceProblem `validation_failed` */
export function sealName(vault: ItemVault, room: FoundRoom, author: string | undefined): Buffer | null {
  if (author === undefined) return null;
  checkPost(room.encryption, { author });
  const dataKey = vault.unlockUnprotected(roomRef(room.id), room.wrappedKey);
  return vault.sealPart(roomRef(room.id), {
    part: PART,
    dataKey,
    plaintext: Buffer.from(authorIn(room.encryption, author)!),
  });
}

export const presenceOf = (roomId: string, tokenHash: Buffer): Presence => ({
  itemId: roomId,
  tokenHash,
  topic: topicOf(roomId),
});

export async function participantsOf(
  db: Db,
  vault: ItemVault,
  room: Pick<FoundRoom, 'id' | 'wrappedKey'>,
): Promise<Schema<'RoomParticipants'>> {
  return toParticipants(vault, room, await presentIn(db, room.id));
}

export function toParticipants(
  vault: ItemVault,
  { id, wrappedKey }: Pick<FoundRoom, 'id' | 'wrappedKey'>,
  present: readonly Present[],
): Schema<'RoomParticipants'> {
  const sealedNames = present.flatMap(({ name }) => name ?? []);
  const dataKey = vault.unlockUnprotected(roomRef(id), wrappedKey);
  const names = sealedNames.map((name) =>
    vault.open(roomRef(id), { part: PART, dataKey, sealed: name }).toString(),
  );
  return { names, unnamed: present.length - sealedNames.length };
}
