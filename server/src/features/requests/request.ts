import type { FilledSchema, Schema } from '@tempshare/contract';
import type { ItemRef, ItemVault, PinLock } from '../../crypto/item-vault.ts';
import { openLabel, sealLabel, type SealedLabel } from '../../crypto/label.ts';
import { isLinkId, isPrefixedId, pinCode, prefixedId } from '../../crypto/tokens.ts';
import { forgetTries, type WrongAttempts } from '../../limits/attempt-store.ts';
import type { Lifetimes } from '../../domain/lifetime.ts';
import { findListed, type PageInfo } from '../../domain/page.ts';
import { ownedBy, type Principal } from '../../domain/principal.ts';
import { notFound } from '../../domain/problem.ts';
import { FILE_BATCH } from '../../jobs/batches.ts';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import type { Amount } from '../../storage/capacity.ts';
import { moveSessions } from '../../sessions/session.ts';
import type { Creation, Db } from '../../storage/postgres/database.ts';
import { changeItem } from '../../storage/item-change.ts';
import { downloadFile, filesByParent, listSentFiles, type OutgoingFile } from '../files/file.ts';
import { moveUploads, type Arrival } from '../files/upload.ts';
import * as store from './store.ts';

export type { OwnedRequest } from './store.ts';

const ref = (id: string): ItemRef => ({ kind: 'request', id });

/** Seals a new request. Its PIN is known here and never again. */
export async function sealRequest(
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  params: { id: string; input: FilledSchema<'UploadRequestCreate'>; principal: Principal; now: Date },
): Promise<{ request: store.NewRequest; pin: string }> {
  const { id, input, principal, now } = params;
  const expiresAt = deps.lifetimes.expiryOf(input, now);
  const pin = pinCode();
  const { lock, sealed, dataKey } = await deps.vault.seal(ref(id), { title: Buffer.from(input.title) });
  const request: store.NewRequest = {
    id,
    ...ownedBy(principal),
    ...(await deps.vault.sealPin(ref(id), { dataKey, pin, caller: principal.keyId })),
    ...sealLabel(deps.vault, ref(id), { label: input.label, accountId: principal.accountId }),
    wrappedKey: lock.wrappedKey,
    title: sealed.title,
    createdAt: now,
    expiresAt,
  };
  return { request, pin };
}

export const insertRequest = (request: store.NewRequest): Creation =>
  store.insertRequest(request, prefixedId('evt'));

export const requestFileArrived: Arrival = (db, { parentId }) => store.countArrived(db, parentId);

export function titleOf(
  vault: ItemVault,
  request: Pick<store.OwnedRequest, 'id' | 'wrappedKey' | 'title'>,
): string {
  const dataKey = vault.unlockUnprotected(ref(request.id), request.wrappedKey);
  return vault.open(ref(request.id), { part: 'title', dataKey, sealed: request.title }).toString();
}

export const labelOf = (vault: ItemVault, request: SealedLabel & { id: string }): string | null =>
  openLabel(vault, ref(request.id), request);

/** Items and bytes in use; `ended` once the request takes no more. */
export const usageOf = ({
  state,
  heldItems: items,
  heldBytes: bytes,
}: Pick<store.OwnedRequest, 'state' | 'heldItems' | 'heldBytes'>): Amount | 'ended' =>
  state === 'open' ? { items, bytes } : 'ended';

export async function listRequests(
  db: Db,
  params: { keyId: string; state: store.State | undefined; limit: number; cursor: string | undefined },
): Promise<{ rows: store.OwnedRequest[]; page: PageInfo }> {
  const { keyId, state, limit, cursor } = params;
  return findListed(
    { list: ['requests', keyId, state], limit, cursor },
    (page) => store.listOwned(db, { keyId, state }, page),
    ({ createdAt }) => createdAt,
  );
}

interface Owned {
  id: string;
  keyId: string;
}

async function owned(
  db: Db,
  { id, keyId }: Owned,
): Promise<store.OwnedRequest & { wrongAttempts: WrongAttempts }> {
  const request = isLinkId(id) && (await store.findOwned(db, id, keyId));
  if (!request) throw notFound();
  return request;
}

