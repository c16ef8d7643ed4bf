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

/** Seals what opens an inbox that stays until it is deleted. */
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

/** Purpose of an inbox, as its senders and its owner read it. */
export function labelOf(
  vault: ItemVault,
  drop: Pick<store.FoundDrop, 'id' | 'wrappedKey' | 'label'>,
): string {
  const dataKey = vault.unlockUnprotected(ref(drop.id), drop.wrappedKey);
  return vault.open(ref(drop.id), { part: 'label', dataKey, sealed: drop.label }).toString();
}

/** Credentials of an inbox. */
export const heldBy = ({ heldItems: items, heldBytes: bytes }: store.FoundDrop): Amount => ({ items, bytes });

/** A page of a key's inboxes, newest first. */
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

/** An inbox, for its owner. */
export async function getDrop(db: Db, params: { id: string; keyId: string }): Promise<store.FoundDrop> {
  const drop = isLinkId(params.id) && (await store.findOwned(db, params.id, params.keyId));
  if (!drop) throw notFound();
  return drop;
}

/** Gives an inbox another label, which senders see. @throws ServiceProblem `not_found` */
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
      // One encryption key for both: whoever brings the data key under another brings the index along.
      labelIndex: labelIndex(vault, accountId, label),
      wrappedKey: vault.rewrap(ref(id), 'key', wrappedKey),
    };
    if (!(await store.rename(trx, { id, keyId }, renamed))) throw notFound();
    return getDrop(trx, { id, keyId });
  });
}

/** The same, in the words of items that have an end and a label of their own. @throws ServiceProblem `validation_failed` */
export const updateDrop: ItemUpdate = async (db, { vault }, { id, keyId, input }) => {
  if (input.expiresAt !== undefined)
    throw invalid('/body/expiresAt', 'additionalProperties', 'is nothing that an inbox has');
  if (typeof input.label !== 'string')
    throw invalid('/body/label', 'type', 'cannot be removed: senders see the label of an inbox');
  await renameDrop(db, vault, { id, keyId, label: input.label });
};

/** An inbox, for whoever wants to leave something. */
export async function peekDrop(db: Db, id: string): Promise<store.FoundDrop> {
  const drop = isLinkId(id) && (await store.findDrop(db, id));
  if (!drop) throw notFound();
  return drop;
}

/** The file of an item is there: the owner finds the item from now on. */
export const dropFileArrived: Arrival = (db, { parentId, itemId }) => store.showItem(db, itemId, parentId);

/** Closes the link at once, and destroys what was left: as much as goes quickly now, and the rest in the background. */
export async function deleteDrop(db: Db, params: { id: string; keyId: string }): Promise<void> {
  const { id, keyId } = params;
  if (!isLinkId(id) || !(await store.deleteDrop(db, id, keyId))) throw notFound();
  // The inbox is gone whatever comes of this, which the sweep does again.
  await wipeFirst(db, id).catch(() => undefined);
}

/** All that a usual inbox holds. */
async function wipeFirst(db: Db, id: string): Promise<void> {
  const messages = await remains.wipeItems(db, { dropId: id, withFile: false, limit: BATCH });
  if (messages === BATCH) return;
  const files = await remains.wipeItems(db, { dropId: id, withFile: true, limit: FILE_BATCH });
  if (files < FILE_BATCH) await endWipe(db, { container: 'drop', id, left: remains.LEFT });
}
