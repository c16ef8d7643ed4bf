import { openLabel, sealLabel, type NewLabel } from '../crypto/label.ts';
import type { ItemRef, ItemVault } from '../crypto/item-vault.ts';
import { notFound } from '../domain/problem.ts';
import { NEW_LABEL, select } from './columns.ts';
import type { Db } from './postgres/database.ts';

/** Fields of an item that its owner changes; undefined leaves a field as it is. */
export interface ItemChange {
  label: string | null | undefined;
  expiresAt: Date | undefined;
}

/** Statements that change an item of a key. */
export interface ChangeStatements {
  hold: string;
  change: string;
}

/**
 * Makes the statements of a table. `hold` waits for the row and locks it. `change` follows in the same transaction and
 * compares the end with the clock, so that an item that has expired while others held it is not revived.
 */
export const changeStatements = (options: {
  table: string;
  /** SQL for the items that may be changed at a time. */
  living: (time: string) => string;
  /** Assignments to columns that follow from the end `$5`. */
  also?: string;
  /** SQL after the CTE `changed`. `$7` is an event's id, and `$8` whether anything has changed. */
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

/** The end of an item before and after a change. */
export interface MovedEnd {
  from: Date | null;
  until: Date | null;
}

/**
 * Changes a living item in a transaction.
 * @returns its end before and after, if that has moved
 * @throws ServiceProblem `not_found` when there is none, or it has expired before its row was free
 */
export async function changeItem(
  trx: Db,
  vault: ItemVault,
  params: { statements: ChangeStatements; ref: ItemRef; keyId: string; change: ItemChange; eventId?: string },
): Promise<MovedEnd | undefined> {
  const { statements, ref, keyId, change, eventId } = params;
  const [held] = await trx.query<NewLabel & { expiresAt: Date | null; accountId: string }>(statements.hold, [
    ref.id,
    keyId,
  ]);
  if (!held) throw notFound();
  const labelBefore = openLabel(vault, ref, held);
  const label = change.label === undefined ? labelBefore : change.label;
  const until = change.expiresAt ?? held.expiresAt;
  const isRelabelled = label !== labelBefore;
  const isMoved = until?.getTime() !== held.expiresAt?.getTime();
  const sealed = isRelabelled ? sealLabel(vault, ref, { label, accountId: held.accountId }) : held;
  const values = [ref.id, keyId, sealed.ownerWrappedKey, sealed.label, until, sealed.labelIndex];
  const event = eventId === undefined ? [] : [eventId, isRelabelled || isMoved];
  const rows = await trx.query(statements.change, [...values, ...event]);
  if (rows.length === 0) throw notFound();
  return isMoved ? { from: held.expiresAt, until } : undefined;
}
