import { t, whenIs, type Key } from '../../i18n.ts';
import type { Refused } from '../api.ts';

/** Wait after a refusal that names none. */
const RETRY_MS = 60_000;

/** Sentence for a refused call, with what to do about it. */
export function sentenceOf({ kind, requestId, retryAfterMs }: Refused): string {
  const key: Key = `problem.${kind}`;
  return t(key, { id: requestId, when: whenIs(retryAfterMs || RETRY_MS, 'wait') });
}

/** One line under what somebody was doing. */
export const Refusal = ({ refused }: { refused: Refused | undefined }) => (
  <p class="wrong" role="alert">
    {refused && refused.kind !== 'cancelled' && sentenceOf(refused)}
  </p>
);
