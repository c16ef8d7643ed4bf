import type { Failure } from '../failure.ts';
import { t, whenIs, type Key } from '../i18n.ts';

const LINES: Partial<Record<Failure['kind'], Key>> = {
  limited: 'limited.line',
  offline: 'offline.title',
  gone: 'gone.title',
  damaged: 'damaged.title',
  foreign: 'foreign.title',
  cancelled: 'files.failed',
  refused: 'files.failed',
  too_large: 'files.too_large',
  full: 'full.line',
};

/** A sentence about what failed. */
export const failureLine = (failure: Failure): string =>
  t(LINES[failure.kind] ?? 'away.title', {
    when: 'retryMs' in failure ? whenIs(failure.retryMs, 'wait') : '',
  });

/** One line under what somebody was doing, which stays as it was. */
export const FailedLine = ({ failure }: { failure: Failure | undefined }) => (
  <p class="wrong" role="alert">
    {failure && failure.kind !== 'password' && failureLine(failure)}
  </p>
);
