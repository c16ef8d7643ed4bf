import { problems, type ErrorCode, type Problem, type ProblemError } from '@tempshare/contract';
import { accountProblems, type AccountErrorCode } from '@tempshare/contract/account';

const KINDS = { ...problems, ...accountProblems };

/** An error of the closed set in the contract, or in the panel's document. Thrown where it is known, rendered by the pipeline. */
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

/** Unknown, expired, consumed, deleted and foreign items all get this one problem. */
export function notFound(): ServiceProblem {
  return new ServiceProblem(
    'not_found',
    'There is nothing here. It may never have existed, or it has expired, been opened or been deleted.',
  );
}

/** The refusal of a body of more than `most` bytes. */
export const tooLarge = (most: number): ServiceProblem =>
  new ServiceProblem('payload_too_large', `At most ${most} bytes can be sent here.`);

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
