import type { FilledSchema } from '@tempshare/contract';
import type { ItemRef, ItemVault } from '../../crypto/item-vault.ts';
import { labelIndex } from '../../crypto/label-index.ts';
import { isLinkId } from '../../crypto/tokens.ts';
import { findListed, type PageInfo } from '../../domain/page.ts';
import { ownedBy, type Principal } from '../../domain/principal.ts';
import { invalid, notFound } from '../../domain/problem.ts';
import { BATCH, FILE_BATCH } from '../../jobs/batches.ts';
import { endWipe } from '../../jobs/wipes.ts';
import type { Amount } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { ItemUpdate } from '../feature.ts';
import type { Arrival } from '../files/upload.ts';
import * as store from './store.ts';
import * as remains from './sweep-store.ts';

export type { FoundDrop } from './store.ts';

const ref = (id: string): ItemRef => ({ kind: 'drop', id });

export async function sealDrop(
  vault: ItemVault,
  params: { id: string; input: FilledSchema<'DropCreate'>; principal: Principal; now: Date },
): Promise<store.NewDrop> {
  const { id, input, principal, now } = params;
  const { lock, sealed } = await vault.seal(ref(id), { label: Buffer.from(input.label) });
  return {
    id,
    ...ownedBy(principal),
    wrappedKey: lock.wrappedKey,
    label: sealed.label,
    labelIndex: labelIndex(vault, principal.accountId, input.label),
    createdAt: now,
  };
}

export { insertDrop } from './store.ts';

export function labelOf(
  vault: ItemVault,
  drop: Pick<store.FoundDrop, 'id' | 'wrappedKey' | 'label'>,
): string {
  const dataKey = vault.unlockUnprotected(ref(drop.id), drop.wrappedKey);
  return vault.open(ref(drop.id), { part: 'label', dataKey, sealed: drop.label }).toString();
}

/** Items and bytes in use. */
export const usageOf = ({ heldItems: items, heldBytes: bytes }: store.FoundDrop): Amount => ({
  items,
  bytes,
});

export async function listDrops(
  db: Db,
  params: { keyId: string; limit: number; cursor: string | undefined },
): Promise<{ rows: store.FoundDrop[]; page: PageInfo }> {
  const { keyId, limit, cursor } = params;
  return findListed(
    { list: ['drops', keyId], limit, cursor },
    (page) => store.listOwned(db, keyId, page),
    ({ createdAt }) => createdAt,
  );
}

export async function getDrop(db: Db, params: { id: string; keyId: string }): Promise<store.FoundDrop> {
  const drop = isLinkId(params.id) && (await store.findOwned(db, params.id, params.keyId));
  if (!drop) throw notFound();
  return drop;
}

export async function renameDrop(
  db: Db,
  vault: ItemVault,
  { id, keyId, label }: { id: string; keyId: string; label: string },
): Promise<store.FoundDrop> {
  const { wrappedKey } = await getDrop(db, { id, keyId });
  const dataKey = vault.unlockUnprotected(ref(id), wrappedKey);
  const sealed = vault.sealPart(ref(id), { part: 'label', dataKey, plaintext: Buffer.from(label) });
  return db.transaction(async (trx) => {
    const accountId = await store.findAccount(trx, id, keyId);
    if (accountId === undefined) throw notFound();
    const renamed = {
      label: sealed,
      // Under one encryption key, since rewrapping the data key renews the index as well.
      labelIndex: labelIndex(vault, accountId, label),
      wrappedKey: vault.rewrap(ref(id), 'key', wrappedKey),
    };
    if (!(await store.rename(trx, { id, keyId }, renamed))) throw notFound();
    return getDrop(trx, { id, keyId });
  });
}

/** Updates an inbox as any item. @throws ServiceProblem `validation_failed` for an end, or without a label */
export const updateDrop: ItemUpdate = async (db, { vault }, { id, keyId, input }) => {
  if (input.expiresAt !== undefined)
    throw invalid('/body/expiresAt', 'additionalProperties', 'is nothing that an inbox has');
  if (typeof input.label !== 'string')
    throw invalid('/body/label', 'type', 'cannot be removed: senders see the label of an inbox');
  await renameDrop(db, vault, { id, keyId, label: input.label });
};

export async function peekDrop(db: Db, id: string): Promise<store.FoundDrop> {
  const drop = isLinkId(id) && (await store.findDrop(db, id));
  if (!drop) throw notFound();
  return drop;
}

export const dropFileArrived: Arrival = (db, { parentId, itemId }) => store.showItem(db, itemId, parentId);

/** Deletes an inbox at once. Its contents go now if they are few, else in the background. */
export async function deleteDrop(db: Db, params: { id: string; keyId: string }): Promise<void> {
  const { id, keyId } = params;
  if (!isLinkId(id) || !(await store.deleteDrop(db, id, keyId))) throw notFound();
  // The background job repeats what fails here.
  await wipeFirst(db, id).catch(() => undefined);
}

/** Wipes all that a usual inbox holds. */
async function wipeFirst(db: Db, id: string): Promise<void> {
  const messages = await remains.wipeItems(db, { dropId: id, withFile: false, limit: BATCH });
  if (messages === BATCH) return;
  const files = await remains.wipeItems(db, { dropId: id, withFile: true, limit: FILE_BATCH });
  if (files < FILE_BATCH) await endWipe(db, { container: 'drop', id, left: remains.LEFT });
}
