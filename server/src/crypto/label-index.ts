import { createHmac, type KeyObject } from 'node:crypto';
import type { ItemRef, ItemVault, KeyPart } from './item-vault.ts';

/**
 * The blind index has two bytes of a keyed hash for each beginning of a label, the shortest first. Labels that begin alike
 * have indexes that begin alike, so a B-tree finds them. Without the encryption keys the database shows which labels of an
 * account begin alike, and not how.
 */
const TAG_BYTES = 2;
/** Characters by which a label is found; the rest is compared after it was opened. */
const CHARACTERS = 64;

/** A text as it is compared: letters in either case, and characters however they were composed, are the same. */
const folded = (text: string): string =>
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

/** The index of a label, under the encryption key that wraps. */
export const labelIndex = (vault: ItemVault, accountId: string, label: string): Buffer =>
  indexUnder(vault.labelKeys[0]!, accountId, folded(label));

/** Indexes between these two, both included. */
export interface IndexRange {
  from: Buffer;
  to: Buffer;
}

/**
 * Returns the ranges with the labels of an account that begin with a text, one for each encryption key; none for a text
 * without characters. A few other labels may be among them, which `beginsWith` leaves out.
 */
export function indexRanges(vault: ItemVault, accountId: string, beginning: string): IndexRange[] {
  const text = folded(beginning);
  if (text === '') return [];
  const begins = vault.labelKeys.map((key) => indexUnder(key, accountId, text).toString('hex'));
  return [...new Set(begins)].map((hex) => {
    const from = Buffer.from(hex, 'hex');
    return { from, to: Buffer.concat([from, Buffer.alloc(CHARACTERS * TAG_BYTES - from.length, 0xff)]) };
  });
}

/** Whether a label begins with a text, as people compare them. */
export const beginsWith = (label: string, beginning: string): boolean =>
  folded(label).startsWith(folded(beginning));

/** A label in a row, whichever key it is under. */
export interface LabelRow {
  wrapped: Buffer;
  label: Buffer;
  accountId: string;
}

/** The index of a label that is stored, under the encryption key that wraps now. One that is damaged is found by nothing. */
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
