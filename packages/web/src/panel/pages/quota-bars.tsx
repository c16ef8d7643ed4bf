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

/** The part of a quota from which on pages say how much is left. */
const NEAR = 0.8;

/** Amount that a draft would add to a figure. */
const addedTo = (figure: Figure, items: readonly { bytes: number }[]): number =>
  figure === 'bytes' ? items.reduce((sum, { bytes }) => sum + bytes, 0) : items.length;

interface QuotaNotesProps {
  /** The items that would be added. */
  of: readonly { bytes: number }[];
}

/** Quotas that are nearly used up, and those that what is about to be sent does not fit into. */
export function QuotaNotes({ of: items }: QuotaNotesProps) {
  const { data } = useLoad((signal) => call(() => api.GET('/quotas/own', { signal })));
  const uses = data
    ? ([
        ['own', data.member],
        ['team', data.account],
      ] as const)
    : [];
  return (
    <div role="status">
      {FIGURES.map((figure) => {
        const added = addedTo(figure, items);
        const notes = uses.flatMap(([whose, { limits, used }]) => {
          const most = limits[figure];
          if (most === null) return [];
          const left = most - used[figure];
          if (left >= Math.max(1, added) && used[figure] < NEAR * most) return [];
          const values = { used: show(figure, used[figure]), most: show(figure, most) };
          return [{ left, line: t(`near.${whose}.${figure}`, values) }];
        });
        const left = Math.min(Infinity, ...notes.map((note) => note.left));
        const isFull = left < 1;
        const isOver = left < added;
        return (
          notes.length > 0 && (
            <p key={figure} class={isFull || isOver ? 'wrong' : 'note'}>
              {notes.map(({ line }) => line).join(' ')}{' '}
              {isFull ? t(`problem.quota_${figure}`) : isOver && t('near.over')}
            </p>
          )
        );
      })}
    </div>
  );
}

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
