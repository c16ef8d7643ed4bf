/**
 * The panel's document (`openapi/account.yaml`) as TypeScript: its operation table, and the types of handlers and pages.
 */
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from './document.ts';
import type { BodySchemas, QueryDefaults } from './gen/account/defaults.ts';
import { operations } from './gen/account/operations.ts';
import type { components, operations as Operations } from './gen/account/types.ts';
import type { Filled, JsonBody, OperationShape, Parameters } from './shapes.ts';

export { operations as accountOperations };
export {
  lifetimes as accountLifetimes,
  limits as accountLimits,
  problems as accountProblems,
  roles,
} from './gen/account/constants.ts';

/** The `operationId` of an operation of the panel, such as `createKey`. */
export type AccountOperationId = keyof typeof operations;

export type AccountSchema<Name extends keyof components['schemas']> = components['schemas'][Name];
export type AccountErrorCode = AccountSchema<'AccountErrorCode'>;
export type Role = AccountSchema<'Role'>;

/** An entry of the panel's operation table. */
export interface AccountOperation extends OperationShape {
  readonly id: AccountOperationId;
  readonly tag: string;
  /** Roles that may call it; empty if it needs no session. */
  readonly roles: readonly Role[];
  /** Whether it asks for a sign-in within the last minutes. */
  readonly recentSignIn: boolean;
  /** Whether programs and pages of other sites may call it. */
  readonly anyOrigin: boolean;
  /** Whether the response is a file, sent as it comes. */
  readonly streams: boolean;
}

/** A success response that is a file. */
export interface AccountFile {
  mediaType: string;
  fileName: string;
  stream: AsyncIterable<Uint8Array>;
}

type Query<K extends AccountOperationId> = K extends keyof QueryDefaults
  ? Filled<Parameters<Operations[K], 'query'>, QueryDefaults[K]>
  : Parameters<Operations[K], 'query'>;

/** A request of the panel as a handler reads it: validated, with defaults filled in. */
export interface AccountRequest<K extends AccountOperationId> {
  params: Parameters<Operations[K], 'path'>;
  query: Query<K>;
  body: Body<K>;
}

type Body<K extends AccountOperationId> = K extends keyof BodySchemas
  ? AccountSchema<BodySchemas[K]> | ((typeof operations)[K]['bodyRequired'] extends true ? never : undefined)
  : undefined;

type Success<Responses, Status> = Status extends keyof Responses ? Responses[Status] : never;

/** A success response: its status is the operation's, so a handler returns the body, or nothing. */
export type AccountReply<K extends AccountOperationId> = (typeof operations)[K]['streams'] extends true
  ? AccountFile
  : [JsonBody<Success<Operations[K]['responses'], 200 | 201>>] extends [never]
    ? void
    : JsonBody<Success<Operations[K]['responses'], 200 | 201>>;

type NeedsSession<K extends AccountOperationId> = (typeof operations)[K]['roles'] extends readonly []
  ? false
  : true;

/**
 * One function for each operation of the panel. `Member` is what the implementer adds to the context of operations that
 * need a session, `Visitor` to the others.
 */
export type AccountHandlers<Member, Visitor> = {
  [K in AccountOperationId]: (
    context: AccountRequest<K> & (NeedsSession<K> extends true ? Member : Visitor),
  ) => AccountReply<K> | Promise<AccountReply<K>>;
};

/** The bundled document. Each call gives a copy of its own, since validators write into theirs. */
export function accountDocument(): OpenApiDocument {
  return JSON.parse(
    readFileSync(new URL('./gen/account/openapi.json', import.meta.url), 'utf8'),
  ) as OpenApiDocument;
}
