import type { Handlers, OperationId, operations } from '@tempshare/contract';
import type { Creation, Db } from '../storage/postgres/database.ts';
import type { Principal } from './principal.ts';
import type { Session } from './session.ts';

/** What every handler gets beside the validated request. */
export interface CallContext {
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
  /** The session of the item that the client has a token of. */
  session: Session | undefined;
}

/**
 * The reply of an operation that takes an `Idempotency-Key`. Nothing is written yet: the pipeline sends it together with
 * the claim of the key, and both commit or neither does.
 */
export type Plan<Reply> =
  | {
      kind: 'creation';
      /** Known beforehand. */
      reply: Reply;
      /** All writes. If a name is taken, the handler is called again. */
      creation: Creation;
    }
  | {
      kind: 'transaction';
      /** Undefined, with nothing written, if a name is taken: the handler is called again. */
      transaction: (db: Db) => Promise<Reply | undefined>;
    };

/** A plan of one kind. */
export type PlanOf<Kind extends Plan<unknown>['kind'], Reply> = Extract<Plan<Reply>, { kind: Kind }>;

type AllHandlers = Handlers<OwnerContext, RecipientContext>;

/** What a handler that plans gets beside. */
export interface Planned {
  /** The id of the item that it makes, if it makes one: the claim of an `Idempotency-Key` lies with it. */
  newId: string;
}

type Planning<Handler> = Handler extends (context: infer Context) => infer Reply
  ? (context: Omit<Context, 'db'> & Planned) => Plan<Awaited<Reply>> | Promise<Plan<Awaited<Reply>>>
  : never;

/** One function for each operation of the contract; those that take an `Idempotency-Key` return a plan. */
export type OperationHandlers = {
  [Id in OperationId]: (typeof operations)[Id]['idempotent'] extends true
    ? Planning<AllHandlers[Id]>
    : AllHandlers[Id];
};

/** A tag of the contract, which is the name of a feature. */
export type Tag = (typeof operations)[OperationId]['tag'];

type OperationOf<Of extends Tag> = {
  [Id in OperationId]: (typeof operations)[Id]['tag'] extends Of ? Id : never;
}[OperationId];

/** A handler for each operation of a tag: one that is missing is a compile error that names it. */
export type HandlersOf<Of extends Tag> = Pick<OperationHandlers, OperationOf<Of>>;
