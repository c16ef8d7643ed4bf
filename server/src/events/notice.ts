/** Kinds of notices that a person can turn on, each a column `…_since` of `notice_settings`. */
export const NOTICE_KINDS = ['opened', 'expired', 'finished', 'arrived'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Source of the notices of a statement that changes items. */
export interface NoticeSource {
  /** Name of the CTE. */
  as: string;
  /** Opening is hot: its notices are read from its events instead. */
  kind: Exclude<NoticeKind, 'opened'>;
  /** SQL for the kind of item; `e` is the row. */
  itemKind: string;
  /** A CTE with `id`, `api_key_id` and `created_at` of items. */
  from: string;
  /** Condition on `e`. */
  where?: string;
}

/**
 * Writes the CTE that leaves a notice for each row of a source, if the person whose key made the item wants it. It stands in
 * the statement that changes the item: both commit together or not at all. What happens again to an item counts up its notice.
 * The person is locked, so that one who is removed meanwhile gets none.
 */
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
