import type { Db } from '../../storage/postgres/database.ts';

export interface MailRow {
  id: string;
  wrapped_key: Buffer;
  content: Buffer;
  /** Number of this claim. Only its holder records the outcome. */
  lease: number;
}

export async function insert(
  db: Db,
  mail: { id: string; wrappedKey: Buffer; content: Buffer; linkId: string | null; seconds: number },
): Promise<void> {
  const { id, wrappedKey, content, linkId, seconds } = mail;
  await db.query(
    `INSERT INTO mails (id, wrapped_key, content, link_id, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [id, wrappedKey, content, linkId, seconds],
  );
}

/** Claims due mails for `leaseMs`. A later time than any pause dates from before the clock was set back. */
export const claim = (db: Db, limit: number, leaseMs: number): Promise<MailRow[]> =>
  db.query<MailRow>(
    `UPDATE mails m SET lease = m.lease + 1, due_at = now() + $2::float8 * interval '1 millisecond'
     FROM (
       SELECT id FROM mails
       WHERE (due_at <= now() OR due_at > now() + interval '2 hours') AND expires_at > now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) due
     WHERE m.id = due.id RETURNING m.id, m.wrapped_key, m.content, m.lease`,
    [limit, leaseMs],
  );

export async function replace(
  db: Db,
  { id, lease }: Pick<MailRow, 'id' | 'lease'>,
  { content, linkId, seconds }: { content: Buffer; linkId: string; seconds: number },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE mails SET content = $3, link_id = $4, expires_at = now() + make_interval(secs => $5)
     WHERE id = $1 AND lease = $2 RETURNING 1`,
    [id, lease, content, linkId, seconds],
  );
  return rows.length > 0;
}

export async function remove(db: Db, { id, lease }: Pick<MailRow, 'id' | 'lease'>): Promise<void> {
  await db.query('DELETE FROM mails WHERE id = $1 AND lease = $2', [id, lease]);
}

export async function postpone(
  db: Db,
  { id, lease }: Pick<MailRow, 'id' | 'lease'>,
  ms: number,
): Promise<void> {
  await db.query(
    `UPDATE mails SET due_at = now() + $3::float8 * interval '1 millisecond' WHERE id = $1 AND lease = $2`,
    [id, lease, ms],
  );
}
