import type { Db } from '../../../storage/postgres/database.ts';
import type { SealedEndpoint } from './sealed-endpoint.ts';
import { findEndpoint, type EndpointRow } from './store.ts';

const TAKE_OVER = `
  secret = next_secret, secret_number = secret_number + 1,
  next_secret = NULL, rotation_started_at = NULL, rotation_ends_at = NULL`;

/** Ends an overlap now, if there is one. */
export async function takeOverNow(db: Db, id: string, keyId: string): Promise<EndpointRow | undefined> {
  await db.query(
    `UPDATE webhook_endpoints SET ${TAKE_OVER} WHERE id = $1 AND api_key_id = $2 AND next_secret IS NOT NULL`,
    [id, keyId],
  );
  return findEndpoint(db, id, keyId);
}

/** Lets the next secret take over wherever the overlap is over. */
export async function takeOverEnded(db: Db): Promise<void> {
  await db.query(`UPDATE webhook_endpoints SET ${TAKE_OVER} WHERE rotation_ends_at <= now()`);
}

type RotatedEndpoint = Pick<SealedEndpoint, 'wrappedKey' | 'secretNumber'>;

/** What the next secret of an endpoint is sealed with. Locks the endpoint; an overlap that is over is ended first. */
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

/** Sets the next secret; without an overlap it takes over at once. */
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
