import type { Handlers, OperationId, operations } from '@tempshare/contract';
import type { Creation, Db } from '../storage/postgres/database.ts';
import type { Principal } from './principal.ts';
import type { Session } from './session.ts';

export interface CallContext {
  db: Db;
  /** The database's clock at admission. */
  now: Date;
  /** Best locale for links, from `Accept-Language`. */
  locale: string;
  /** Aborted with a `ClientGone`, which may be thrown, when the client disconnects. */
  signal: AbortSignal;
}

export interface OwnerContext extends CallContext {
  principal: Principal;
}

export interface RecipientContext extends CallContext {
  /** IPv4 address or IPv6 /64 network of the client. */
  address: string;
  /** Session of the item whose token the client sent. */
  session: Session | undefined;
}

/** Reply and writes of an operation, which commit together with the claim of its `Idempotency-Key`. */
export type Plan<Reply> =
  | {
      kind: 'creation';
      /** Reply, known beforehand. */
      reply: Reply;
      /** All writes. If a name is taken, the handler is called again. */
      creation: Creation;
    }
  | {
      kind: 'transaction';
      /** Returns undefined, with nothing written, if a name is taken. The handler is called again. */
      transaction: (db: Db) => Promise<Reply | undefined>;
    };

export type PlanOf<Kind extends Plan<unknown>['kind'], Reply> = Extract<Plan<Reply>, { kind: Kind }>;

type AllHandlers = Handlers<OwnerContext, RecipientContext>;

/** Extra context of handlers that return a plan. */
export interface PlanContext {
  /** Id for a new item. The claim of the `Idempotency-Key` is stored with it. */
  newId: string;
}

type Planning<Handler> = Handler extends (context: infer Context) => infer Reply
  ? (context: Omit<Context, 'db'> & PlanContext) => Plan<Awaited<Reply>> | Promise<Plan<Awaited<Reply>>>
  : never;

/** One function per operation of the contract. Those with an `Idempotency-Key` return a plan. */
export type OperationHandlers = {
  [Id in OperationId]: (typeof operations)[Id]['idempotent'] extends true
    ? Planning<AllHandlers[Id]>
    : AllHandlers[Id];
};

/** Tag of the contract, equal to the name of a feature. */
export type Tag = (typeof operations)[OperationId]['tag'];

type OperationOf<Of extends Tag> = {
  [Id in OperationId]: (typeof operations)[Id]['tag'] extends Of ? Id : never;
}[OperationId];

/** Handlers of all operations of a tag. A missing one is a compile error. */
export type HandlersOf<Of extends Tag> = Pick<OperationHandlers, OperationOf<Of>>;
