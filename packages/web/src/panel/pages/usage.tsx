import type { components } from '@tempshare/contract/account/types';
import { useLocation } from 'preact-iso';
import { locale, size, t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { Choice } from '../kit/choice.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { utcOffset } from '../times.tsx';
import { OwnQuota } from './quota-bars.tsx';

type Step = components['schemas']['UsageStep'];
type KeyUsage = components['schemas']['KeyUsage'];
type Period = 'day' | 'month';

const PATH = '/developers/usage';
const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
const span = (count: number, unit: 'hour' | 'day'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
const timeOf = (period: Period, iso: string): string =>
  new Intl.DateTimeFormat(
    locale(),
    period === 'day' ? { weekday: 'short', hour: 'numeric', minute: '2-digit' } : { dateStyle: 'medium' },
  ).format(new Date(iso));

const queryOf = (period: Period, key?: string): string =>
  `?period=${period}${key ? `&key=${encodeURIComponent(key)}` : ''}`;

/** Usage of the keys in 24 hours or 30 days. The address says which period and key are shown. */
export default function Usage() {
  const { query } = useLocation() as { query: { period?: string; key?: string } };
  const period: Period = query.period === 'month' ? 'month' : 'day';
  const keyId = query.key;
  const params = { query: { period, utcOffset: utcOffset(), ...(keyId && { keyId }) } };
  const usage = useLoad((signal) => call(() => api.GET('/usage', { params, signal })), [period, keyId]);
  return (
    <Page title={t('nav.usage')} lead={t('usage.lead')}>
      <Choice
        label={t('usage.period')}
        path={PATH}
        options={[
          [queryOf('day', keyId), span(24, 'hour'), period === 'day'],
          [queryOf('month', keyId), span(30, 'day'), period === 'month'],
        ]}
      />
      <Loading of={usage}>
        {({ steps, keys }) => (
          <>
            <section class="panel-card">
              <h2>
                {t('usage.requests')}
                {keyId && keys[0] && (
                  <>
                    : <bdi>{keys[0].name}</bdi>
                  </>
                )}
              </h2>
              <Bars steps={steps} period={period} />
              <details>
                <summary>{t('usage.table')}</summary>
                <Steps steps={steps} period={period} />
              </details>
            </section>
            <OwnQuota />
            <section class="panel-card">
              {keys.length === 0 ? <p>{t('keys.empty')}</p> : <Keys keys={keys} period={period} />}
              {keyId && (
                <p>
                  <a href={`${at(PATH)}${queryOf(period)}`}>{t('usage.all')}</a>
                </p>
              )}
            </section>
          </>
        )}
      </Loading>
    </Page>
  );
}

/** The numbers of the bars. */
const Steps = ({ steps, period }: { steps: readonly Step[]; period: Period }) => (
  <Table
    caption={t('nav.usage')}
    rows={steps}
    keyOf={({ at: start }) => start}
    columns={[
      {
        title: t('usage.time'),
        cell: ({ at: start }) => <time dateTime={start}>{timeOf(period, start)}</time>,
      },
      { title: t('usage.requests'), cell: ({ requests }) => number(requests) },
      { title: t('usage.items'), cell: ({ items }) => number(items) },
      { title: t('usage.bytes'), cell: ({ bytes }) => size(bytes) },
    ]}
  />
);

const Keys = ({ keys, period }: { keys: readonly KeyUsage[]; period: Period }) => (
  <Table
    caption={t('nav.keys')}
    rows={keys}
    keyOf={({ id }) => id}
    columns={[
      {
        title: t('keys.key'),
        cell: ({ id, name }) => (
          <a href={`${at(PATH)}${queryOf(period, id)}`}>
            <bdi>{name}</bdi>
          </a>
        ),
      },
      { title: t('usage.requests'), isTitled: true, cell: ({ requests }) => number(requests) },
      { title: t('usage.items'), isTitled: true, cell: ({ items }) => number(items) },
      { title: t('usage.bytes'), isTitled: true, cell: ({ bytes }) => size(bytes) },
      {
        title: t('usage.requests-left'),
        isTitled: true,
        cell: ({ requestsLeft, requestsPerMinute }) =>
          `${number(requestsLeft)} / ${number(requestsPerMinute)}`,
      },
      {
        title: t('usage.left'),
        isTitled: true,
        cell: ({ bytesLeft, maxBytes }) => `${size(bytesLeft)} / ${size(maxBytes)}`,
      },
    ]}
  />
);

const HEIGHT = 120;
const WIDTH = 10;

/** Requests in each step as bars. The table below has the same numbers for those who do not see it. */
const Bars = ({ steps, period }: { steps: readonly Step[]; period: Period }) => {
  const most = Math.max(1, ...steps.map(({ requests }) => requests));
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${steps.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {steps.map(({ at: start, requests }, index) => {
        const height = Math.max(requests > 0 ? 3 : 1, (requests / most) * HEIGHT);
        return (
          <rect key={start} x={index * WIDTH + 1} y={HEIGHT - height} width={WIDTH - 2} height={height}>
            <title>{`${timeOf(period, start)}: ${number(requests)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
};
