import type { ListedItems, ListedState } from '../../domain/listed-item.ts';
import type { Few } from '../../storage/listing.ts';
import { labelOf } from './secret.ts';

const DUE = `state = 'waiting' AND expires_at <= now()`;

const PARTS: Record<ListedState, readonly (string | Few)[]> = {
  waiting: [`state = 'waiting' AND (expires_at IS NULL OR expires_at > now())`],
  opened: [`state = 'consumed'`],
  expired_unread: [`state = 'expired'`, { where: DUE, by: 'expires_at' }],
  deleted: [`state = 'revoked'`],
};
const ANY = ['waiting', 'consumed', 'expired', 'revoked'].map((state) => `state = '${state}'`);

const VIEWED_AT = `CASE state WHEN 'consumed' THEN ended_at END`;

export const listedSecrets: ListedItems = {
  kinds: ['secret'],
  columns: {
    kind: `'secret'`,
    shortCode: 'NULL::text',
    encryption: 'encryption',
    requiresPassword: 'password_salt IS NOT NULL OR kdf_iterations IS NOT NULL',
    state: `CASE WHEN state = 'expired' OR ${DUE} THEN 'expired_unread' WHEN state = 'consumed' THEN 'opened'
      WHEN state = 'revoked' THEN 'deleted' ELSE 'waiting' END`,
    views: `CASE state WHEN 'consumed' THEN 1 ELSE 0 END`,
    maxViews: '1',
    firstViewedAt: VIEWED_AT,
    lastViewedAt: VIEWED_AT,
    received: 'NULL::int',
    endReason: `CASE WHEN state = 'expired' OR ${DUE} THEN 'expired' WHEN state = 'consumed' THEN 'consumed'
      WHEN state = 'revoked' THEN 'deleted' END`,
    expiresAt: 'expires_at',
    endedAt: `CASE WHEN ${DUE} THEN expires_at ELSE ended_at END`,
    wrappedKey: 'NULL::bytea',
    title: 'NULL::bytea',
    ownerWrappedKey: 'owner_wrapped_key',
    label: 'label',
  },
  parts: ({ kind, state }) => {
    if (kind !== undefined && kind !== 'secret') return [];
    return state === undefined ? ANY : PARTS[state];
  },
  shown: 'true',
  labelOf,
};
