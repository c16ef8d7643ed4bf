import { UnexpectedResponseError } from '../core/tempshare-error.ts';

/**
 * A response that has the texts which are needed of it: a link, an id, what is returned as text. The contract says so,
 * but the response may come from another service.
 *
 * @throws UnexpectedResponseError
 */
export function checkedResponse<T extends object>(data: T, ...texts: (keyof T)[]): T {
  const given: unknown = data;
  if (typeof given !== 'object' || given === null) throw unexpected();
  if (texts.some((name) => typeof data[name] !== 'string')) throw unexpected();
  return data;
}

/** Returns an optional text field of a response. */
export function optionalText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw unexpected();
}

/** The rows of a list, each of which has an id. */
export async function* checkedRows<T extends { id: string }>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const row of rows) yield checkedResponse(row, 'id');
}

const unexpected = () =>
  new UnexpectedResponseError('the service answered with something else than its contract says');
