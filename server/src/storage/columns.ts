import type { ItemLock, PinLock } from '../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../crypto/label.ts';

/** The column, or the expression, of each field of a row: every list of columns is made from it. */
export type Columns<Row> = { readonly [Field in keyof Row]-?: string };

/** What belongs to an API key has these. */
export interface Owned {
  id: string;
  accountId: string;
  keyId: string;
  livemode: boolean;
  createdAt: Date;
}

export const KEY_OWNED = {
  id: 'id',
  accountId: 'account_id',
  keyId: 'api_key_id',
  livemode: 'livemode',
  createdAt: 'created_at',
} satisfies Columns<Owned>;

export const LOCK = {
  wrappedKey: 'wrapped_key',
  passwordSalt: 'password_salt',
  passwordIterations: 'password_iterations',
  accessProofHash: 'access_proof_hash',
} satisfies Columns<ItemLock>;

export const LABEL = {
  ownerWrappedKey: 'owner_wrapped_key',
  label: 'label',
} satisfies Columns<SealedLabel>;

/** The same in a row that is written. */
export const NEW_LABEL = { ...LABEL, labelIndex: 'label_index' } satisfies Columns<NewLabel>;

export const PIN = {
  pinSalt: 'pin_salt',
  pinIterations: 'pin_iterations',
  pinHash: 'pin_hash',
} satisfies Columns<PinLock>;

/** The insertion of a row with all its columns. */
export function insertion<Row extends object>(table: string, columns: Columns<Row>) {
  const fields = Object.keys(columns) as (keyof Row)[];
  return {
    sql: `INSERT INTO ${table} (${Object.values(columns).join(', ')}) VALUES (${fields.map((_, i) => `$${i + 1}`).join(', ')})`,
    /** The first parameter after those of the row. */
    next: `$${fields.length + 1}`,
    values: (row: Row, ...more: unknown[]): unknown[] => [...fields.map((field) => row[field]), ...more],
  };
}

/** A select list of fields under their names; of all of them when none is named. */
export const select = <Row>(columns: Columns<Row>, ...fields: (keyof Row & string)[]): string =>
  (fields.length > 0 ? fields : (Object.keys(columns) as typeof fields))
    .map((field) => (columns[field] === field ? field : `${columns[field]} AS "${field}"`))
    .join(', ');
