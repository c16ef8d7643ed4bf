import { AnswerError } from './tempshare-error.ts';

/**
 * An answer that has the texts which are needed of it: a link, an id, what is handed out as text. The contract says so,
 * but what answers may be another service, or none.
 *
 * @throws AnswerError
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

/** The rows of a list, each of which has an id. */
export async function* checkedRows<T extends { id: string }>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const row of rows) yield checkedAnswer(row, 'id');
}

const otherAnswer = () => new AnswerError('the service answered with something else than its contract says');
