import type { Schema } from '@tempshare/contract';

/** When the first and the latest view of an item were counted; null before, and where it is not known. */
export interface ViewTimes {
  firstViewedAt: Date | null;
  lastViewedAt: Date | null;
}

export const toViewedAt = ({ firstViewedAt, lastViewedAt }: ViewTimes): Schema<'ViewedAt'> => ({
  first: firstViewedAt?.toISOString() ?? null,
  last: lastViewedAt?.toISOString() ?? null,
});
