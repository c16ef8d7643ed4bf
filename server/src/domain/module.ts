import type { ItemRef, ItemVault, KeyPart } from '../crypto/item-vault.ts';
import type { Blobs } from '../storage/blobs/blobs.ts';
import type { Database } from '../storage/postgres/database.ts';

/** Declaration of a table by its module. */
export interface Table {
  /** Column with the item's id, which the row is stored with. Null: the same on all databases. */
  item: string | null;
  /** True if its rows count local events. */
  counts?: true;
  /** SQL expression for the bytes a row charges to `api_key_id`. */
  bytesOfKey?: string;
  /** Kind of the reference that binds the data key in `wrapped_key`. */
  wrapsKeyOf?: ItemRef['kind'];
  /** True if `owner_wrapped_key` holds a second key, for parts that the owner reads despite a password. */
  wrapsOwnerKey?: true;
  /** SQL expression for the reference kind of rows that have only the second key. */
  wrapsOwnerKeyOf?: string;
  /** Key that seals the column `label`, indexed by `label_index`. */
  labelUnder?: KeyPart;
  /** SQL expression for the end of a row whose key cannot be rewrapped. */
  wrapsKeysUntil?: string;
  /** False if backups omit its rows. */
  backedUp?: false;
}

export interface GuardedItems {
  table: string;
  /** SQL condition of items whose attempts still count. */
  guarded: string;
}

export interface JobDeps {
  database: Database;
  blobs: Blobs;
  vault: ItemVault;
}

/** One step of recurring work. Several servers may run it concurrently. */
export type Step = (deps: JobDeps & { guardedItems: readonly GuardedItems[] }) => Promise<void>;

/** A part of the server that owns tables, with its recurring work. */
export interface Module {
  /** Path below `server/src`. */
  folder: string;
  tables: Readonly<Record<string, Table>>;
  /** Reasons why its SQL names tables of other modules. */
  borrows?: Readonly<Record<string, string>>;
  /** Ends expired rows, within a minute. */
  sweep?: readonly Step[];
  /** Wipes contents of deleted containers, separately from the sweep, since there may be thousands of files. */
  wipe?: readonly Step[];
  /** Deletes rows that are no longer shown. */
  cleanUp?: readonly Step[];
}
