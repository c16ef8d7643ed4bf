import { lifetimes } from '@tempshare/contract';
import { isLinkId, isToken, prefixedId, sha256 } from '../crypto/tokens.ts';
import type { Admission } from '../domain/admission.ts';
import { ServiceProblem } from '../domain/problem.ts';
import type { Session } from '../domain/session.ts';
import { Coalescer } from '../limits/coalescer.ts';
import { siteOf } from '../limits/networks.ts';
import { decisions, inOrder } from '../limits/rate-limit.ts';
import type { Db } from '../storage/postgres/database.ts';
import * as store from './store.ts';

export { moveSessions } from './store.ts';

export class Sessions {
  readonly #coalescer: Coalescer<Pick<Session, 'proof'> & { admission: Admission }>;

  constructor(db: Db, limit: number) {
    this.#coalescer = new Coalescer(async (callers) => {
      const named = callers.map(({ name }) => name.split(' ') as [itemId: string, hash: string]);
      const requests = {
        itemIds: named.map(([itemId]) => itemId),
        tokenHashes: named.map(([, hash]) => Buffer.from(hash, 'base64')),
        counts: callers.map(({ count }) => count),
      };
      const rows = await store.findAndCount(db, requests, limit);
      return inOrder(rows, callers, (row, count) => {
        const { proof } = row;
        return decisions(row, { requests: count, policy: 'session', limit }).map((admission) => ({
          proof,
          admission,
        }));
      });
    });
  }

  /** Undefined if the token has no living session of the item. */
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

/** Begins a session for a client that has shown PIN or proof. @throws ServiceProblem `quota_exceeded` */
export async function beginSession(
  db: Db,
  params: {
    itemId: string;
    /** Stored PIN or access proof. Changing it ends the session. */
    proof: Buffer | null;
    now: Date;
    until: Date | null;
    places: number;
    /** IPv4 address or IPv6 /64 network of the client. */
    address: string;
    /** Sealed name of the holder. */
    name?: Buffer | null;
  },
): Promise<{ token: string; expiresAt: Date }> {
  const { itemId, proof, now, until, name = null } = params;
  const token = prefixedId('s');
  const expiresAt = new Date(
    Math.min(now.getTime() + 1000 * lifetimes.session, until?.getTime() ?? Infinity),
  );
  const session = { itemId, tokenHash: sha256(token), proof, expiresAt, name };
  const places = placesFor(params);
  for (;;) {
    const outcome = await store.insertSession(db, session, places);
    if (outcome === 'taken') return { token, expiresAt };
    if (outcome === 'full') throw await tooMany(db, itemId, places);
  }
}

/** Share of an item's places that one network cannot take. */
const RESERVED = 1 / 5;

/** Places open to a network. The reserved ones differ between networks. */
function placesFor({
  itemId,
  address,
  places,
}: Record<'itemId' | 'address', string> & { places: number }): store.Places {
  const from = sha256(`${itemId} ${siteOf(address)}`).readUInt32BE() % Math.max(1, places);
  return { places, reserved: Math.floor(places * RESERVED), from };
}

async function tooMany(db: Db, itemId: string, open: store.Places): Promise<ServiceProblem> {
  const { places, reserved } = open;
  const retryAfter = await store.secondsToFreePlace(db, itemId, open);
  return new ServiceProblem(
    'quota_exceeded',
    `There are ${places} sessions at most at a time, ${places - reserved} of one network, and none is free. Go on without one, or retry after ${retryAfter} seconds.`,
    { retryAfter },
  );
}