/** Returns a request, whatever has become of it, with the files that are still kept. */
export async function getRequest(
  db: Db,
  vault: ItemVault,
  params: Owned,
): Promise<store.OwnedRequest & { wrongAttempts: WrongAttempts; files: Schema<'SharedFile'>[] }> {
  const request = await owned(db, params);
  const ids = request.kept ? [request.id] : [];
  const files =
    (await filesByParent(db, vault, { kind: 'request', ids, itemId: request.id })).get(request.id) ?? [];
  return { ...request, files };
}

/** @throws ServiceProblem `not_found`, `validation_failed` for an end that is too soon or too late */
export async function updateRequest(
  db: Db,
  { vault, lifetimes }: { vault: ItemVault; lifetimes: Lifetimes },
  { id, keyId, input, now }: Owned & { input: Schema<'ItemUpdate'>; now: Date },
): Promise<Awaited<ReturnType<typeof getRequest>>> {
  if (!isLinkId(id)) throw notFound();
  const change = lifetimes.changeOf(input, now);
  return db.transaction(async (trx) => {
    const params = { ref: ref(id), keyId, change, eventId: prefixedId('evt') };
    const moved = await changeItem(trx, vault, { ...params, statements: store.CHANGE });
    if (moved) {
      await moveUploads(trx, id, moved);
      await moveSessions(trx, id, moved);
    }
    return getRequest(trx, vault, { id, keyId });
  });
}

/** Deletes the files in batches, because statements have a time limit. */
export async function deleteRequest(db: Db, { id, keyId }: Owned): Promise<void> {
  if (!isLinkId(id)) throw notFound();
  await db.transaction(async (trx) => {
    if (!(await store.lockOwned(trx, id, keyId))) throw notFound();
    let wiped: number;
    do wiped = await store.wipeFiles(trx, id, FILE_BATCH);
    while (wiped === FILE_BATCH);
    await store.deleteRequest(trx, id);
  });
}

/** Lets everybody try the PIN again at once. */
export async function unlockRequest(db: Db, params: Owned): Promise<void> {
  const { id } = await owned(db, params);
  await forgetTries(db, id, { keepProven: true });
}

/** Makes another PIN, which holds once `changePin` has written its lock. */
export async function makePin(
  db: Db,
  vault: ItemVault,
  params: Owned,
): Promise<{ pin: string; lock: PinLock }> {
  const { id, wrappedKey } = await owned(db, params);
  const pin = pinCode();
  const dataKey = vault.unlockUnprotected(ref(id), wrappedKey);
  return { pin, lock: await vault.sealPin(ref(id), { dataKey, pin, caller: params.keyId }) };
}

/** Changes the PIN and forgets wrong tries. @throws ServiceProblem `not_found`, also if the request has expired */
export async function changePin(db: Db, { id, keyId }: Owned, lock: PinLock): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await store.changePin(trx, { id, keyId }, lock))) throw notFound();
    await forgetTries(trx, id, { keepProven: false });
  });
}

/** Files that have arrived; none if they are no longer kept. */
export async function listRequestFiles(
  db: Db,
  vault: ItemVault,
  params: Owned & { limit: number; cursor: string | undefined },
): Promise<Schema<'FileList'>> {
  const { id, kept } = await owned(db, params);
  if (!kept) return { files: [], total: 0, totalIsExact: true, nextCursor: null };
  return listSentFiles(db, vault, { requestId: id, limit: params.limit, cursor: params.cursor });
}

export async function deleteRequestFile(db: Db, params: Owned & { fileId: string }): Promise<void> {
  const { id, keyId, fileId } = params;
  if (!isLinkId(id) || !isPrefixedId('file', fileId)) throw notFound();
  await db.transaction(async (trx) => {
    const found = (await store.lockOwned(trx, id, keyId)) && (await store.deleteFile(trx, id, fileId));
    if (!found) throw notFound();
  });
}

export async function downloadRequestFile(
  db: Db,
  deps: { vault: ItemVault; blobs: Blobs },
  params: Owned & { fileId: string },
): Promise<OutgoingFile> {
  const { id, kept } = await owned(db, params);
  if (!kept || !isPrefixedId('file', params.fileId)) throw notFound();
  return downloadFile(db, deps, { parent: { kind: 'request', id, itemId: id }, fileId: params.fileId });
}
