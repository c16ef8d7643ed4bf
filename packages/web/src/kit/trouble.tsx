import { useLayoutEffect, useRef } from 'preact/hooks';
import { takeKey } from '../address.ts';
import type { Failure } from '../failure.ts';
import { t, whenIs, type Key } from '../i18n.ts';
import { Card } from './card.tsx';

/** Texts of each failure, in order. */
const SAID: Partial<Record<Failure['kind'], [title: Key, ...lines: Key[]]>> & { damaged: [Key, ...Key[]] } = {
  gone: ['gone.title', 'gone.lead', 'gone.ask'],
  lost: ['gone.title', 'lost.lead', 'ask'],
  cut: ['partial.title', 'cut.lead', 'partial.ask'],
  partial: ['partial.title', 'partial.lead', 'partial.ask'],
  mismatch: ['mismatch.title', 'mismatch.lead', 'ask'],
  damaged: ['damaged.title', 'damaged.lead', 'ask'],
  foreign: ['foreign.title', 'foreign.lead'],
  // A link is too large for nobody but a proxy.
  too_large: ['foreign.title', 'foreign.lead'],
  unsafe: ['unsafe.title', 'unsafe.lead', 'ask'],
  limited: ['limited.title', 'limited.lead'],
  waiting: ['limited.title', 'away.lead'],
  offline: ['offline.title', 'offline.lead'],
  away: ['away.title', 'away.lead'],
};

/** Texts used instead where only the person retries. */
const ASKED: Partial<Record<Key, Key>> = { 'offline.lead': 'away.ask', 'away.lead': 'away.ask' };

interface TroubleProps {
  failure: Failure;
  retry: () => void;
  /** It is tried again without being asked: nothing can be consumed by it. */
  byItself: boolean;
  /** Additional note. */
  note?: string;
}

const LONGEST_PAUSE_MS = 60_000;

/** How long it is waited, longer each time that a service which says nothing stays away. */
function pauseOf(failure: Failure, triesBefore: number): number | undefined {
  if (!('retryMs' in failure)) return undefined;
  const { kind, retryMs } = failure;
  return kind === 'away'
    ? Math.max(retryMs, Math.min(LONGEST_PAUSE_MS, retryMs * 2 ** triesBefore))
    : retryMs;
}

/** A page for what went wrong, which ends with what to do. */
export function Trouble({ failure, retry, byItself, note }: TroubleProps) {
  const tries = useRef({ failure, before: 0 });
  if (tries.current.failure !== failure) tries.current = { failure, before: tries.current.before + 1 };
  const retryMs = pauseOf(failure, tries.current.before);
  useLayoutEffect(() => {
    if (!byItself) return undefined;
    addEventListener('online', retry);
    const timer = 'retryMs' in failure && failure.kind !== 'limited' ? setTimeout(retry, retryMs) : undefined;
    return () => {
      removeEventListener('online', retry);
      clearTimeout(timer);
    };
  }, [failure]);
  const [title, ...lines] = SAID[failure.kind] ?? SAID.damaged;
  const canRetry =
    retryMs !== undefined || ['offline', 'damaged', 'refused', 'foreign', 'too_large'].includes(failure.kind);
  return (
    <Card title={t(title)} follows>
      {lines.map((line) => (
        <p key={line} class="lead">
          {t(byItself ? line : (ASKED[line] ?? line), { when: whenIs(retryMs ?? 0, 'wait') })}
        </p>
      ))}
      {note && <p class="lead">{note}</p>}
      {failure.kind === 'partial' && (
        // The key may have come apart from the link.
        <form
          onSubmit={(event) => {
            event.preventDefault();
            takeKey((event.currentTarget.elements[0] as HTMLInputElement).value);
            retry();
          }}
        >
          <label>
            {t('partial.key')}
            <input />
          </label>
          <button class="main">{t('partial.use')}</button>
        </form>
      )}
      {canRetry && (
        <div class="buttons">
          <button type="button" class="main" onClick={retry}>
            {t('retry')}
          </button>
        </div>
      )}
    </Card>
  );
}
