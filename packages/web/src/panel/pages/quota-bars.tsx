import type { components } from '@tempshare/contract/account/types';
import { locale, size, t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { Loading } from '../kit/page.tsx';
import { useLoad } from '../load.ts';

type Use = Pick<components['schemas']['QuotaUse'], 'limits' | 'used'>;

export const FIGURES = ['items', 'bytes', 'uploads'] as const;
export type Figure = (typeof FIGURES)[number];

const show = (figure: Figure, value: number): string =>
  figure === 'bytes' ? size(value) : new Intl.NumberFormat(locale()).format(value);

/** The used amount of a figure, and the quota if there is one: "12 of 100". */
export function amountOf(figure: Figure, { limits, used }: Use): string {
  const most = limits[figure];
  const amount = show(figure, used[figure]);
  return most === null ? amount : t('quota.of', { used: amount, most: show(figure, most) });
}

/** Whether there is a quota of anything. */
const hasQuota = ({ limits }: Use): boolean => FIGURES.some((figure) => limits[figure] !== null);

/** A bar for each figure that has a quota. */
export const QuotaBars = ({ of }: { of: Use }) => (
  <div class="quotas">
    {FIGURES.map((figure) => {
      const most = of.limits[figure];
      if (most === null) return null;
      const label = t(`quota.${figure}`);
      return (
        <div key={figure}>
          <span>{label}</span>
          <small>{amountOf(figure, of)}</small>
          {/* A bar that can hold nothing is full. */}
          <progress
            aria-label={label}
            max={most || 1}
            value={most === 0 ? 1 : Math.min(most, of.used[figure])}
          />
        </div>
      );
    })}
  </div>
);

/** The quotas of the person and of their team. Nothing where there are none. */
export function OwnQuota() {
  const quota = useLoad((signal) => call(() => api.GET('/quotas/own', { signal })));
  return (
    <Loading of={quota}>
      {({ member, account }) =>
        (hasQuota(member) || hasQuota(account)) && (
          <section class="panel-card">
            {hasQuota(member) && <h2>{t('quotas.yours')}</h2>}
            <QuotaBars of={member} />
            {hasQuota(account) && <h2>{t('quotas.of-team')}</h2>}
            <QuotaBars of={account} />
          </section>
        )
      }
    </Loading>
  );
}
