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
        return decisions(row, { requests: count, policy: 'session', limit }).map((admission) => ({
          proof,
          admission,
        }));
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
    /** The client's IPv4 address or IPv6 /64. */
    address: string;
    /** How its holder is called, sealed. */
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

/** The share of the places of an item that no network takes alone. */
const RESERVED = 1 / 5;

/** The places that are open to a network. Those that are not are others for most networks. */
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
