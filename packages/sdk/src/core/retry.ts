import { mediaType } from './response.ts';
import type { Attempt } from './attempt.ts';
import { APIConnectionError, APIError, type CallFacts } from './errors.ts';
import type { OperationInfo } from './operation.ts';
import { TempshareError } from './tempshare-error.ts';

const retriedStatuses = [408, 425, 429, 500, 502, 503, 504];

/** Whether sending the request a second time does no more than the first: by method (RFC 9110 9.2.2) or by idempotency key. */
export function isRepeatable(operation: OperationInfo, idempotencyKey: string | undefined): boolean {
  return (
    /^(GET|HEAD|PUT|DELETE)$/.test(operation.method) || (operation.idempotent && idempotencyKey !== undefined)
  );
}

/**
 * Whether a failed attempt calls for another. A call that is not repeatable is attempted again only where the
 * failure shows that nothing happened: opening a one-time item twice would lose it.
 */
export async function callsForRetry(
  failure: unknown,
  repeatable: boolean,
  facts: CallFacts,
  { within }: Attempt,
): Promise<boolean> {
  if (failure instanceof APIConnectionError)
    return (await within(examined(failure.cause, facts)).catch(() => false)) || repeatable;
  if (!(failure instanceof APIError)) return false;
  const { status, headers } = failure;
  const hint = headers.get('x-should-retry');
  if (hint === 'false') return false;
  const worthwhile =
    hint === 'true' || retriedStatuses.includes(status) || (status === 409 && headers.has('retry-after'));
  return worthwhile && (repeatable || consumedNothing(failure));
}

/** By contract a 429 or 503 of the service consumed nothing. A gateway's own 503 may follow a request that was passed on. */
function consumedNothing({ status, headers }: APIError): boolean {
  return status === 429 || (status === 503 && mediaType(headers) === 'application/problem+json');
}

/**
 * Whether a failure of `fetch` shows that nothing was sent; its address is taken out. No browser tells either, so
 * nothing is lost where the part that looks cannot be loaded without a network.
 */
export const examined = (failure: unknown, { url }: CallFacts): Promise<boolean> =>
  onDemand()
    .then(({ examine }) => examine(failure, url))
    .catch(() => false);

/** Loads what few calls need. */
export const onDemand = () => loaded(import('./on-demand.ts'));

/** @throws TempshareError for a part that cannot be loaded, such as one of a web page whose files have changed since */
export const loaded = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause) => {
    throw new TempshareError('a part of the package could not be loaded', { cause });
  });

export type OnDemand = Awaited<ReturnType<typeof onDemand>>;

/** `Retry-After` in milliseconds: whole seconds, or a date measured against the answer's own `Date` (RFC 9110 10.2.3). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, at - (Date.parse(headers.get('date') ?? '') || now));
}

/** Milliseconds before retry number `retry` (from 1): never less than the server asked for, else 0.5 s doubling up to 8 s. */
export function retryDelay(retry: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.random() * 50;
  return Math.min(8000, 500 * 2 ** (retry - 1)) * (1 - Math.random() * 0.25);
}
