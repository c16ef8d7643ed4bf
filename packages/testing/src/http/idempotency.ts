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

/** What a key, method, path and `Idempotency-Key` stand for from `at` on. */
interface Claim {
  at: number;
  payload: string;
  response: Promise<WireResponse>;
}

const claims = remembered(() => new Map<string, Claim>());

/** Runs `work` once a day for a slot and payload; whoever comes later gets the same response, byte for byte. */
export async function idempotently(
  state: State,
  slot: string,
  payload: string,
  work: () => Promise<WireResponse>,
): Promise<WireResponse> {
  const kept = claims(state);
  const claim = kept.get(slot);
  if (claim && claim.at > state.now - 1000 * lifetimes.idempotencyKey) {
    if (claim.payload !== payload) {
      throw new MockProblem(
        'idempotency_key_reused',
        'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
      );
    }
    const response = await claim.response;
    return { ...response, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
  }
  const response = work();
  kept.set(slot, { at: state.now, payload, response });
  response.catch(() => kept.delete(slot));
  return response;
}
