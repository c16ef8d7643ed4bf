import { lifetimes } from '@tempshare/contract';
import { timingSafeEqual } from 'node:crypto';
import { open, seal } from '../../crypto/keyring.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Db, Statement } from '../../storage/postgres/database.ts';
import { interval } from '../../storage/interval.ts';
import type { Claim, ClaimKeys } from './claim.ts';

export interface WireResponse {
  status: number;
  body: string;
}

export const sealedResponse = ({ sealKey, context }: Claim, { status, body }: WireResponse): Buffer =>
  seal(sealKey, context, Buffer.from(JSON.stringify({ status, body })));

export const storeResponse = (claim: Claim, response: WireResponse): Statement => ({
  sql: 'UPDATE idempotency_keys SET answer = $4 WHERE item_id = $1 AND api_key_id = $2 AND slot = $3',
  values: [claim.itemId, claim.keyId, claim.slot, sealedResponse(claim, response)],
});

/** Also finds claims of the day before, and of earlier versions. @throws ServiceProblem `idempotency_key_reused` */
export async function findStoredResponse(db: Db, claim: Claim): Promise<WireResponse | undefined> {
  const { itemId, keyId, slot } = claim;
  const [here] = await db.query<StoredResponse>(`${FIND} AND item_id = $3`, [keyId, slot, itemId]);
  const row = here ?? (await findAnywhere(db, claim));
  return row && openResponse(row, claim);
}

async function findAnywhere(db: Db, { keyId, slot }: Claim): Promise<StoredResponse | undefined> {
  const [row] = await db.query<StoredResponse>(FIND, [keyId, slot]);
  return row;
}

const FIND = `
  SELECT fingerprint, answer AS response, sealed_keys AS wrapped FROM idempotency_keys
  WHERE api_key_id = $1 AND slot = $2 AND created_at > now() - ${interval(lifetimes.idempotencyKey)}`;

interface StoredResponse {
  fingerprint: Buffer;
  response: Buffer;
  wrapped: Buffer | null;
}

function openResponse(row: StoredResponse, claim: Claim): WireResponse {
  const fits = ({ fingerprint }: ClaimKeys): boolean => timingSafeEqual(row.fingerprint, fingerprint);
  const keys = fits(claim) || !row.wrapped ? claim : claim.keysOf(row.wrapped);
  if (!fits(keys)) {
    throw new ServiceProblem(
      'idempotency_key_reused',
      'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
    );
  }
  return JSON.parse(open(keys.sealKey, claim.context, row.response).toString()) as WireResponse;
}
