import type { Schema } from '@tempshare/contract';
import { ServiceProblem } from './problem.ts';

/** What is known of a caller who sends the token of a session. */
export interface Session {
  tokenHash: Buffer;
  /** What its holder had shown when it began, as the item's row held it then. */
  proof: Buffer | null;
}

/** Whether a session began with what its item still asks for. */
export function isCurrent({ proof }: Session, asked: Buffer | null): boolean {
  return proof === null || asked === null ? proof === asked : proof.equals(asked);
}

export function invalidSession(): ServiceProblem {
  return new ServiceProblem('invalid_session', 'This session is unknown or over. Start another one.');
}

/** The contract's form of a session that has begun. */
export const toSessionCreated = (
  { token, expiresAt }: { token: string; expiresAt: Date },
  now: Date,
): Schema<'SessionCreated'> => ({
  success: true,
  sessionToken: token,
  expiresAt: expiresAt.toISOString(),
  createdAt: now.toISOString(),
});
