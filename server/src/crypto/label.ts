import type { ItemRef, ItemVault } from './item-vault.ts';

/** The owner's own name for an item, as its row holds it; nulls without one. */
export interface SealedLabel {
  ownerWrappedKey: Buffer | null;
  label: Buffer | null;
}

/** Seals a label under a key of its own, so that the owner reads it whatever guards the content, and after it was wiped. */
export function sealLabel(vault: ItemVault, ref: ItemRef, label: string | null | undefined): SealedLabel {
  if (label === null || label === undefined) return { ownerWrappedKey: null, label: null };
  const { ownerWrappedKey, sealed } = vault.sealForOwner(ref, { label: Buffer.from(label) });
  return { ownerWrappedKey, label: sealed.label };
}

/** Opens a label that `sealLabel` made; null without one. */
export const openLabel = (
  vault: ItemVault,
  ref: ItemRef,
  { ownerWrappedKey, label }: SealedLabel,
): string | null =>
  ownerWrappedKey && label && vault.openForOwner(ref, 'label', ownerWrappedKey, label).toString();
