import { examine } from './connection-failure.ts';
import { APIConnectionError, APIError, type CallInfo } from '../core/errors.ts';
import { mediaType } from './response.ts';

const retriedStatuses = [408, 425, 429, 500, 502, 503, 504];

/** Whether sending the request a second time does no more than the first: by method (RFC 9110 9.2.2) or by idempotency key. */
function isRepeatable({ operation, idempotencyKey }: CallInfo): boolean {
  return (
    /^(GET|HEAD|PUT|DELETE)$/.test(operation.method) || (operation.idempotent && idempotencyKey !== undefined)
  );
}

/** A call that is not repeatable is tried again only if nothing happened: a message could be there twice. */
export function callsForRetry(failure: unknown, info: CallInfo): boolean {
  const repeatable = isRepeatable(info);
  if (failure instanceof APIConnectionError) return examine(failure.cause, info.url) || repeatable;
  if (!(failure instanceof APIError)) return false;
  const { status, headers } = failure;
  const hint = headers.get('x-should-retry');
  if (hint === 'false') return false;
  const worthwhile =
    hint === 'true' || retriedStatuses.includes(status) || (status === 409 && headers.has('retry-after'));
  return worthwhile && (repeatable || consumedNothing(failure));
}

export const mayBeDone = (failure: unknown, { url }: CallInfo): boolean =>
  failure instanceof APIConnectionError
    ? !examine(failure.cause, url)
    : !(failure instanceof APIError && consumedNothing(failure));

/** By contract a 429 or 503 of the service consumed nothing. A gateway's own 503 may follow a request that was passed on. */
function consumedNothing({ status, headers }: APIError): boolean {
  return status === 429 || (status === 503 && mediaType(headers) === 'application/problem+json');
}

/** `Retry-After` in milliseconds: whole seconds, or a date measured against the response's own `Date` (RFC 9110 10.2.3). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, at - (Date.parse(headers.get('date') ?? '') || now));
}

export function retryDelay(retry: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.random() * 50;
  return Math.min(8000, 500 * 2 ** (retry - 1)) * (1 - Math.random() * 0.25);
}
