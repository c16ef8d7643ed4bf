import type { ItemRef, ItemVault } from './item-vault.ts';
import { labelIndex } from './label-index.ts';

/** The owner's own name for an item, as its row holds it; nulls without one. */
export interface SealedLabel {
  ownerWrappedKey: Buffer | null;
  label: Buffer | null;
}

/** The same with the index by which it is found. */
export interface NewLabel extends SealedLabel {
  labelIndex: Buffer | null;
}

/** Seals a label under a key of its own, so that the owner reads it whatever guards the content, and after it was wiped. */
export function sealLabel(
  vault: ItemVault,
  ref: ItemRef,
  { label, accountId }: { label: string | null | undefined; accountId: string },
): NewLabel {
  if (label === null || label === undefined) return { ownerWrappedKey: null, label: null, labelIndex: null };
  const { ownerWrappedKey, sealed } = vault.sealForOwner(ref, { label: Buffer.from(label) });
  return { ownerWrappedKey, label: sealed.label, labelIndex: labelIndex(vault, accountId, label) };
}

/** Opens a label that `sealLabel` made; null without one. */
export const openLabel = (
  vault: ItemVault,
  ref: ItemRef,
  { ownerWrappedKey, label }: SealedLabel,
): string | null =>
  ownerWrappedKey &&
  label &&
  vault
    .openUnder(ref, { key: 'owner-key', wrappedKey: ownerWrappedKey, part: 'label', sealed: label })
    .toString();
