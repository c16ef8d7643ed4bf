import type { Handlers, OperationId, operations } from '@tempshare/contract';
import type { Db } from '../storage/database.ts';
import type { Principal } from './principal.ts';

/** What every handler gets beside the validated request. */
export interface CallContext {
  /** The pool, or the transaction that also holds the claim of an `Idempotency-Key`. */
  db: Db;
  /** The database's clock when the request was admitted. */
  now: Date;
  /** The best locale for links, from `Accept-Language`. */
  locale: string;
  /** Aborted with a `ClientGone`, which may be thrown, when the client goes away before it has its response. */
  signal: AbortSignal;
}

export interface OwnerContext extends CallContext {
  principal: Principal;
}

export interface RecipientContext extends CallContext {
  /** The client's IPv4 address or IPv6 /64 network. */
  address: string;
}

export type OperationHandlers = Handlers<OwnerContext, RecipientContext>;

/** A tag of the contract, which is the name of a feature. */
export type Tag = (typeof operations)[OperationId]['tag'];

type OperationOf<Of extends Tag> = {
  [Id in OperationId]: (typeof operations)[Id]['tag'] extends Of ? Id : never;
}[OperationId];

/** A handler for each operation of a tag: one that is missing is a compile error that names it. */
export type HandlersOf<Of extends Tag> = Pick<OperationHandlers, OperationOf<Of>>;
