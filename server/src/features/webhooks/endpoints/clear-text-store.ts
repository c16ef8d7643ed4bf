import { select } from '../../../storage/columns.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import type { SealedDescription, SealedEndpoint } from './sealed-endpoint.ts';

export type ClearEndpoint = Pick<SealedEndpoint, 'endpointId' | 'wrappedKey' | 'clearUrl'> &
  Pick<SealedDescription, 'clearDescription'>;

const COLUMNS = select<ClearEndpoint>({
  endpointId: 'id',
  wrappedKey: 'wrapped_key',
  clearUrl: 'url',
  clearDescription: 'description',
});

/** Seals clear URLs and descriptions of at most `limit` endpoints. @returns the number of endpoints */
export async function sealClearTexts(
  db: Db,
  seal: (endpoint: ClearEndpoint) => { url: Buffer | null; description: Buffer | null },
  limit: number,
): Promise<number> {
  return db.transaction(async (trx) => {
    const rows = await trx.query<ClearEndpoint>(
      `SELECT ${COLUMNS} FROM webhook_endpoints
       WHERE url IS NOT NULL OR description IS NOT NULL LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
      [limit],
    );
    const sealed = rows.map(seal);
    await trx.query(
      `UPDATE webhook_endpoints e SET
         url = NULL, sealed_url = COALESCE(sealed.url, e.sealed_url),
         description = NULL, sealed_description = COALESCE(sealed.description, e.sealed_description)
       FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS sealed (id, url, description) WHERE e.id = sealed.id`,
      [
        rows.map(({ endpointId }) => endpointId),
        sealed.map(({ url }) => url),
        sealed.map(({ description }) => description),
      ],
    );
    return rows.length;
  });
}

/** Rewrites the table file, so that no earlier content of its rows remains on disk. */
export async function rewriteEndpoints(db: Db): Promise<void> {
  await db.query('VACUUM (FULL) webhook_endpoints');
}
