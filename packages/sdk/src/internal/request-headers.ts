import { idempotencyKeyPattern } from '../gen/call-limits.ts';
import { userAgent } from './environment.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { must, TempshareError } from '../core/tempshare-error.ts';
import type { GivenHeaders, OperationInfo, RequestOptions } from '../core/operation.ts';

export type HeaderOverrides = Map<string, string | null>;

/** The first layer wins. @throws TempshareError for an iterable, such as `Headers`, of which nothing would be sent */
export function mergeOverrides(...layers: (GivenHeaders | undefined)[]): HeaderOverrides {
  const entries = layers.flatMap((given) => {
    const layer = Object(given) as GivenHeaders;
    must(!(Symbol.iterator in layer), 'headers must be an object: Object.fromEntries(headers)');
    return Object.entries(layer);
  });
  const given = entries.filter(([, value]) => value !== undefined);
  return new Map(given.map(([name, value]) => [name.toLowerCase(), value as string | null]));
}

export function callHeaders(
  given: HeadersInit | undefined,
  { operation, idempotencyKey }: RequestOptions & { operation: OperationInfo },
  overrides: HeaderOverrides,
): Headers {
  const agent = userAgent();
  const headers = new Headers(given);
  if (operation.response !== 'bytes' && !headers.has('accept')) headers.set('accept', 'application/json');
  if (agent !== undefined) headers.set('user-agent', agent);
  if (operation.idempotent) {
    const key = idempotencyKey ?? headers.get('idempotency-key') ?? newIdempotencyKey();
    must(idempotencyKeyPattern.test(key), 'idempotencyKey must be 1 to 255 visible ASCII characters');
    headers.set('idempotency-key', key);
  } else {
    must(idempotencyKey === undefined, `${operation.id} takes no idempotencyKey`);
  }
  for (const [name, value] of overrides) {
    try {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    } catch {
      // The runtime's message quotes the value.
      throw new TempshareError(`the header ${name} is malformed`);
    }
  }
  return headers;
}
