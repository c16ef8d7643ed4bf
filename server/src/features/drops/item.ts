import type { FilledSchema, Schema } from '@tempshare/contract';
import { authorIdOf } from '../../crypto/author-id.ts';
import type { ItemRef, ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, isPrefixedId, prefixedId } from '../../crypto/tokens.ts';
import { findListed } from '../../domain/page.ts';
import { notFound } from '../../domain/problem.ts';
import { FILE_BATCH } from '../../jobs/batches.ts';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import { countedBytes, makeRoomFor, type Amount, type OpenContainer } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { downloadFile, filesByParent, type OutgoingFile } from '../files/file.ts';
import { announceFile } from '../files/upload.ts';
import { getDrop, peekDrop } from './drop.ts';
import * as store from './item-store.ts';

const ref = (dropId: string): ItemRef => ({ kind: 'drop', id: dropId });
/** Binds a message to its item. */
const messagePart = (itemId: string): string => `message ${itemId}`;

/** `uploadToken` is set if a file is awaited. */
export interface LeftItem {
  id: string;
  uploadToken?: string;
}

/**
 * Leaves a message, or an item for each file with the message in the first; these appear once their bytes arrive.
 * @throws ServiceProblem `not_found`, `quota_exceeded`
 */
export async function leaveItems(
  db: Db,
  { vault, limits }: { vault: ItemVault; limits: Amount },
  params: { dropId: string; input: FilledSchema<'DropItemCreate'>; address: string; now: Date },
): Promise<LeftItem[]> {
  const { dropId, input, address, now } = params;
  const drop = await peekDrop(db, dropId);
  const dataKey = vault.unlockUnprotected(ref(dropId), drop.wrappedKey);
  const authorId = authorIdOf(dataKey, address);
  const { message: text, file, files = [file] } = input;
  const items = files.map((announced, i) => {
    const id = prefixedId('item');
    const message =
      i === 0 && text !== undefined ? sealMessage(vault, { dropId, dataKey }, { id, text }) : null;
    const own = message?.length ?? 0;
    const bytes = announced ? own : countedBytes(own);
    const arrived = !announced;
    const left = { id, dropId, authorId, message };
    const item: store.NewItem = { ...left, arrived, bytes, fileBytes: 0, createdAt: now };
    return { item, file: announced };
  });
  const [first] = items as [(typeof items)[0]];
  if (!first.file && (await store.insertItem(db, first.item, limits))) return [{ id: first.item.id }];
  return db.transaction(async (trx) => {
    let keyId: string | undefined;
    const inbox: OpenContainer = {
      kind: 'drop',
      limits,
      lock: async () => {
        const held = await store.lockDrop(trx, dropId);
        keyId = held?.keyId;
        return held;
      },
      forgetDead: () => store.forgetDead(trx, dropId),
    };
    const additions = items.map(({ item: { bytes }, file: announced }) => ({ bytes, file: announced }));
    const taken = await makeRoomFor(inbox, additions);
    const leave = async ({ item, file: announced }: (typeof items)[0], bytes: number): Promise<LeftItem> => {
      const fileBytes = bytes - item.bytes;
      await store.insertItem(trx, { ...item, bytes, fileBytes }, limits);
      if (!announced) return { id: item.id };
      const { size, fileName, mediaType } = announced;
      const { uploadToken } = await announceFile(trx, vault, {
        parent: { kind: 'drop-item', id: item.id, itemId: dropId },
        metadata: { fileName, mediaType },
        size,
        reserved: fileBytes,
        keyId,
        chargedFrom: 'arrival',
        now,
        parentExpiresAt: null,
      });
      return { id: item.id, uploadToken };
    };
    return Promise.all(items.map((each, i) => leave(each, taken[i] as number)));
  });
}

function sealMessage(
  vault: ItemVault,
  { dropId, dataKey }: { dropId: string; dataKey: Buffer },
  { id, text }: { id: string; text: string },
): Buffer {
  return vault.sealPart(ref(dropId), { part: messagePart(id), dataKey, plaintext: Buffer.from(text) });
}

export async function listItems(
  db: Db,
  vault: ItemVault,
  params: { dropId: string; keyId: string; limit: number; cursor: string | undefined },
): Promise<Schema<'DropItemList'>> {
  const { dropId, keyId, limit, cursor } = params;
  const drop = await getDrop(db, { id: dropId, keyId });
  const dataKey = vault.unlockUnprotected(ref(dropId), drop.wrappedKey);
  const { rows, page } = await findListed(
    { list: ['drop-items', dropId], limit, cursor },
    (page) => store.listShown(db, dropId, page),
    ({ createdAt }) => createdAt,
  );
  const files = await filesByParent(db, vault, {
    kind: 'drop-item',
    ids: rows.map(({ id }) => id),
    itemId: dropId,
  });
  const items = rows.map(({ id, authorId, message, createdAt }) => {
    const [file] = files.get(id) ?? [];
    return {
      id,
      ...(authorId !== null && { authorId }),
      ...(message && {
        message: vault.open(ref(dropId), { part: messagePart(id), dataKey, sealed: message }).toString(),
      }),
      ...(file && { file }),
      createdAt: createdAt.toISOString(),
    };
  });
  return { items, ...page };
}

export async function deleteItem(
  db: Db,
  params: { dropId: string; keyId: string; itemId: string },
): Promise<void> {
  const named = isLinkId(params.dropId) && isPrefixedId('item', params.itemId);
  if (!named || !(await store.deleteItem(db, params))) throw notFound();
}

/** Commits in batches. @throws ServiceProblem `not_found`, also if there was nothing */
export async function deleteItemsOf(
  db: Db,
  { dropId, keyId, authorId }: { dropId: string; keyId: string; authorId: string },
): Promise<number> {
  await getDrop(db, { id: dropId, keyId });
  if (!isPrefixedId('author', authorId)) throw notFound();
  let [total, deleted] = [0, 0];
  do {
    deleted = await store.deleteItemsOf(db, { dropId, authorId, limit: FILE_BATCH });
    total += deleted;
  } while (deleted === FILE_BATCH);
  if (total === 0) throw notFound();
  return total;
}

export async function downloadItem(
  db: Db,
  deps: { vault: ItemVault; blobs: Blobs },
  params: { dropId: string; keyId: string; itemId: string },
): Promise<OutgoingFile> {
  const { dropId, itemId } = params;
  const named = isLinkId(dropId) && isPrefixedId('item', itemId);
  const found = named && (await store.findItemFile(db, params));
  if (!found) throw notFound();
  return downloadFile(db, deps, {
    parent: { kind: 'drop-item', id: itemId, itemId: dropId },
    fileId: found.fileId,
  });
}
