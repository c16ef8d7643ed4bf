import { problems, type ErrorCode, type Problem, type ProblemError } from '@tempshare/contract';
import { accountProblems, type AccountErrorCode } from '@tempshare/contract/account';

const KINDS = { ...problems, ...accountProblems };

/** A problem of the contract or of the panel's document. Throw it where the fault is known; the pipeline renders it. */
export class ServiceProblem extends Error {
  readonly code: ErrorCode | AccountErrorCode;
  readonly status: number;
  readonly errors: ProblemError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode | AccountErrorCode,
    detail: string,
    more: {
      errors?: ProblemError[];
      retryAfter?: number;
      headers?: Record<string, string>;
      cause?: unknown;
      /** Status for `malformed_request`, where HTTP has a specific one. */
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

  toBody(requestId: string): Omit<Problem, 'code'> & Pick<this, 'code'> {
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

/** One problem for unknown, expired, consumed, deleted and foreign items. */
export function notFound(): ServiceProblem {
  return new ServiceProblem(
    'not_found',
    'There is nothing here. It may never have existed, or it has expired, been opened or been deleted.',
  );
}

export const tooLarge = (most: number): ServiceProblem =>
  new ServiceProblem('payload_too_large', `At most ${most} bytes can be sent here.`);

export function invalid(pointer: string, code: string, detail: string): ServiceProblem {
  return invalidIn([{ pointer, code, detail }]);
}

const MAX_ERRORS = 20;

/** A 400 for each invalid place of the request, at least one. */
export function invalidIn(errors: readonly ProblemError[]): ServiceProblem {
  const [first] = errors as [ProblemError];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new ServiceProblem('validation_failed', `${first.pointer} ${first.detail}${rest}.`, {
    errors: errors.slice(0, MAX_ERRORS),
  });
}
