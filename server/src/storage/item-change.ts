import { openLabel, sealLabel, type NewLabel } from '../crypto/label.ts';
import type { ItemRef, ItemVault } from '../crypto/item-vault.ts';
import { notFound } from '../domain/problem.ts';
import { NEW_LABEL, select } from './columns.ts';
import type { Db } from './postgres/database.ts';

/** Fields that the owner changes. Undefined leaves a field as it is. */
export interface ItemChange {
  label: string | null | undefined;
  expiresAt: Date | undefined;
}

interface ChangeStatements {
  hold: string;
  change: string;
}

/**
 * Builds statements. `hold` locks the row. `change` compares the end with the clock again, since the item may have
 * expired.
 */
export const changeStatements = (options: {
  table: string;
  living: (time: string) => string;
  /** Assignments to columns that depend on the end `$5`. */
  also?: string;
  /** SQL after the CTE `changed`. `$7` is an event's id, and `$8` is true if anything has changed. */
  then: string;
}): ChangeStatements => {
  const { table, living, also, then } = options;
  return {
    hold: `
  SELECT expires_at AS "expiresAt", account_id AS "accountId", ${select(NEW_LABEL)} FROM ${table}
  WHERE id = $1 AND api_key_id = $2 AND ${living('now()')} FOR NO KEY UPDATE`,
    change: `
  WITH changed AS (
    UPDATE ${table} SET owner_wrapped_key = $3, label = $4, label_index = $6, expires_at = $5${also === undefined ? '' : `, ${also}`}
    WHERE id = $1 AND api_key_id = $2 AND ${living('clock_timestamp()')} RETURNING *
  )${then}`,
  };
};

interface ExpiryChange {
  from: Date | null;
  until: Date | null;
}

/** Changes a living item. @returns its end before and after, if moved @throws ServiceProblem `not_found` */
export async function changeItem(
  trx: Db,
  vault: ItemVault,
  params: { statements: ChangeStatements; ref: ItemRef; keyId: string; change: ItemChange; eventId?: string },
): Promise<ExpiryChange | undefined> {
  const { statements, ref, keyId, change, eventId } = params;
  const [locked] = await trx.query<NewLabel & { expiresAt: Date | null; accountId: string }>(
    statements.hold,
    [ref.id, keyId],
  );
  if (!locked) throw notFound();
  const labelBefore = openLabel(vault, ref, locked);
  const label = change.label === undefined ? labelBefore : change.label;
  const until = change.expiresAt ?? locked.expiresAt;
  const isRelabelled = label !== labelBefore;
  const isMoved = until?.getTime() !== locked.expiresAt?.getTime();
  const sealed = isRelabelled ? sealLabel(vault, ref, { label, accountId: locked.accountId }) : locked;
  const values = [ref.id, keyId, sealed.ownerWrappedKey, sealed.label, until, sealed.labelIndex];
  const event = eventId === undefined ? [] : [eventId, isRelabelled || isMoved];
  const rows = await trx.query(statements.change, [...values, ...event]);
  if (rows.length === 0) throw notFound();
  return isMoved ? { from: locked.expiresAt, until } : undefined;
}
