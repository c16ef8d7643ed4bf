import type { ItemRef, ItemVault } from './item-vault.ts';
import { labelIndex } from './label-index.ts';

/** Sealed label of an item; nulls without one. */
export interface SealedLabel {
  ownerWrappedKey: Buffer | null;
  label: Buffer | null;
}

export interface NewLabel extends SealedLabel {
  labelIndex: Buffer | null;
}

/** Seals a label under its own key, so that the owner reads it despite a password, and after the content was wiped. */
export function sealLabel(
  vault: ItemVault,
  ref: ItemRef,
  { label, accountId }: { label: string | null | undefined; accountId: string },
): NewLabel {
  if (label === null || label === undefined) return { ownerWrappedKey: null, label: null, labelIndex: null };
  const { ownerWrappedKey, sealed } = vault.sealForOwner(ref, { label: Buffer.from(label) });
  return { ownerWrappedKey, label: sealed.label, labelIndex: labelIndex(vault, accountId, label) };
}

/** Opens a label; null without one. */
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
