import type { Schema } from '@tempshare/contract';

/** Times of the first and latest view; null before, or if unknown. */
export interface ViewTimes {
  firstViewedAt: Date | null;
  lastViewedAt: Date | null;
}

export const toViewedAt = ({ firstViewedAt, lastViewedAt }: ViewTimes): Schema<'ViewedAt'> => ({
  first: firstViewedAt?.toISOString() ?? null,
  last: lastViewedAt?.toISOString() ?? null,
});
