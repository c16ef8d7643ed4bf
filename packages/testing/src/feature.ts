import type { Handlers, OperationId, operations } from '@tempshare/contract';
import type { Session } from './domain/session.ts';
import type { Key, Part, State } from './state.ts';

/** Context of a handler beside the validated request. */
export interface RecipientContext {
  state: State;
  now: number;
  /** The session of the item, if the request has a token of one. */
  session: Session | undefined;
}
export interface OwnerContext extends RecipientContext {
  key: Key;
}

/** A handler for each operation of the contract. */
export type MockHandlers = Handlers<OwnerContext, RecipientContext>;

/** Tag of an operation in the contract: `transfers`, `secrets`, … */
export type Tag = (typeof operations)[OperationId]['tag'];

/** Interface of a feature to the rest of the mock. */
export interface Feature<Of extends Tag = Tag> extends Part {
  /** One for each operation of its tag: a missing one is a compile error. */
  handlers: HandlersOf<Of>;
}

/** The handlers for the operations of a tag. */
export type HandlersOf<Of extends Tag> = Pick<
  MockHandlers,
  { [K in OperationId]: (typeof operations)[K]['tag'] extends Of ? K : never }[OperationId]
>;
