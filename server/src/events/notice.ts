/** Notices that a person can turn on, each a column `…_since` of `notice_settings`. */
export const NOTICE_KINDS = ['opened', 'expired', 'finished', 'arrived'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Notices of a statement that changes items. */
export interface NoticeSource {
  as: string;
  /** Notices of openings are derived from events, since opening is frequent. */
  kind: Exclude<NoticeKind, 'opened'>;
  itemKind: string;
  /** CTE with `id`, `api_key_id` and `created_at` of items. */
  from: string;
  /** Condition on `e`. */
  where?: string;
}

/** Builds a CTE that inserts or increments a notice for each row. The person is locked, so that a removed one gets none. */
export const leaveNotice = ({ as, kind, itemKind, from, where = 'true' }: NoticeSource): string => `
  ${as} AS (
    INSERT INTO notices AS n (item_id, kind, user_id, item_kind, item_created_at, happened_at)
    SELECT e.id, '${kind}', s.user_id, ${itemKind}, e.created_at, now()
    FROM ${from} e JOIN api_keys k ON k.id = e.api_key_id JOIN notice_settings s ON s.user_id = k.user_id
      JOIN users u ON u.id = s.user_id
    WHERE s.${kind}_since IS NOT NULL AND ${where} FOR KEY SHARE OF u
    ON CONFLICT (item_id, kind) DO UPDATE
    SET user_id = excluded.user_id, happened_at = excluded.happened_at, untold = n.untold + 1
  )`;
