import type { WebhookEndpointStatistics } from '@tempshare/sdk/types';
import { locale, t } from '../../i18n.ts';
import { Table } from '../kit/table.tsx';

const HEIGHT = 60;
const WIDTH = 10;

/** The deliveries of 24 hours as bars: what has failed stands on what has not. The table below has the same numbers. */
export function Day({ of: { hours, delivered, failed, pending } }: { of: WebhookEndpointStatistics }) {
  const sum = (hour: { delivered: number; failed: number; pending: number }): number =>
    hour.delivered + hour.failed + hour.pending;
  const most = Math.max(1, ...hours.map(sum));
  const tall = (count: number): number => (count / most) * HEIGHT;
  const hourOf = (iso: string): string =>
    new Intl.DateTimeFormat(locale(), { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
      new Date(iso),
    );
  return (
    <>
      <p class="facts">
        {t('hooks.day')} · {t('hooks.delivered', { count: delivered })} ·{' '}
        {t('hooks.failed', { count: failed })} · {t('hooks.pending', { count: pending })}
      </p>
      <svg
        class="bars low"
        viewBox={`0 0 ${hours.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {hours.map((hour, index) => {
          const good = Math.max(tall(hour.delivered + hour.pending), sum(hour) === 0 ? 1 : 0);
          const bad = tall(hour.failed);
          const x = index * WIDTH + 1;
          return (
            <g key={hour.startsAt}>
              <rect x={x} y={HEIGHT - good} width={WIDTH - 2} height={good} />
              <rect class="bad" x={x} y={HEIGHT - good - bad} width={WIDTH - 2} height={bad} />
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{t('usage.table')}</summary>
        <Table
          caption={t('hooks.day')}
          rows={hours}
          keyOf={({ startsAt }) => startsAt}
          columns={[
            {
              title: t('usage.time'),
              cell: ({ startsAt }) => <time dateTime={startsAt}>{hourOf(startsAt)}</time>,
            },
            {
              title: t('delivery.delivered'),
              cell: (hour) => t('hooks.delivered', { count: hour.delivered }),
            },
            { title: t('delivery.failed'), cell: (hour) => t('hooks.failed', { count: hour.failed }) },
            { title: t('delivery.pending'), cell: (hour) => t('hooks.pending', { count: hour.pending }) },
          ]}
        />
      </details>
    </>
  );
}
