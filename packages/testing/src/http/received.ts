import type { OperationId } from '../failures/allowed-errors.ts';
import type { Disruption } from '../failures/failures.ts';
import type { Calls } from '../gen/calls.ts';

type Part<K extends OperationId, In extends 'path' | 'query'> = Exclude<Calls[K]['data'][In], undefined>;
type Given<T> = [T] extends [never] ? Record<string, never> : T;
type Body<K extends OperationId> = Calls[K]['requestType'] extends 'application/json'
  ? Calls[K]['data']['body']
  : undefined;

/** A request of the program under test to one operation. */
export interface RequestTo<K extends OperationId> {
  readonly operation: K;
  /** As they stand in the address. */
  readonly params: Given<Part<K, 'path'>>;
  /** As it was written: texts. */
  readonly query: Record<string, string>;
  /** By their names in lower case, without the API key. */
  readonly headers: Record<string, string>;
  /** JSON body as it was sent. It is not validated, so a wrong one is not of this type. Undefined for the bytes of a file. */
  readonly body: Body<K>;
  /** The status of the response, or what happened on the way; undefined while it is under way. */
  readonly outcome: number | Disruption | undefined;
}

/** A request of the program under test; `operation` tells which, and with it the type of `params` and `body`. */
export type MockRequest = { [K in OperationId]: RequestTo<K> }[OperationId];

/** A request as it is being recorded. */
export interface Received {
  operation: OperationId;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  outcome: number | Disruption | undefined;
}

/** Returns the record of a request as it arrives, without its body and outcome. */
export function arrived(
  { id }: { id: OperationId },
  params: Record<string, string>,
  { url, headers }: Request,
): Received {
  const { authorization: _, ...rest } = Object.fromEntries(headers);
  const query = Object.fromEntries(new URL(url).searchParams);
  return { operation: id, params, query, headers: rest, body: undefined, outcome: undefined };
}

export async function readBody(
  { requestType }: { requestType: string | null },
  request: Request,
): Promise<unknown> {
  if (requestType !== 'application/json') return undefined;
  const text = await request
    .clone()
    .text()
    .catch(() => '');
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
