import { lifetimes } from '@tempshare/contract';
import type { SessionCreated } from '@tempshare/sdk/types';
import { MockProblem } from '../http/problem.ts';
import { remembered, type State } from '../state.ts';
import { timestamp } from './lifetime.ts';
import { linkId } from './tokens.ts';

/** A session of somebody who has shown a PIN or an access proof. */
export interface Session {
  itemId: string;
  /** Proof that was presented. The session ends when the item requires another one. */
  proof: string | undefined;
  expiresAt: number;
  /** How its holder is called. */
  name: string | undefined;
}

/** The sessions that have begun, by their tokens. */
const sessionsOf = remembered(() => new Map<string, Session>());

/** Begins a session of an item. @throws MockProblem `quota_exceeded` when the item has as many as it may */
export function beginSession(
  state: State,
  { id, expiresAt: until }: { id: string; expiresAt: number | null },
  { proof, name }: { proof?: string; name?: string | undefined } = {},
): { status: 201; body: SessionCreated } {
  const { now, capacity } = state;
  const open = [...sessionsOf(state).values()].filter((each) => each.itemId === id && each.expiresAt > now);
  if (open.length >= capacity.sessions) throw tooMany(capacity.sessions, open, now);
  const sessionToken = `s_${linkId()}`;
  const expiresAt = Math.min(now + 1000 * lifetimes.session, until ?? Infinity);
  sessionsOf(state).set(sessionToken, { itemId: id, proof, expiresAt, name });
  const times = { expiresAt: timestamp(expiresAt), createdAt: timestamp(now) };
  return { status: 201, body: { success: true, sessionToken, ...times } };
}

/** A changed end of an item. */
export interface MovedEnd {
  from: number | null;
  until: number;
}

/** Moves the sessions of an item with its end. One that ended with it lasts as long as a new one. */
export function moveSessions(state: State, itemId: string, { from, until }: MovedEnd): void {
  const { now } = state;
  for (const session of sessionsOf(state).values()) {
    if (session.itemId !== itemId || session.expiresAt <= now) continue;
    const isCut = from !== null && session.expiresAt >= from;
    session.expiresAt = Math.min(isCut ? now + 1000 * lifetimes.session : session.expiresAt, until);
  }
}

function tooMany(most: number, sessions: Session[], now: number): MockProblem {
  const first = Math.min(...sessions.map(({ expiresAt }) => expiresAt), now + 1000 * lifetimes.session);
  const wait = Math.max(1, Math.ceil((first - now) / 1000));
  const detail = `There are ${most} sessions already. Go on without one, or retry after ${wait} seconds.`;
  return new MockProblem('quota_exceeded', detail, { headers: { 'Retry-After': String(wait) } });
}

/** The living session of an item that a token is of. */
export function findSession(state: State, itemId: string | undefined, token: string): Session | undefined {
  const session = sessionsOf(state).get(token);
  return session && session.itemId === itemId && session.expiresAt > state.now ? session : undefined;
}

export const invalidSession = (): MockProblem =>
  new MockProblem('invalid_session', 'This session is unknown or over. Start another one.');
