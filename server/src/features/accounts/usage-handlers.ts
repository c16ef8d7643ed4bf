import type { PanelHandlersOf } from '../../domain/panel.ts';
import { notFound } from '../../domain/problem.ts';
import { usedByKey, WINDOW_SECONDS } from '../../limits/rate-limit.ts';
import type { FeatureDeps } from '../feature.ts';
import { toKey } from './managed-key.ts';
import * as store from './store.ts';
import { usageByKey, usageByStep, type Period } from './usage-store.ts';

const PERIODS = { day: { unit: 'hour', count: 24 }, month: { unit: 'day', count: 30 } } as const;

export const usageHandlers = ({ capacity, keyLimit }: Pick<FeatureDeps, 'capacity' | 'keyLimit'>) =>
  ({
    getUsage: async ({ db, query, signedIn: { user }, now }) => {
      const own = user.role === 'member' ? { userId: user.id } : {};
      const all = await store.listKeys(db, { accountId: user.accountId, ...own });
      const isShown = (key: store.ListedKey): boolean =>
        toKey(key, now).state === 'active' && (query.keyId === undefined || key.id === query.keyId);
      const keys = all.filter(isShown);
      if (query.keyId !== undefined && keys.length === 0) throw notFound();
      const ids = keys.map(({ id }) => id);
      const period: Period = { ...PERIODS[query.period], utcOffset: query.utcOffset };
      const steps = await usageByStep(db, ids, period);
      const used = await usedByKey(db, ids);
      const byId = new Map((await usageByKey(db, ids, period)).map((usage) => [usage.id, usage]));
      const { keyBytes: maxBytes } = capacity;
      return {
        steps: steps.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
        keys: keys.map(({ id, name }) => {
          const { held, left, requests, items, bytes } = byId.get(id)!;
          const counts = { requests, items, bytes };
          const requestsPerMinute = Math.floor((keyLimit * 60) / WINDOW_SECONDS);
          return {
            id,
            name,
            ...counts,
            requestsPerMinute,
            requestsLeft: Math.max(0, keyLimit - (used.get(id) ?? 0)),
            maxBytes,
            bytesLeft: Math.max(0, Math.min(maxBytes - held, left ?? Infinity)),
          };
        }),
      };
    },
  }) satisfies Partial<PanelHandlersOf<'accounts'>>;
