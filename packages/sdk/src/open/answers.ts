import { TempshareError } from '../tempshare-error.ts';

/**
 * An answer that has the texts which are needed of it: a link, an id, what is handed out as text. The contract says so,
 * but what answers may be another service, or none.
 *
 * @throws TempshareError
 */
export function checkedAnswer<T extends object>(answer: T, ...texts: (keyof T)[]): T {
  const given: unknown = answer;
  if (typeof given !== 'object' || given === null) throw otherAnswer();
  if (texts.some((name) => typeof answer[name] !== 'string')) throw otherAnswer();
  return answer;
}

/** What may be left out, but is text otherwise. */
export function optionalText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw otherAnswer();
}

/** The rows of a list, page by page. */
export async function* checkedRows<R extends string, T>(
  rows: R,
  list: { pages(): AsyncIterable<Record<R, readonly T[]>> },
): AsyncGenerator<T> {
  for await (const page of list.pages()) {
    if (!Array.isArray(checkedAnswer(page)[rows])) throw otherAnswer();
    yield* page[rows];
  }
}

const otherAnswer = () =>
  new TempshareError('the service answered with something else than its contract says');
