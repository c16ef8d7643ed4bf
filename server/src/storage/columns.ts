import type { ItemLock, PinLock } from '../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../crypto/label.ts';

/** SQL column or expression of each field of a row. */
export type Columns<Row> = { readonly [Field in keyof Row]-?: string };

/** Columns of everything that belongs to an API key. */
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

export const NEW_LABEL = { ...LABEL, labelIndex: 'label_index' } satisfies Columns<NewLabel>;

export const PIN = {
  pinSalt: 'pin_salt',
  pinIterations: 'pin_iterations',
  pinHash: 'pin_hash',
} satisfies Columns<PinLock>;

export function insertion<Row extends object>(table: string, columns: Columns<Row>) {
  const fields = Object.keys(columns) as (keyof Row)[];
  return {
    sql: `INSERT INTO ${table} (${Object.values(columns).join(', ')}) VALUES (${fields.map((_, i) => `$${i + 1}`).join(', ')})`,
    /** First parameter after those of the row. */
    next: `$${fields.length + 1}`,
    values: (row: Row, ...more: unknown[]): unknown[] => [...fields.map((field) => row[field]), ...more],
  };
}

/** Builds a select list of the given fields, by default of all. */
export const select = <Row>(columns: Columns<Row>, ...fields: (keyof Row & string)[]): string =>
  (fields.length > 0 ? fields : (Object.keys(columns) as typeof fields))
    .map((field) => (columns[field] === field ? field : `${columns[field]} AS "${field}"`))
    .join(', ');
