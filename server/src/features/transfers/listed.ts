import type { ListedItems, ListedState } from '../../domain/listed-item.ts';
import type { Few } from '../../storage/listing.ts';
import { labelOf } from './transfer.ts';

const KINDS = ['text', 'url', 'file', 'debug'] as const;

const AWAITED = `state = 'awaiting' AND awaiting_until > now()`;
const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
/** Expired, not yet swept. */
const due = (opened: string): Few => ({
  where: `state = 'active' AND expires_at <= now() AND ${opened}`,
  by: 'expires_at',
});

const PARTS: Record<ListedState, readonly (string | Few)[]> = {
  waiting: [`${AWAITED} AND NOT opened`, `state = 'active' AND NOT opened AND ${UNEXPIRED}`],
  opened: [
    `state = 'consumed' AND opened`,
    // The file of the last view is being downloaded, or the transfer was consumed before views were recorded.
    `state = 'consumed' AND NOT opened`,
    `state = 'active' AND opened AND ${UNEXPIRED}`,
    `state = 'expired' AND opened`,
    due('opened'),
  ],
  expired_unread: [`state = 'expired' AND NOT opened`, due('NOT opened')],
  deleted: [],
};

const SHOWN = `(state <> 'awaiting' OR awaiting_until > now())`;
const EXPIRED = `(state = 'expired' OR state <> 'consumed' AND expires_at <= now())`;

export const listedTransfers: ListedItems = {
  kinds: KINDS,
  columns: {
    kind: 'type',
    shortCode: 'short_code',
    encryption: 'encryption',
    requiresPassword: 'password_salt IS NOT NULL OR kdf_iterations IS NOT NULL',
    state: `CASE WHEN state <> 'consumed' AND NOT opened THEN CASE WHEN ${EXPIRED} THEN 'expired_unread' ELSE 'waiting' END
      ELSE 'opened' END`,
    views: 'views',
    maxViews: 'max_views',
    firstViewedAt: 'first_viewed_at',
    lastViewedAt: 'last_viewed_at',
    received: 'NULL::int',
    endReason: `CASE WHEN state = 'consumed' THEN 'consumed' WHEN ${EXPIRED} THEN 'expired' END`,
    expiresAt: 'expires_at',
    endedAt: `CASE WHEN state = 'consumed' THEN ended_at WHEN ${EXPIRED} THEN expires_at END`,
    wrappedKey: 'NULL::bytea',
    title: 'NULL::bytea',
    ownerWrappedKey: 'owner_wrapped_key',
    label: 'label',
  },
  parts: ({ kind, state }) => {
    if (kind !== undefined && !(KINDS as readonly string[]).includes(kind)) return [];
    const kinds = kind === undefined ? KINDS : [kind];
    if (state === undefined) return kinds.map((each) => `type = '${each}' AND ${SHOWN}`);
    return PARTS[state].flatMap((part) =>
      kinds.map((each) =>
        typeof part === 'string'
          ? `type = '${each}' AND ${part}`
          : { by: part.by, where: `type = '${each}' AND ${part.where}` },
      ),
    );
  },
  shown: SHOWN,
  code: 'short_code',
  labelOf,
};
