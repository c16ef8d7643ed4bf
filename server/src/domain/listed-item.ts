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

/** An item of any kind, as the panel lists it. */
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

/** The name that an owner gave an item, sealed. */
export interface SealedTitle {
  id: string;
  wrappedKey: Buffer | null;
  title: Buffer | null;
}

/** The label of an item, sealed, and its title. */
export type ListedRow = ListedItem & SealedTitle & SealedLabel;

/** How the panel lists the items of a table. SQL stands over a row of the table. */
export interface ListedItems {
  kinds: readonly ListedKind[];
  /** SQL for each field; `createdAt` is `created_at`, and `keyId` is `api_key_id`. */
  columns: Readonly<Record<Exclude<keyof ListedRow, 'id' | 'keyId' | 'createdAt' | 'livemode'>, string>>;
  /**
   * Conditions on the rows of a filter. None shares a row with another. An index on the key and what a condition compares
   * first goes on in the order of creation, so that a page reads its own rows.
   */
  parts: (filter: {
    kind?: ListedKind | undefined;
    state?: ListedState | undefined;
  }) => readonly (string | Few)[];
  /** Rows that may be shown at all, whatever their id is asked by. */
  shown: string;
  /** Column of a code that can be searched by its beginning. */
  code?: string;
  titleOf?: (vault: ItemVault, row: { id: string; wrappedKey: Buffer; title: Buffer }) => string;
  labelOf?: (vault: ItemVault, row: SealedLabel & { id: string }) => string | null;
}

/** Labels of some keys, by their index. */
export interface LabelSearch {
  keyIds: readonly string[];
  ranges: readonly IndexRange[];
}

/** SQL of the view times of what receives. */
export const UNVIEWED = { firstViewedAt: 'NULL::timestamptz', lastViewedAt: 'NULL::timestamptz' } as const;

export interface ItemFilter {
  /** The account whose keys are asked for, if these are all of its keys. */
  accountId?: string | undefined;
  kind?: ListedKind | undefined;
  state?: ListedState | undefined;
  /** Items with this id, a code that begins with this, or a label that may. */
  search?:
    { id?: string | undefined; code?: string | undefined; label?: LabelSearch | undefined } | undefined;
}

/** Items of all kinds. */
export interface ItemLists {
  /** A page of the items of some keys, newest first, with one more when another page follows. */
  list(db: Db, list: { keyIds: readonly string[]; filter: ItemFilter; page: Page }): Promise<ListedRow[]>;
  /** The wrong attempts at a living item. */
  attemptsOf(db: Db, id: string): Promise<WrongAttempts>;
  titleOf(row: ListedRow): string | null;
  labelOf(row: ListedRow): string | null;
  /** Ends an item as its owner would. @throws ServiceProblem `not_found` */
  end(db: Db, item: ListedItem): Promise<void>;
  /** Changes an item as its owner would. @throws ServiceProblem `not_found`, `validation_failed` */
  update(db: Db, item: ListedItem, change: { input: Schema<'ItemUpdate'>; now: Date }): Promise<void>;
  /** Forgets the wrong attempts at an item. */
  unlock(db: Db, id: string): Promise<void>;
}
