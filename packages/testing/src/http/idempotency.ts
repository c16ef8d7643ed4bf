import { lifetimes } from '@tempshare/contract';
import { remembered, type State } from '../state.ts';
import { MockProblem } from './problem.ts';

/** A success response as it goes over the wire. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** A stream only of operations that take no `Idempotency-Key`. */
  body: string | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Request under an `Idempotency-Key`, and its response. */
interface Claim {
  until: number;
  payload: string;
  response: Promise<WireResponse>;
}
type Claims = Map<string, Claim>;

const creations = remembered((): Claims => new Map());
/** By the id of what was read. */
const readings = remembered(() => new Map<string, Claims>());

/** Runs `work` once a day for a slot and payload; whoever comes later gets the same response, byte for byte. */
export async function idempotently(
  state: State,
  { slot, payload }: { slot: string; payload: string },
  work: () => Promise<WireResponse>,
): Promise<WireResponse> {
  const claimed = find(creations(state), slot, state.now);
  if (!claimed)
    return claim(creations(state), { slot, until: until(state, 'idempotencyKey'), payload }, work);
  if (claimed.payload === payload) return replay(claimed);
  throw new MockProblem(
    'idempotency_key_reused',
    'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
  );
}

/** Runs `work`, which reads an item, once for a reader's key; for two minutes it gets the same response again, whatever it sends. */
export async function readOnce(
  state: State,
  { id, key }: { id: string; key: string },
  work: () => Promise<WireResponse>,
): Promise<WireResponse> {
  const kept = readings(state).get(id) ?? new Map<string, Claim>();
  readings(state).set(id, kept);
  const claimed = find(kept, key, state.now);
  return claimed
    ? replay(claimed)
    : claim(kept, { slot: key, until: until(state, 'readerKey'), payload: '' }, work);
}

/** Forgets what readers of an item could have had again. */
export const forgetReadings = (state: State, id: string): void => void readings(state).delete(id);

const until = ({ now }: State, what: 'idempotencyKey' | 'readerKey'): number => now + 1000 * lifetimes[what];

function find(kept: Claims, slot: string, now: number): Claim | undefined {
  const claim = kept.get(slot);
  return claim && claim.until > now ? claim : undefined;
}

/** Keeps what `work` responds with; nothing of what it refuses. */
function claim(
  kept: Claims,
  { slot, ...of }: Omit<Claim, 'response'> & { slot: string },
  work: () => Promise<WireResponse>,
): Promise<WireResponse> {
  const response = work();
  kept.set(slot, { ...of, response });
  response.catch(() => kept.delete(slot));
  return response;
}

async function replay(claim: Claim): Promise<WireResponse> {
  const response = await claim.response;
  return { ...response, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
}
