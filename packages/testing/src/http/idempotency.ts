import { MockProblem } from './problem.ts';
import type { State } from '../state.ts';

/** A success answer as it goes over the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** A stream only of operations that take no `Idempotency-Key`. */
  body: string | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** The answer that a key, method, path and `Idempotency-Key` stand for from `at` on. */
export interface StoredAnswer {
  at: number;
  payload: string;
  answer: Promise<Answer>;
}

/** Runs `work` once for a slot and payload; whoever comes later gets the same answer, byte for byte. */
export async function idempotently(
  state: State,
  slot: string,
  payload: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const stored = state.answers.get(slot);
  if (stored && stored.payload !== payload) {
    throw new MockProblem(
      'idempotency_key_reused',
      'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
    );
  }
  if (stored) {
    const answer = await stored.answer;
    return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
  }
  const answer = work();
  state.answers.set(slot, { at: state.now, payload, answer });
  answer.catch(() => state.answers.delete(slot));
  return answer;
}
