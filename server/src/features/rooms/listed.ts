import { UNVIEWED, type ListedItems, type ListedState } from '../../domain/listed-item.ts';
import { labelOf, nameOf } from './room.ts';
import { isOpen, SHOWN } from './store.ts';

const EXPIRED = `NOT ${isOpen()}`;
const part = (state: string, more: string): string => `state = '${state}' AND ${SHOWN} AND ${more}`;
const due = (opened: string) => ({
  where: `state = 'open' AND expires_at <= now() AND ${opened}`,
  by: 'expires_at',
});

const PARTS: Record<ListedState, ReturnType<ListedItems['parts']>> = {
  waiting: [part('open', `expires_at > now() AND NOT opened`)],
  opened: [part('open', `expires_at > now() AND opened`), part('expired', 'opened'), due('opened')],
  expired_unread: [part('expired', 'NOT opened'), due('NOT opened')],
  deleted: [],
};
const ANY = [part('open', 'true'), part('expired', 'true')];

export const listedRooms: ListedItems = {
  kinds: ['room'],
  columns: {
    kind: `'room'`,
    shortCode: 'NULL::text',
    encryption: 'encryption',
    requiresPassword: 'kdf_iterations IS NOT NULL',
    state: `CASE WHEN opened THEN 'opened' WHEN ${EXPIRED} THEN 'expired_unread' ELSE 'waiting' END`,
    views: 'NULL::int',
    maxViews: 'NULL::int',
    ...UNVIEWED,
    received: `CASE WHEN ${isOpen()} THEN message_count ELSE 0 END`,
    endReason: `CASE WHEN ${EXPIRED} THEN 'expired' END`,
    expiresAt: 'expires_at',
    endedAt: `CASE WHEN ${EXPIRED} THEN expires_at END`,
    wrappedKey: 'wrapped_key',
    title: 'name',
    ownerWrappedKey: 'owner_wrapped_key',
    label: 'label',
  },
  parts: ({ kind, state }) => {
    if (kind !== undefined && kind !== 'room') return [];
    return state === undefined ? ANY : PARTS[state];
  },
  shown: SHOWN,
  titleOf: (vault, { title, ...row }) => nameOf(vault, { ...row, name: title }),
  labelOf,
};
