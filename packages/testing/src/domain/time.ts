import { invalid } from '../http/problem.ts';

/** Refuses a day that its month does not have. @throws MockProblem `validation_failed` */
export function assertDay(text: string | undefined, pointer: string): void {
  const time = Date.parse(text ?? '');
  if (text !== undefined && (Number.isNaN(time) || new Date(time).toISOString() !== text))
    throw invalid([{ pointer, code: 'pattern', detail: 'must be a day that exists' }]);
}
