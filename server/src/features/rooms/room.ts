import { timingSafeEqual } from 'node:crypto';
import type { FilledSchema, Schema } from '@tempshare/contract';
import { invalidPassword, type ItemRef, type ItemVault } from '../../crypto/item-vault.ts';
import { openLabel, sealLabel, type SealedLabel } from '../../crypto/label.ts';
import { isLinkId, sha256 } from '../../crypto/tokens.ts';
import type { Lifetimes } from '../../domain/lifetime.ts';
import { findListed, type PageInfo } from '../../domain/page.ts';
import { ownedBy, type Principal } from '../../domain/principal.ts';
import { notFound } from '../../domain/problem.ts';
import { invalidSession, isCurrent, type Session } from '../../domain/session.ts';
import { BATCH, FILE_BATCH } from '../../jobs/batches.ts';
import { endWipe } from '../../jobs/wipes.ts';
import { moveSessions } from '../../sessions/session.ts';
import type { Amount } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { changeItem } from '../../storage/item-change.ts';
import { moveUploads } from '../files/upload.ts';
import * as store from './store.ts';
import * as remains from './sweep-store.ts';

export type { FoundRoom, OwnedRoom } from './store.ts';

export const roomRef = (id: string): ItemRef => ({ kind: 'room', id });

export async function sealRoom(
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  params: { id: string; input: FilledSchema<'RoomCreate'>; principal: Principal; now: Date },
): Promise<store.NewRoom> {
  const { id, input, principal, now } = params;
  const expiresAt = deps.lifetimes.expiryOfRoom(input, now);
  const protection = { ...input, caller: principal.keyId };
  const { lock, sealed } = await deps.vault.seal(roomRef(id), { name: Buffer.from(input.name) }, protection);
  return {
    id,
    ...ownedBy(principal),
    ...sealLabel(deps.vault, roomRef(id), { label: input.label, accountId: principal.accountId }),
    wrappedKey: lock.wrappedKey,
    accessProofHash: lock.accessProofHash,
    encryption: input.encryption,
    name: sealed.name,
    kdfIterations: input.kdfIterations ?? null,
    createdAt: now,
    expiresAt,
  };
}

export { insertRoom } from './store.ts';

/** Returns a room to its owner, until 30 days after its end. */
export async function getRoom(db: Db, params: { id: string; keyId: string }): Promise<store.OwnedRoom> {
  const room = isLinkId(params.id) && (await store.findOwned(db, params.id, params.keyId));
  if (!room) throw notFound();
  return room;
}

export async function listRooms(
  db: Db,
  params: { keyId: string; state: store.State | undefined; limit: number; cursor: string | undefined },
): Promise<{ rows: store.OwnedRoom[]; page: PageInfo }> {
  const { keyId, state, limit, cursor } = params;
  return findListed(
    { list: ['rooms', keyId, state], limit, cursor },
    (page) => store.listOwned(db, { keyId, state }, page),
    ({ createdAt }) => createdAt,
  );
}

/** A room that its owner may read and write. */
export async function ownRoom(db: Db, params: { id: string; keyId: string }): Promise<store.FoundRoom> {
  const room = await getRoom(db, params);
  if (room.state !== 'open') throw notFound();
  return room;
}

/** @throws ServiceProblem `not_found`, `validation_failed` for an end that is too soon or too late */
export async function updateRoom(
  db: Db,
  { vault, lifetimes }: { vault: ItemVault; lifetimes: Lifetimes },
  { id, keyId, input, now }: { id: string; keyId: string; input: Schema<'ItemUpdate'>; now: Date },
): Promise<store.OwnedRoom> {
  if (!isLinkId(id)) throw notFound();
  const change = lifetimes.roomChangeOf(input, now);
  return db.transaction(async (trx) => {
    const moved = await changeItem(trx, vault, { statements: store.CHANGE, ref: roomRef(id), keyId, change });
    if (moved) {
      await moveUploads(trx, id, moved);
      await moveSessions(trx, id, moved);
    }
    return getRoom(trx, { id, keyId });
  });
}

/** Deletes a room and ends its streams at once. Its contents go now if they are few, else in the background. */
export async function deleteRoom(db: Db, { id, keyId }: { id: string; keyId: string }): Promise<void> {
  if (!isLinkId(id) || !(await store.deleteRoom(db, id, keyId))) throw notFound();
  // The background job repeats what fails here.
  await wipeFirst(db, id).catch(() => undefined);
}

/** Wipes all that a usual room holds. */
async function wipeFirst(db: Db, id: string): Promise<void> {
  const texts = await remains.wipeRoom(db, { roomId: id, kind: 'text', limit: BATCH });
  if (texts === BATCH) return;
  const files = await remains.wipeRoom(db, { roomId: id, kind: 'file', limit: FILE_BATCH });
  if (files < FILE_BATCH) await endWipe(db, { container: 'room', id, left: remains.LEFT });
}

export interface Visit {
  id: string;
  accessProof: string | undefined;
  session: Session | undefined;
}

/**
 * Admits a participant by session or access proof. A proof has 256 random bits, so wrong ones need no limit. @throws
 * ServiceProblem `not_found`, `invalid_password`, `invalid_session`
 */
export async function enterRoom(db: Db, { id, accessProof = '', session }: Visit): Promise<store.FoundRoom> {
  const room = await findOpen(db, id);
  if (session) {
    if (!isCurrent(session, room.accessProofHash)) throw invalidSession();
    return room;
  }
  if (!room.accessProofHash) return room;
  const proven = timingSafeEqual(sha256(Buffer.from(accessProof, 'base64url')), room.accessProofHash);
  if (!proven) throw invalidPassword();
  return room;
}

/** `entered` is true with a session or proof, or if the room needs none. @throws ServiceProblem as `enterRoom` */
export async function peekRoom(db: Db, visit: Visit): Promise<{ room: store.FoundRoom; entered: boolean }> {
  if (visit.accessProof !== undefined || visit.session)
    return { room: await enterRoom(db, visit), entered: true };
  const room = await findOpen(db, visit.id);
  return { room, entered: room.accessProofHash === null };
}

async function findOpen(db: Db, id: string): Promise<store.FoundRoom> {
  const room = isLinkId(id) && (await store.findOpen(db, id));
  if (!room) throw notFound();
  return room;
}

/** Items and bytes in use; `ended` once the room takes no more. */
export const usageOf = ({ state, heldItems: items, heldBytes: bytes }: store.FoundRoom): Amount | 'ended' =>
  state === 'open' ? { items, bytes } : 'ended';

export const labelOf = (vault: ItemVault, room: SealedLabel & { id: string }): string | null =>
  openLabel(vault, roomRef(room.id), room);

export function nameOf(vault: ItemVault, room: Pick<store.FoundRoom, 'id' | 'wrappedKey' | 'name'>): string {
  const dataKey = vault.unlockUnprotected(roomRef(room.id), room.wrappedKey);
  return vault.open(roomRef(room.id), { part: 'name', dataKey, sealed: room.name }).toString();
}
