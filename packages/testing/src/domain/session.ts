import { lifetimes, limits } from '@tempshare/contract';
import type { SessionCreated } from '@tempshare/sdk/types';
import { MockProblem } from '../http/problem.ts';
import { remembered, type State } from '../state.ts';
import { timestamp } from './lifetime.ts';
import { linkId } from './tokens.ts';

interface Session {
  itemId: string;
  /** What was shown when it began: it is over once that has changed. */
  proof: string | undefined;
  expiresAt: number;
}

/** The sessions that have begun, by their tokens. */
const sessionsOf = remembered(() => new Map<string, Session>());

/** @throws MockProblem `quota_exceeded` when the item has as many as it may */
export function beginSession(
  state: State,
  session: { itemId: string; proof: string | undefined; until: number | null },
): SessionCreated {
  const { itemId, proof, until } = session;
  const { now } = state;
  const sessions = sessionsOf(state);
  for (const [token, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(token);
  if ([...sessions.values()].filter((other) => other.itemId === itemId).length >= limits.sessions)
    throw new MockProblem(
      'quota_exceeded',
      `There are ${limits.sessions} sessions already. Go on without one.`,
    );
  const sessionToken = `s_${linkId()}`;
  const expiresAt = Math.min(now + 1000 * lifetimes.session, until ?? Infinity);
  sessions.set(sessionToken, { itemId, proof, expiresAt });
  return { success: true, sessionToken, expiresAt: timestamp(expiresAt), createdAt: timestamp(now) };
}

/** @throws MockProblem `invalid_session` unless it is a session of the item, begun with what the item asks for now */
export function resumeSession(
  state: State,
  token: string,
  item: { id: string; proof: string | undefined },
): void {
  const session = sessionsOf(state).get(token);
  const isOver = !session || session.itemId !== item.id || session.proof !== item.proof;
  if (isOver || session.expiresAt <= state.now)
    throw new MockProblem('invalid_session', 'This session is unknown or over. Start another one.');
}
