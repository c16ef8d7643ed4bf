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

/** Sentence about a place without space for its owner. Without one it is that for guests. */
export interface FullProps {
  full?: string | undefined;
}

/** A sentence about what failed. */
export const failureLine = (failure: Failure): string =>
  t(LINES[failure.kind] ?? 'away.title', {
    when: 'retryMs' in failure ? whenIs(failure.retryMs, 'wait') : '',
  });

/** One line under what somebody was doing, which stays as it was. */
export const FailedLine = ({ failure, full }: { failure: Failure | undefined } & FullProps) => (
  <p class="wrong" role="alert">
    {failure &&
      failure.kind !== 'password' &&
      (failure.kind === 'full' && full !== undefined ? full : failureLine(failure))}
  </p>
);
