import { operations } from '@tempshare/contract';
import type { ErrorCode } from '@tempshare/sdk/types';
import type { Calls } from '../gen/calls.ts';
import { document } from '../gen/document.ts';

/** The name of an operation: the method's path on the client, such as `secrets.create` or `public.transfers.open`. */
export type OperationId = keyof Calls;

type Row<K extends OperationId> = Calls[K];
type Status<K extends OperationId> = keyof Calls[K]['errors'];

interface Codes<K extends OperationId> {
  400: 'validation_failed' | (Row<K>['requestType'] extends 'application/json' ? 'malformed_json' : never);
  401: 'invalid_api_key' | (Row<K>['auth'] extends 'bearer' ? 'missing_api_key' : never);
  403: Row<K>['auth'] extends 'bearer' ? 'insufficient_scope' : Guard<K>;
  404: 'not_found';
  409:
    | (Row<K>['auth'] extends 'bearer' ? 'idempotency_in_progress' : never)
    | (507 extends Status<K> ? 'quota_exceeded' : never);
  413: 'payload_too_large';
  415: 'unsupported_media_type';
  416: 'range_not_satisfiable';
  422: 'idempotency_key_reused';
  429: 'rate_limited' | (Row<K>['auth'] extends 'bearer' ? never : Attempts<K>);
  500: 'internal_error';
  503: 'service_unavailable';
  507: 'insufficient_storage';
}
type Guard<K extends OperationId> = K extends `public.requests.${string}`
  ? 'invalid_pin'
  : 'invalid_password';
type Attempts<K extends OperationId> = 403 extends Status<K> ? 'too_many_attempts' : never;

/** The codes that the contract knows for an operation. */
export type ErrorCodeOf<K extends OperationId> = K extends OperationId
  ? Codes<K>[Status<K> & keyof Codes<K>]
  : never;

type Described = Record<string, Record<string, { responses: Record<string, unknown> }>>;

/** The same as values, for callers without types. */
export function codesOf(id: OperationId): ErrorCode[] {
  const { path, method, auth, requestType } = operations[id];
  const { responses } = (document.paths as Described)[path]![method.toLowerCase()]!;
  const owner = auth === 'bearer';
  const guard = id.startsWith('public.requests.') ? 'invalid_pin' : 'invalid_password';
  const codes: Record<string, ErrorCode[]> = {
    400: ['validation_failed', ...(requestType === 'application/json' ? ['malformed_json' as const] : [])],
    401: [...(owner ? ['missing_api_key' as const] : []), 'invalid_api_key'],
    403: [owner ? 'insufficient_scope' : guard],
    404: ['not_found'],
    409: [
      ...(owner ? ['idempotency_in_progress' as const] : []),
      ...('507' in responses ? ['quota_exceeded' as const] : []),
    ],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
    416: ['range_not_satisfiable'],
    422: ['idempotency_key_reused'],
    429: ['rate_limited', ...(!owner && '403' in responses ? ['too_many_attempts' as const] : [])],
    500: ['internal_error'],
    503: ['service_unavailable'],
    507: ['insufficient_storage'],
  };
  return Object.keys(responses).flatMap((status) => codes[status] ?? []);
}
