import { problems } from '@tempshare/contract';
import type { ErrorCode, Problem, ProblemError } from '@tempshare/sdk/types';

const CHALLENGE = 'Bearer realm="Tempshare API"';

/** The challenges of RFC 6750, section 3, by the code of the problem. */
const challenges: Partial<Record<ErrorCode, (scopes: readonly (readonly string[])[]) => string>> = {
  missing_api_key: () => CHALLENGE,
  invalid_api_key: () => `${CHALLENGE}, error="invalid_token"`,
  insufficient_scope: ([scopes = []]) => `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`,
};

/** An error of the closed set in the contract; thrown where it is known, rendered once by `serve`. */
export class MockProblem extends Error {
  readonly code: ErrorCode;
  readonly errors: ProblemError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      errors?: ProblemError[];
      headers?: Record<string, string>;
      /** For `insufficient_scope`: those that would do. */
      scopes?: readonly (readonly string[])[];
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    const challenge = challenges[code]?.(more.scopes ?? []);
    this.headers = { ...more.headers, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** The RFC 9457 body. */
  toBody(requestId: string): Problem {
    const { code, status, message: detail, errors } = this;
    const { title } = problems[code];
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

/** The refusal of a body of more than `most` bytes. */
export const tooLarge = (most: number): MockProblem =>
  new MockProblem('payload_too_large', `At most ${most} bytes can be sent here.`);

/** A 400 that points at each wrong place of the request. */
export function invalid(errors: ProblemError[]): MockProblem {
  const [first] = errors as [ProblemError];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new MockProblem('validation_failed', `${first.pointer} ${first.detail}${rest}.`, { errors });
}
