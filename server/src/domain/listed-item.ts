import type { Schema } from '@tempshare/contract';
import type { AccountSchema } from '@tempshare/contract/account';
import type { ItemVault } from '../crypto/item-vault.ts';
import type { SealedLabel } from '../crypto/label.ts';
import type { IndexRange } from '../crypto/label-index.ts';
import type { WrongAttempts } from '../limits/attempt-store.ts';
import type { Db } from '../storage/postgres/database.ts';
import type { Few, Page } from '../storage/listing.ts';
import type { ViewTimes } from './view-times.ts';

export type ListedKind = AccountSchema<'ItemKind'>;
export type ListedState = AccountSchema<'ItemState'>;

export interface ListedItem extends ViewTimes {
  id: string;
  kind: ListedKind;
  keyId: string;
  livemode: boolean;
  shortCode: string | null;
  encryption: AccountSchema<'Item'>['encryption'];
  requiresPassword: boolean;
  state: ListedState;
  views: number | null;
  maxViews: number | null;
  received: number | null;
  endReason: AccountSchema<'Item'>['endReason'];
  createdAt: Date;
  expiresAt: Date | null;
  endedAt: Date | null;
}

/** Sealed title that an owner gave an item. */
export interface SealedTitle {
  id: string;
  wrappedKey: Buffer | null;
  title: Buffer | null;
}

export type ListedRow = ListedItem & SealedTitle & SealedLabel;

/** Description of a table for the list of items, in SQL over its rows. */
export interface ListedItems {
  kinds: readonly ListedKind[];
  /** SQL for each field; `createdAt` is `created_at`, and `keyId` is `api_key_id`. */
  columns: Readonly<Record<Exclude<keyof ListedRow, 'id' | 'keyId' | 'createdAt' | 'livemode'>, string>>;
  /** Disjoint conditions, each with an index on key, condition and creation time, so that a page reads only its own rows. */
  parts: (filter: {
    kind?: ListedKind | undefined;
    state?: ListedState | undefined;
  }) => readonly (string | Few)[];
  /** Condition of rows that may be shown at all. */
  shown: string;
  /** Column of a code that is searchable by prefix. */
  code?: string;
  titleOf?: (vault: ItemVault, row: { id: string; wrappedKey: Buffer; title: Buffer }) => string;
  labelOf?: (vault: ItemVault, row: SealedLabel & { id: string }) => string | null;
}

export interface LabelSearch {
  keyIds: readonly string[];
  ranges: readonly IndexRange[];
}

/** SQL of the view times of items that are never viewed. */
export const UNVIEWED = { firstViewedAt: 'NULL::timestamptz', lastViewedAt: 'NULL::timestamptz' } as const;

export interface ItemFilter {
  /** Set if the keys are all keys of this account. */
  accountId?: string | undefined;
  kind?: ListedKind | undefined;
  state?: ListedState | undefined;
  /** Search by id, prefix of a code, or label. */
  search?:
    { id?: string | undefined; code?: string | undefined; label?: LabelSearch | undefined } | undefined;
}

export interface ItemLists {
  /** Lists a page of items of some keys, newest first, with one more row if another page follows. */
  list(db: Db, list: { keyIds: readonly string[]; filter: ItemFilter; page: Page }): Promise<ListedRow[]>;
  attemptsOf(db: Db, id: string): Promise<WrongAttempts>;
  titleOf(row: ListedRow): string | null;
  labelOf(row: ListedRow): string | null;
  /** Ends an item for its owner. @throws ServiceProblem `not_found` */
  end(db: Db, item: ListedItem): Promise<void>;
  /** Changes an item for its owner. @throws ServiceProblem `not_found`, `validation_failed` */
  update(db: Db, item: ListedItem, change: { input: Schema<'ItemUpdate'>; now: Date }): Promise<void>;
  unlock(db: Db, id: string): Promise<void>;
}
