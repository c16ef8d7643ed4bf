import type { ErrorCode, Problem, ProblemError } from '@tempshare/contract';

const KINDS: Record<ErrorCode, { status: number; title: string }> = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  malformed_request: { status: 400, title: 'The request is not HTTP' },
  missing_api_key: { status: 401, title: 'An API key is needed' },
  invalid_api_key: { status: 401, title: 'The API key is missing or not valid' },
  insufficient_scope: { status: 403, title: 'The API key lacks a scope' },
  invalid_password: { status: 403, title: 'The password is not right' },
  invalid_pin: { status: 403, title: 'The PIN is not right' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  idempotency_in_progress: { status: 409, title: 'The first request is still running' },
  quota_exceeded: { status: 409, title: 'There is no room left' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  range_not_satisfiable: { status: 416, title: 'There are no such bytes' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  internal_error: { status: 500, title: 'Internal error' },
  service_unavailable: { status: 503, title: 'Temporarily unavailable' },
  insufficient_storage: { status: 507, title: 'The server has no room left' },
};

/** An error of the closed set in the contract. Thrown where it is known, rendered by the pipeline. */
export class ServiceProblem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: ProblemError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      errors?: ProblemError[];
      retryAfter?: number;
      headers?: Record<string, string>;
      cause?: unknown;
      /** For `malformed_request`, where HTTP has a status of its own for what is wrong. */
      status?: number;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'ServiceProblem';
    this.code = code;
    this.status = more.status ?? KINDS[code].status;
    this.errors = more.errors;
    this.headers = { ...more.headers };
    if (more.retryAfter !== undefined) this.headers['Retry-After'] = String(more.retryAfter);
  }

  /** The RFC 9457 body. */
  toBody(requestId: string): Problem {
    return {
      type: `urn:tempshare:problem:${this.code}`,
      title: KINDS[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      ...(this.errors && { errors: this.errors }),
    };
  }
}

/** Unknown, expired, consumed, deleted and foreign items all get this one problem. */
export function notFound(): ServiceProblem {
  return new ServiceProblem(
    'not_found',
    'There is nothing here. It may never have existed, or it has expired, been opened or been deleted.',
  );
}

/** A 400 that points at one place of the request. */
export function invalid(pointer: string, code: string, detail: string): ServiceProblem {
  return invalidIn([{ pointer, code, detail }]);
}

/** How many wrong places a problem names. */
const MAX_ERRORS = 20;

/** A 400 that points at each wrong place of the request; there is at least one. */
export function invalidIn(errors: readonly ProblemError[]): ServiceProblem {
  const [first] = errors as [ProblemError];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new ServiceProblem('validation_failed', `${first.pointer} ${first.detail}${rest}.`, {
    errors: errors.slice(0, MAX_ERRORS),
  });
}
