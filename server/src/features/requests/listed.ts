import { UNVIEWED, type ListedItems, type ListedState } from '../../domain/listed-item.ts';
import { labelOf, titleOf } from './request.ts';
import { SHOWN, UNEXPIRED } from './store.ts';

const part = (state: string, more: string): string => `state = '${state}' AND ${SHOWN} AND ${more}`;
const DUE = `state = 'open' AND expires_at <= now()`;
const due = (opened: string) => ({ where: `${DUE} AND ${SHOWN} AND ${opened}`, by: 'expires_at' });

const PARTS: Record<ListedState, ReturnType<ListedItems['parts']>> = {
  waiting: [part('open', `NOT opened AND ${UNEXPIRED}`)],
  opened: [
    part('open', `opened AND ${UNEXPIRED}`),
    part('closed', 'true'),
    part('expired', 'opened'),
    due('opened'),
  ],
  expired_unread: [part('expired', 'NOT opened'), due('NOT opened')],
  deleted: [],
};
const ANY = ['open', 'closed', 'expired'].map((state) => part(state, 'true'));
const EXPIRED = `(state = 'expired' OR ${DUE})`;

export const listedRequests: ListedItems = {
  kinds: ['request'],
  columns: {
    kind: `'request'`,
    shortCode: 'NULL::text',
    encryption: 'NULL::text',
    requiresPassword: 'true',
    state: `CASE WHEN opened OR state = 'closed' THEN 'opened' WHEN ${EXPIRED} THEN 'expired_unread'
      ELSE 'waiting' END`,
    views: 'NULL::int',
    maxViews: 'NULL::int',
    ...UNVIEWED,
    received: 'file_count',
    endReason: `CASE WHEN state = 'closed' THEN 'closed' WHEN ${EXPIRED} THEN 'expired' END`,
    expiresAt: 'expires_at',
    endedAt: `CASE WHEN state = 'closed' THEN closed_at WHEN ${EXPIRED} THEN expires_at END`,
    wrappedKey: 'wrapped_key',
    title: 'title',
    ownerWrappedKey: 'owner_wrapped_key',
    label: 'label',
  },
  parts: ({ kind, state }) => {
    if (kind !== undefined && kind !== 'request') return [];
    return state === undefined ? ANY : PARTS[state];
  },
  shown: SHOWN,
  titleOf,
  labelOf,
};
