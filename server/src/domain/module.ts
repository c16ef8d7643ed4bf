import type { ItemRef, ItemVault, KeyPart } from '../crypto/item-vault.ts';
import type { Blobs } from '../storage/blobs/blobs.ts';
import type { Database } from '../storage/postgres/database.ts';

/** A table, as the module says that owns it. */
export interface Table {
  /**
   * The column with the id of the item that a row belongs to, and lies with; null when it belongs to none, and is the same
   * everywhere.
   */
  item: string | null;
  /** Its rows count what happens where they lie. */
  counts?: true;
  /** Its rows belong to an API key, in `api_key_id`: an SQL expression for what a row counts of the key's bytes. */
  bytesOfKey?: string;
  /** Its rows have a data key wrapped by the keyring, in `wrapped_key`, bound to a reference of this kind. */
  wrapsKeyOf?: ItemRef['kind'];
  /** They have a second one, in `owner_wrapped_key`, of parts that the owner reads whatever guards the content. */
  wrapsOwnerKey?: true;
  /** They have that second key alone: an SQL expression for the kind of its reference. */
  wrapsOwnerKeyOf?: string;
  /** They have a sealed `label` and its `label_index`, under this key. */
  labelUnder?: KeyPart;
  /** Its rows have keys that cannot be wrapped anew: an SQL expression for the time at which a row ends. */
  wrapsKeysUntil?: string;
  /** Whether backups have its rows; they do unless this is false. */
  backedUp?: false;
}

/** Items that are opened with a password or PIN. */
export interface GuardedItems {
  table: string;
  /** SQL for which of them tries still count. */
  guarded: string;
}

/** What recurring work is made from. */
export interface JobDeps {
  database: Database;
  blobs: Blobs;
  vault: ItemVault;
}

/** One step of recurring work. Several servers may do it at once. */
export type Step = (deps: JobDeps & { guardedItems: readonly GuardedItems[] }) => Promise<void>;

/** A part of the server that owns tables, and what they ask for again and again. */
export interface Module {
  /** Where it is below `server/src`. */
  folder: string;
  tables: Readonly<Record<string, Table>>;
  /** Tables of other modules that its SQL names, and why it has to. */
  borrows?: Readonly<Record<string, string>>;
  /** Ends what has expired, within a minute. */
  sweep?: readonly Step[];
  /** Wipes what was in a deleted container: apart from the sweep, which must not wait for thousands of files. */
  wipe?: readonly Step[];
  /** Forgets what nobody is shown any more. */
  cleanUp?: readonly Step[];
}
