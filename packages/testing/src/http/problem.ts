import type { ErrorCode, Problem, ProblemError } from '@tempshare/sdk/types';

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

/** What a 401 asks for. */
export const WWW_AUTHENTICATE = 'Bearer realm="Tempshare API"';

/** An error of the closed set in the contract; thrown where it is known, rendered once by `serve`. */
export class MockProblem extends Error {
  readonly code: ErrorCode;
  readonly errors: ProblemError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    more: { errors?: ProblemError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return KINDS[this.code].status;
  }

  /** The RFC 9457 body. */
  toBody(requestId: string): Problem {
    const { code, status, message: detail, errors } = this;
    const { title } = KINDS[code];
    const type = `urn:tempshare:problem:${code}`;
    return { type, title, status, detail, code, requestId, ...(errors && { errors }) };
  }
}

/** The one problem for unknown, expired, consumed, deleted and foreign items. */
export function notFound(): MockProblem {
  return new MockProblem(
    'not_found',
    'There is nothing here. It may never have existed, or it has expired, been opened or been deleted.',
  );
}

/** A 400 that points at each wrong place of the request. */
export function invalid(errors: ProblemError[]): MockProblem {
  const [first] = errors as [ProblemError];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new MockProblem('validation_failed', `${first.pointer} ${first.detail}${rest}.`, { errors });
}
