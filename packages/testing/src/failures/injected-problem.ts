import { limits, operations } from '@tempshare/contract';
import type { ErrorCode } from '@tempshare/sdk/types';
import { MockProblem } from '../http/problem.ts';
import { quotaHeaders, type Quota } from '../http/quota.ts';
import type { OperationId } from './allowed-errors.ts';
import type { Planned } from './failures.ts';

/** Seconds in `Retry-After` when a test does not say. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  idempotency_in_progress: 1,
  rate_limited: 1,
  service_unavailable: 1,
  too_many_attempts: limits.wrongAttempts.seconds,
};

/** A failure that a test asked for, with the headers that the service sends with it. */
export function injectedProblem({ how, options }: Planned, id: OperationId, quota: Quota): MockProblem {
  const code = how as ErrorCode;
  const { detail = 'The test asked for this failure.', errors } = options;
  const wait = RETRY_AFTER[code] === undefined ? undefined : (options.retryAfter ?? RETRY_AFTER[code]);
  const place = operations[id].requestType === 'application/json' ? '/body' : '/query';
  const fault = { pointer: place, code: 'invalid', detail: 'is refused by the test' };
  const headers: Record<string, string> = {
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
    ...(code === 'rate_limited' && quotaHeaders({ ...quota, remaining: 0, resetSeconds: wait ?? 0 })),
  };
  return new MockProblem(code, detail, {
    headers,
    scopes: operations[id].scopes,
    ...(code === 'validation_failed' && { errors: errors ?? [fault] }),
  });
}
