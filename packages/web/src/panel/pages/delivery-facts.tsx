import type { WebhookAttempt, WebhookDelivery } from '@tempshare/sdk/types';
import { locale, t } from '../../i18n.ts';
import { away, exact } from '../times.tsx';

export const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/** A duration in milliseconds, or from a second on in seconds. */
export const duration = (ms: number): string =>
  new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: ms < 1000 ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(ms < 1000 ? ms : ms / 1000);

/** The receiver's response to an attempt, or the reason why there was none. */
export const Outcome = ({ of: { status, error } }: { of: WebhookAttempt }) => (
  <span class={error === null ? 'chip' : 'chip soon'}>
    {status ?? t(`failure.${error === 'http_status' || error === null ? 'connection_lost' : error}`)}
  </span>
);

/** State of a delivery: its last attempt, and when the next one comes. */
export function DeliveryState({ of: { state, attempts, nextAttemptAt } }: { of: WebhookDelivery }) {
  const last = attempts.at(-1);
  return (
    <>
      {last ? <Outcome of={last} /> : <span class="chip mute">{t(`delivery.${state}`)}</span>}
      {last && <small>{t(`delivery.${state}`)}</small>}
      {last?.error === 'redirect' && <small>{t('failure.redirect')}</small>}
      {attempts.length > 1 && <small>{t('hooks.attempts', { count: attempts.length })}</small>}
      {nextAttemptAt && Date.parse(nextAttemptAt) > Date.now() && (
        <small title={exact(nextAttemptAt)}>{t('hooks.next', { when: away(nextAttemptAt) })}</small>
      )}
    </>
  );
}
