import type { OperationInfo } from './operation.ts';
import { UnexpectedResponseError, TempshareError } from './tempshare-error.ts';
import type { ErrorCode, ProblemError } from '../gen/types.gen.ts';

export { UnexpectedResponseError, TempshareError } from './tempshare-error.ts';

/** An RFC 9457 problem document as far as it was understood: any part may be missing when a proxy sent it. */
export interface Problem {
  code?: string;
  title?: string | undefined;
  detail?: string | undefined;
  requestId?: string | undefined;
  errors?: ProblemError[] | undefined;
}

/** A call as its errors describe it. */
export interface CallInfo {
  readonly operation: OperationInfo;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  readonly unclear?: boolean | undefined;
  /** URL of the request. No error shows it, since it contains ids. */
  readonly url?: string | undefined;
}

interface FailedResponse {
  status: number;
  headers: Headers;
  problem: Problem;
  retryAfterMs?: number | undefined;
}

interface AnsweredCall extends CallInfo {
  requestId?: string | undefined;
}

class CallError extends TempshareError {
  /** How many requests were sent. A 404 for a DELETE with more than one may mean that the first one did it. */
  declare readonly attempts: number;
  /** The key all attempts carried: repeat the call with it to learn what became of it. */
  declare readonly idempotencyKey: string | undefined;
  /** Whether an attempt before the last may have been carried out, its response lost: then this says nothing of that. */
  declare readonly unclear: boolean;
  /** The operationId, such as `transfers.create`. */
  declare readonly operation: string;

  constructor(info: AnsweredCall, text: string, options?: ErrorOptions) {
    super(text + circumstances(info), options);
    const { attempts, operation } = info;
    Object.assign(this, { attempts, operation: operation.id });
    setKey(this, info);
    Object.defineProperty(this, 'unclear', { value: info.unclear === true });
  }
}

/** Sets the key of the call. That of a reading gives what was read once more, so that it is not printed with the error. */
function setKey<E extends TempshareError>(error: E, { idempotencyKey: value, operation }: CallInfo): E {
  return Object.defineProperty(error, 'idempotencyKey', { value, enumerable: operation.auth !== 'none' });
}

function circumstances({ attempts, operation, requestId }: AnsweredCall): string {
  const request = requestId === undefined ? '' : ` request ${requestId},`;
  return ` (${operation.method} ${operation.path},${request} ${attempts} attempt${attempts === 1 ? '' : 's'})`;
}

/** The error of a success that is not what the operation promises. */
export function unexpectedResponse(
  info: CallInfo,
  { status, headers }: Pick<FailedResponse, 'status' | 'headers'>,
  text: string,
): UnexpectedResponseError {
  const { attempts, operation } = info;
  const requestId = headers.get('x-request-id') ?? undefined;
  const contentType = headers.get('content-type') ?? undefined;
  const error = new UnexpectedResponseError(text + circumstances({ ...info, requestId }), {
    ...{ status, contentType, requestId, attempts, operation: operation.id },
  });
  return setKey(error, info);
}

/** A response, of the service or of something before it, whose status is not success. */
export class APIError extends CallError {
  static override readonly kind: string = 'APIError';
  declare readonly status: number;
  /** From the problem document; `unknown_error` when the body is not one, `redirect_refused` for a redirect. */
  declare readonly code: ErrorCode | 'unknown_error' | 'redirect_refused' | (string & {});
  declare readonly title: string | undefined;
  declare readonly detail: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers;
  /** The faults of a 400; otherwise empty. */
  declare readonly errors: readonly ProblemError[];
  /** In milliseconds. */
  declare readonly retryAfterMs: number | undefined;

  constructor(info: CallInfo, { status, headers, problem, retryAfterMs }: FailedResponse) {
    const { code = 'unknown_error', title, detail, errors = [] } = problem;
    const requestId = problem.requestId ?? headers.get('x-request-id') ?? undefined;
    super({ ...info, requestId }, `${status} ${code}: ${detail ?? title ?? 'no detail'}`);
    const own = withoutEnumerables(headers);
    Object.assign(this, { status, code, title, detail, requestId, headers: own, errors, retryAfterMs });
  }
}

/** Copies headers so that `for … in` finds no method: Koa copies what it finds in `headers` of an error. */
function withoutEnumerables(headers: Headers): Headers {
  const copy = new Headers(headers);
  for (const name in copy)
    Object.defineProperty(copy, name, { value: Reflect.get(copy, name), enumerable: false });
  return copy;
}

/** 400: a parameter is missing or wrong; `errors` points at each. */
export class BadRequestError extends APIError {
  static override readonly kind: string = 'BadRequestError';
}

/** 401: the API key is missing, mistyped, expired or revoked. */
export class AuthenticationError extends APIError {
  static override readonly kind: string = 'AuthenticationError';
}

/** 403: the key lacks the scope, or a recipient's password or PIN is wrong. */
export class PermissionDeniedError extends APIError {
  static override readonly kind: string = 'PermissionDeniedError';
}

/** 404: unknown, expired, consumed, deleted or somebody else's; the service treats these alike. */
export class NotFoundError extends APIError {
  static override readonly kind: string = 'NotFoundError';
}

/** 409: the first call with this idempotency key is still running, or there is no room: `code` `quota_exceeded`. */
export class ConflictError extends APIError {
  static override readonly kind: string = 'ConflictError';
}

/** 413: the body is over the limit. */
export class PayloadTooLargeError extends APIError {
  static override readonly kind: string = 'PayloadTooLargeError';
}

/** 422: the idempotency key was used before with another payload. */
export class UnprocessableEntityError extends APIError {
  static override readonly kind: string = 'UnprocessableEntityError';
}

/** 429: over the rate limit; `retryAfterMs` says how long to wait. */
export class RateLimitError extends APIError {
  static override readonly kind: string = 'RateLimitError';
}

/** 500 and above: a fault of the service or of a proxy before it. */
export class InternalServerError extends APIError {
  static override readonly kind: string = 'InternalServerError';
}

/** No complete response arrived; `cause` is what `fetch` threw, without the address. The service may still have acted. */
export class APIConnectionError extends CallError {
  static override readonly kind: string = 'APIConnectionError';
  constructor(
    info: CallInfo,
    cause?: unknown,
    text = `no complete response from the service${codeOf(cause)}`,
  ) {
    super(info, text, { cause });
  }
}

/** An attempt took longer than its `timeout`. */
export class APITimeoutError extends APIConnectionError {
  static override readonly kind: string = 'APITimeoutError';

  constructor(info: CallInfo, timeout: number) {
    super(info, undefined, `no complete response within ${timeout} ms`);
  }
}

/** The caller's `signal` ended the call; `cause` is its reason. The service may still have acted. */
export class APIUserAbortError extends CallError {
  static override readonly kind: string = 'APIUserAbortError';
  constructor(info: CallInfo, cause: unknown) {
    super(info, 'aborted by the caller', { cause });
  }
}

const byStatus: Record<number, typeof APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** The error of a response, its class chosen by status alone. */
export function errorForResponse(info: CallInfo, response: FailedResponse): APIError {
  const Kind = byStatus[response.status] ?? (response.status >= 500 ? InternalServerError : APIError);
  return new Kind(info, response);
}

/** The operating system's or the HTTP library's code for a failure, such as ` (ECONNRESET)`; messages may hold data and stay out. */
function codeOf(cause: unknown, depth = 0): string {
  const { code, cause: next } = Object(cause) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return ` (${code})`;
  return depth < 9 ? codeOf(next, depth + 1) : ''; // One may lead back to itself.
}
