import { createHmac, type KeyObject } from 'node:crypto';
import type { ItemRef, ItemVault, KeyPart } from './item-vault.ts';

/**
 * Size of a tag of the blind index. It has one keyed hash per prefix of a label, shortest first, so a B-tree finds
 * labels by prefix. The database reveals which labels of an account share a prefix, but not its text.
 */
const TAG_BYTES = 2;
/** Maximum number of indexed characters. The rest is compared after decryption. */
const CHARACTERS = 64;

/** Normalizes a text for comparison, ignoring case and Unicode composition. */
const normalize = (text: string): string =>
  text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC').trim();

function indexUnder(key: KeyObject, accountId: string, text: string): Buffer {
  const characters = [...text].slice(0, CHARACTERS);
  const tags = characters.map((_, i) =>
    createHmac('sha256', key)
      .update(`${accountId} ${characters.slice(0, i + 1).join('')}`)
      .digest()
      .subarray(0, TAG_BYTES),
  );
  return Buffer.concat(tags);
}

/** Index of a label under the current encryption key. */
export const labelIndex = (vault: ItemVault, accountId: string, label: string): Buffer =>
  indexUnder(vault.labelKeys[0]!, accountId, normalize(label));

/** Range of indexes, inclusive. */
export interface IndexRange {
  from: Buffer;
  to: Buffer;
}

/** Index ranges of labels with a prefix, one per encryption key. Other labels may match: check with `beginsWith`. */
export function indexRanges(vault: ItemVault, accountId: string, beginning: string): IndexRange[] {
  const text = normalize(beginning);
  if (text === '') return [];
  const begins = vault.labelKeys.map((key) => indexUnder(key, accountId, text).toString('hex'));
  return [...new Set(begins)].map((hex) => {
    const from = Buffer.from(hex, 'hex');
    return { from, to: Buffer.concat([from, Buffer.alloc(CHARACTERS * TAG_BYTES - from.length, 0xff)]) };
  });
}

export const beginsWith = (label: string, beginning: string): boolean =>
  normalize(label).startsWith(normalize(beginning));

export interface LabelRow {
  wrapped: Buffer;
  label: Buffer;
  accountId: string;
}

/** Index of a stored label under the current encryption key. A damaged label is not found by any search. */
export function reindexLabel(
  vault: ItemVault,
  ref: ItemRef,
  { key, wrapped, label, accountId }: LabelRow & { key: KeyPart },
): Buffer {
  let text: string;
  try {
    text = vault.openUnder(ref, { key, wrappedKey: wrapped, part: 'label', sealed: label }).toString();
  } catch {
    text = '';
  }
  return labelIndex(vault, accountId, text);
}
