import { select } from '../../../storage/columns.ts';
import type { Db } from '../../../storage/database.ts';
import type { SealedEndpoint } from './sealed-endpoint.ts';

type ClearEndpoint = Pick<SealedEndpoint, 'endpointId' | 'wrappedKey'> & { clearUrl: string };

const COLUMNS = select<ClearEndpoint>({ endpointId: 'id', wrappedKey: 'wrapped_key', clearUrl: 'url' });

/** Seals at most `limit` URLs that stand in the clear; how many there were. */
export async function sealClearUrls(
  db: Db,
  seal: (endpoint: ClearEndpoint) => Buffer,
  limit: number,
): Promise<number> {
  return db.transaction(async (trx) => {
    const rows = await trx.query<ClearEndpoint>(
      `SELECT ${COLUMNS} FROM webhook_endpoints
       WHERE url IS NOT NULL LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
      [limit],
    );
    await trx.query(
      `UPDATE webhook_endpoints e SET url = NULL, sealed_url = sealed.url
       FROM unnest($1::text[], $2::bytea[]) AS sealed (id, url) WHERE e.id = sealed.id`,
      [rows.map(({ endpointId }) => endpointId), rows.map(seal)],
    );
    return rows.length;
  });
}

/** Rewrites the table, so that nothing of what its rows held before is left in its file. */
export async function rewriteEndpoints(db: Db): Promise<void> {
  await db.query('VACUUM (FULL) webhook_endpoints');
}
