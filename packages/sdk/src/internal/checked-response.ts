import { UnexpectedResponseError } from '../core/tempshare-error.ts';

/** @throws UnexpectedResponseError without these texts: the response may come from another service */
export function checkedResponse<T extends object>(data: T, ...texts: (keyof T)[]): T {
  const given: unknown = data;
  if (typeof given !== 'object' || given === null) throw unexpected();
  if (texts.some((name) => typeof data[name] !== 'string')) throw unexpected();
  return data;
}

export function optionalText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw unexpected();
}

export async function* checkedRows<T extends { id: string }>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const row of rows) yield checkedResponse(row, 'id');
}

const unexpected = () =>
  new UnexpectedResponseError('the service answered with something else than its contract says');
