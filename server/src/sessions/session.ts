import { lifetimes } from '@tempshare/contract';
import { isLinkId, isToken, prefixedId, sha256 } from '../crypto/tokens.ts';
import type { Admission } from '../domain/admission.ts';
import { ServiceProblem } from '../domain/problem.ts';
import type { Session } from '../domain/session.ts';
import { Coalescer } from '../limits/coalescer.ts';
import { decisions, inOrder } from '../limits/rate-limit.ts';
import type { Db } from '../storage/database.ts';
import * as store from './store.ts';

export { moveSessions } from './store.ts';

/** Finds sessions by their tokens, and tells whether the limit of each allows a request. */
export class Sessions {
  readonly #coalescer: Coalescer<Pick<Session, 'proof'> & { admission: Admission }>;

  constructor(db: Db, limit: number) {
    this.#coalescer = new Coalescer(async (asked) => {
      const named = asked.map(({ name }) => name.split(' ') as [itemId: string, hash: string]);
      const wanted = {
        itemIds: named.map(([itemId]) => itemId),
        tokenHashes: named.map(([, hash]) => Buffer.from(hash, 'base64')),
        counts: asked.map(({ count }) => count),
      };
      const rows = await store.findAndCount(db, wanted, limit);
      return inOrder(rows, asked, (row, count) => {
        const { proof } = row;
        return decisions(row, count, 'session', limit).map((admission) => ({ proof, admission }));
      });
    });
  }

  /** Undefined when the token is of no living session of the item. */
  async admit(
    itemId: string,
    token: string,
  ): Promise<{ session: Session; admission: Admission } | undefined> {
    if (!isLinkId(itemId) || !isToken('s', token)) return undefined;
    const tokenHash = sha256(token);
    const found = await this.#coalescer.ask(`${itemId} ${tokenHash.toString('base64')}`);
    return found && { session: { proof: found.proof, tokenHash }, admission: found.admission };
  }
}

/**
 * Begins a session of an item with somebody who has just shown a PIN or an access proof.
 * @throws ServiceProblem `quota_exceeded` when the item has as many as it may
 */
export async function beginSession(
  db: Db,
  params: {
    itemId: string;
    /** What was shown, as the item's row holds it: the session is over once that has changed. */
    proof: Buffer | null;
    now: Date;
    /** When the item ends. */
    until: Date | null;
    /** How many sessions the item may have. */
    places: number;
    /** How its holder is called, sealed. */
    name?: Buffer | null;
  },
): Promise<{ token: string; expiresAt: Date }> {
  const { itemId, proof, now, until, places, name = null } = params;
  const token = prefixedId('s');
  const expiresAt = new Date(
    Math.min(now.getTime() + 1000 * lifetimes.session, until?.getTime() ?? Infinity),
  );
  const session = { itemId, tokenHash: sha256(token), proof, expiresAt, name };
  for (;;) {
    const outcome = await store.insertSession(db, session, places);
    if (outcome === 'taken') return { token, expiresAt };
    if (outcome === 'full') throw await tooMany(db, itemId, places);
  }
}

async function tooMany(db: Db, itemId: string, places: number): Promise<ServiceProblem> {
  const retryAfter = await store.secondsToFreePlace(db, itemId);
  return new ServiceProblem(
    'quota_exceeded',
    `There are ${places} sessions already, and no more at a time. Go on without one, or retry after ${retryAfter} seconds.`,
    { retryAfter },
  );
}
