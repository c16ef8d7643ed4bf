import { useEffect } from 'preact/hooks';
import type { Failure } from '../failure.ts';
import { t, whenIs, type Key } from '../words.ts';
import { Card } from './card.tsx';

/** What is said of each, in its order. */
const SAID: Record<Exclude<Failure['kind'], 'password' | 'cancelled'>, [title: Key, ...lines: Key[]]> = {
  gone: ['gone.title', 'gone.lead', 'gone.ask'],
  partial: ['partial.title', 'partial.lead', 'partial.ask'],
  mismatch: ['mismatch.title', 'mismatch.lead', 'ask'],
  damaged: ['damaged.title', 'damaged.lead', 'ask'],
  unsafe: ['unsafe.title', 'unsafe.lead', 'ask'],
  limited: ['limited.title', 'limited.lead'],
  offline: ['offline.title', 'offline.lead'],
  away: ['away.title', 'away.lead'],
};

/** What is said instead where it is tried again only when somebody asks for it. */
const ASKED: Partial<Record<Key, Key>> = { 'offline.lead': 'away.ask', 'away.lead': 'away.ask' };

interface TroubleProps {
  failure: Failure;
  retry: () => void;
  /** It is tried again without being asked: nothing can be consumed by it. */
  byItself: boolean;
}

/** A page for what went wrong, which ends with what to do. */
export function Trouble({ failure, retry, byItself }: TroubleProps) {
  const retryMs = 'retryMs' in failure ? failure.retryMs : undefined;
  useEffect(() => {
    if (!byItself) return undefined;
    addEventListener('online', retry);
    const timer = failure.kind === 'away' ? setTimeout(retry, retryMs) : undefined;
    return () => {
      removeEventListener('online', retry);
      clearTimeout(timer);
    };
  }, [failure]);
  const [title, ...lines] = failure.kind in SAID ? SAID[failure.kind as keyof typeof SAID] : SAID.damaged;
  const canRetry = retryMs !== undefined || failure.kind === 'offline' || failure.kind === 'damaged';
  return (
    <Card title={t(title)} follows>
      {lines.map((line) => (
        <p key={line} class="lead">
          {t(byItself ? line : (ASKED[line] ?? line), { when: whenIs(retryMs ?? 0, 'wait') })}
        </p>
      ))}
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
