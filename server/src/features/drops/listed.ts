import { UNVIEWED, type ListedItems, type ListedState } from '../../domain/listed-item.ts';
import { labelOf } from './drop.ts';

const PARTS: Record<ListedState, readonly string[]> = {
  waiting: ['NOT opened'],
  opened: ['opened'],
  expired_unread: [],
  deleted: [],
};

export const listedDrops: ListedItems = {
  kinds: ['drop'],
  columns: {
    kind: `'drop'`,
    shortCode: 'NULL::text',
    encryption: 'NULL::text',
    requiresPassword: 'false',
    state: `CASE WHEN opened THEN 'opened' ELSE 'waiting' END`,
    views: 'NULL::int',
    maxViews: 'NULL::int',
    ...UNVIEWED,
    received: 'item_count',
    endReason: 'NULL::text',
    expiresAt: 'NULL::timestamptz',
    endedAt: 'NULL::timestamptz',
    wrappedKey: 'wrapped_key',
    title: 'label',
    ownerWrappedKey: 'NULL::bytea',
    label: 'NULL::bytea',
  },
  parts: ({ kind, state }) => {
    if (kind !== undefined && kind !== 'drop') return [];
    return state === undefined ? ['true'] : PARTS[state];
  },
  shown: 'true',
  titleOf: (vault, { title, ...row }) => labelOf(vault, { ...row, label: title }),
};
