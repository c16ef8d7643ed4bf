import type { Schema } from '@tempshare/contract';
import type { EndReason } from '../domain/end-reason.ts';
import type { AnonymousSenders } from '../domain/anonymous.ts';
import type { Lifetimes } from '../domain/lifetime.ts';
import type { Links } from '../domain/links.ts';
import type { GuardedItems, Module } from '../domain/module.ts';
import type { ItemLists, ListedItems } from '../domain/listed-item.ts';
import type { HandlersOf, Tag } from '../domain/operation.ts';
import type { ItemVault } from '../crypto/item-vault.ts';
import type { Masker } from '../masking/masker.ts';
import type { Readers } from '../readings/reader.ts';
import type { Blobs } from '../storage/blobs/blobs.ts';
import type { Capacity } from '../storage/capacity.ts';
import type { Database, Db } from '../storage/postgres/database.ts';
import type { DiskFloor } from '../storage/disk/disk-floor.ts';
import type { Tokens } from '../limits/url-limit.ts';
import type { MailQueue } from './mail/mail.ts';
import type { OidcClient } from './users/oidc-client.ts';
import type { Completion } from './files/download.ts';
import type { Arrivals } from './files/upload.ts';
import type { RoomFeed } from './rooms/feed.ts';
import type { TargetPolicy } from './webhooks/endpoints/target.ts';

/** Dependencies of handlers. */
export interface FeatureDeps {
  database: Database;
  vault: ItemVault;
  blobs: Blobs;
  capacity: Capacity;
  /** Requests of one API key in a window. */
  keyLimit: number;
  /** Maximum number of concurrent sessions of an item. */
  sessionsPerItem: number;
  links: Links;
  /** The public address of the server. */
  appUrl: string;
  /** The disk of an embedded PostgreSQL; undefined without one. */
  diskFloor: DiskFloor | undefined;
  /** Undefined without an identity provider. */
  oidc: OidcClient | undefined;
  /** Undefined without an SMTP server. */
  mails: MailQueue | undefined;
  lifetimes: Lifetimes;
  /** Undefined where nobody sends without an account. */
  anonymousSenders: AnonymousSenders | undefined;
  masker: Masker;
  readers: Readers;
  roomFeed: RoomFeed;
  webhookTargets: TargetPolicy;
  items: ItemLists;
}

/** Hooks of features with files. */
export interface FileOwners {
  arrivals: Arrivals;
  downloaded: Completion;
}

/** Something that a link leads to and that can still be opened, as an operator sees it: never what is in it. */
export interface Item {
  kind: ItemKind;
  id: string;
  keyId: string;
  createdAt: Date;
  expiresAt: Date | null;
}

export type ItemKind = 'transfer' | 'debug-share' | 'secret' | 'request' | 'room' | 'drop';

export type ItemEnds = Record<ItemKind, (db: Db, item: Item, reason: EndReason) => Promise<void>>;

/** Changes an item as its owner would. @throws ServiceProblem `not_found`, `validation_failed` */
export type ItemUpdate = (
  db: Db,
  deps: Pick<FeatureDeps, 'vault' | 'lifetimes'>,
  change: { id: string; keyId: string; input: Schema<'ItemUpdate'>; now: Date },
) => Promise<unknown>;

export type ItemUpdates = Record<ItemKind, ItemUpdate>;

/** Rows in the list of all items. */
export interface ListedTable {
  table: string;
  listed: ListedItems;
}

/** Table of a feature's items. */
export interface Items extends ListedTable, Partial<Pick<GuardedItems, 'guarded'>> {
  /** SQL for a row's kind. */
  kind: string;
  /** SQL for which of them can still be opened. */
  living: string;
  /** SQL for when a row expires, unless that is `expires_at`. */
  expires?: string;
  /** Each ends one as its owner would, with the events of that. @throws ServiceProblem `not_found` */
  ends: Partial<ItemEnds>;
  updates: Partial<ItemUpdates>;
}

/** A feature: everything that the rest of the server knows of it. */
export interface Feature<Of extends Tag = Tag> extends Module {
  handlers: (deps: FeatureDeps & FileOwners) => HandlersOf<Of>;
  /** Hook for an arrived file of this feature. */
  arrivals?: Partial<Arrivals>;
  /** Tables of the tokens in paths of its operations. */
  tokens?: Partial<Tokens>;
  /** Hook for the last byte of a download of its files. */
  downloaded?: Completion;
  items?: Items;
  /** Ends what may have been opened since a backup was made that has just been restored. */
  endOneTime?: (database: Database) => Promise<void>;
}

/** In SQL: the item has not expired. */
export const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
