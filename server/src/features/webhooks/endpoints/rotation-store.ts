import type { Db } from '../../../storage/postgres/database.ts';
import type { SealedEndpoint } from './sealed-endpoint.ts';
import { findEndpoint, type EndpointRow } from './store.ts';

const TAKE_OVER = `
  secret = next_secret, secret_number = secret_number + 1,
  next_secret = NULL, rotation_started_at = NULL, rotation_ends_at = NULL`;

export async function takeOverNow(db: Db, id: string, keyId: string): Promise<EndpointRow | undefined> {
  await db.query(
    `UPDATE webhook_endpoints SET ${TAKE_OVER} WHERE id = $1 AND api_key_id = $2 AND next_secret IS NOT NULL`,
    [id, keyId],
  );
  return findEndpoint(db, id, keyId);
}

export async function takeOverEnded(db: Db): Promise<void> {
  await db.query(`UPDATE webhook_endpoints SET ${TAKE_OVER} WHERE rotation_ends_at <= now()`);
}

type RotatedEndpoint = Pick<SealedEndpoint, 'wrappedKey' | 'secretNumber'>;

/** Locks an endpoint, completes an ended rotation, and returns the fields that seal the next secret. */
export async function lockForRotation(
  trx: Db,
  id: string,
  keyId: string,
): Promise<RotatedEndpoint | undefined> {
  await trx.query(
    `UPDATE webhook_endpoints SET ${TAKE_OVER} WHERE id = $1 AND api_key_id = $2 AND rotation_ends_at <= now()`,
    [id, keyId],
  );
  const [row] = await trx.query<RotatedEndpoint>(
    `SELECT wrapped_key AS "wrappedKey", secret_number AS "secretNumber" FROM webhook_endpoints
     WHERE id = $1 AND api_key_id = $2 FOR UPDATE`,
    [id, keyId],
  );
  return row;
}

/** Stores the next secret, which becomes the current one if there is no overlap. */
export async function setNextSecret(
  trx: Db,
  id: string,
  rotation: { secret: Buffer; startedAt: Date; endsAt: Date },
): Promise<void> {
  await trx.query(
    `UPDATE webhook_endpoints SET next_secret = $2, rotation_started_at = $3, rotation_ends_at = $4 WHERE id = $1`,
    [id, rotation.secret, rotation.startedAt, rotation.endsAt],
  );
  if (rotation.endsAt <= rotation.startedAt)
    await trx.query(`UPDATE webhook_endpoints SET ${TAKE_OVER} WHERE id = $1`, [id]);
}
