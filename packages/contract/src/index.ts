/**
 * The contract as TypeScript: what `openapi/` says, as types for both ends of the wire and as a table to route by.
 */
import type { components, operations as Operations, webhooks } from './gen/types.ts';
import type { BodySchemas, QueryDefaults, SchemaDefaults } from './gen/defaults.ts';
import { crossOrigin } from './gen/cross-origin.ts';
import { operations } from './gen/operations.ts';
import type { Filled, JsonBody, OperationShape, Parameters } from './shapes.ts';

export type { OperationShape };
export { crossOrigin, operations };
export { serviceLimits, type OfferedLifetimes } from './service-limits.ts';
export {
  apiVersion,
  compactJwe,
  defaults,
  eventTypes,
  expirationSeconds,
  lifetimes,
  limits,
  problems,
  scopes as allScopes,
  webhooks as webhookRules,
} from './gen/constants.ts';

/** The `operationId` of an operation, such as `transfers.create`. */
export type OperationId = keyof typeof operations;

/** Row of the operation table. */
export interface OperationInfo extends OperationShape {
  readonly id: OperationId;
  readonly tag: string;
  /** `bearer`: the owner API. `none`: the recipient API and public documents. `optional`: a key, if sent, is counted. */
  readonly auth: 'bearer' | 'optional' | 'none';
  /** Alternatives: a key needs all scopes of one of them. */
  readonly scopes: readonly (readonly string[])[];
  /** Whether its caller may send an `Idempotency-Key`: repeated, it is carried out once. */
  readonly idempotent: boolean;
  /** Whether its reader may send an `Idempotency-Key`: repeated, the same reading is had again. */
  readonly readerKey: boolean;
  /** Whether it takes an `X-Session-Token`. */
  readonly session: boolean;
  /** Whether a token in its path is the permission, and has a limit of its own. */
  readonly byToken: boolean;
  /** Whether the item may be gone after a success: refused to who fetches ahead, or posts from another site unasked. */
  readonly consumes: boolean;
  /** Possible `code`s of its errors. */
  readonly codes: readonly ErrorCode[];
  /** Whether its response is a page of a list. */
  readonly lists: boolean;
  readonly responseType: string | null;
}

/** A schema of the contract as clients write it: what has a default is optional. */
export type Schema<Name extends SchemaName> = components['schemas'][Name];
type SchemaName = keyof components['schemas'];

/** A schema of the contract as handlers read it: defaults are filled in. */
export type FilledSchema<Name extends SchemaName> = Name extends keyof SchemaDefaults
  ? Filled<Schema<Name>, SchemaDefaults[Name]>
  : Schema<Name>;

export type ErrorCode = Schema<'ErrorCode'>;
export type Problem = Schema<'Problem'>;
export type ProblemError = Schema<'ProblemError'>;
export type Scope = Schema<'Scope'>;

/** The body of one webhook event, by its name in the contract. */
export type WebhookBody<Type extends keyof webhooks> = webhooks[Type] extends {
  post: { requestBody?: infer Request };
}
  ? JsonBody<NonNullable<Request>>
  : never;

/** The body of any webhook event, discriminated by `type`. */
export type WebhookEvent = { [Type in keyof webhooks]: WebhookBody<Type> }[keyof webhooks];
export type EventType = keyof webhooks;

type Query<K extends OperationId> = K extends keyof QueryDefaults
  ? Filled<Parameters<Operations[K], 'query'>, QueryDefaults[K]>
  : Parameters<Operations[K], 'query'>;

type JsonBodyOf<K extends OperationId> = K extends keyof BodySchemas
  ? FilledSchema<BodySchemas[K]>
  : undefined;

/** The bytes of a raw request body, counted as they are read. */
export interface RawBody extends AsyncIterable<Uint8Array> {
  /** Number of bytes that the request declares; undefined if it does not. */
  readonly length: number | undefined;
}

type RequestBody<K extends OperationId> = Operations[K] extends { requestBody: { content: infer Content } }
  ? Content extends { 'application/octet-stream': unknown }
    ? RawBody
    : JsonBodyOf<K>
  : JsonBodyOf<K> | undefined;

type LowerCased<T> = { [Name in keyof T as Lowercase<Name & string>]: T[Name] };

/** The parts of a request as a handler reads them: validated, with defaults filled in. */
export interface OperationRequest<K extends OperationId> {
  params: Parameters<Operations[K], 'path'>;
  query: Query<K>;
  /** By their names in lower case. */
  headers: LowerCased<Parameters<Operations[K], 'header'>>;
  body: RequestBody<K>;
}

type SuccessStatus = 200 | 201 | 202 | 204 | 206;
type ReplyBody<T> = T extends { content: infer Content }
  ? Content extends { 'application/json': infer Body }
    ? { body: Body }
    : {
        stream: AsyncIterable<Uint8Array>;
        /**
         * Called once the last byte has been handed to the network, or could not be; tells whether the client has taken
         * everything. Not called when nothing was sent.
         */
        sent?: (taken: Promise<boolean>) => Promise<void>;
      }
  : Record<never, never>;

/** A success response of an operation: status, body, and headers beside those the pipeline sets. */
export type OperationReply<K extends OperationId> = {
  [Status in keyof Operations[K]['responses'] & SuccessStatus]: {
    status: Status;
    headers?: Record<string, string>;
  } & ReplyBody<Operations[K]['responses'][Status]>;
}[keyof Operations[K]['responses'] & SuccessStatus];

type IsOwner<K extends OperationId> = (typeof operations)[K]['auth'] extends 'bearer' ? true : false;

/**
 * One function for each operation of the contract. `Owner` is what the implementer adds to the context of operations
 * that need a key, `Recipient` to the others.
 *
 * Check an implementation with `satisfies Handlers<…>`: a missing, unknown or ill-typed operation is a compile error
 * that names it.
 */
export type Handlers<Owner, Recipient> = {
  [K in OperationId]: (
    context: OperationRequest<K> & (IsOwner<K> extends true ? Owner : Recipient),
  ) => OperationReply<K> | Promise<OperationReply<K>>;
};
