import type { Schema } from '@tempshare/contract';
import { ServiceProblem } from './problem.ts';

export interface Session {
  tokenHash: Buffer;
  proof: Buffer | null;
}

/** True if the item still requires the proof that the session began with. */
export function isCurrent({ proof }: Session, required: Buffer | null): boolean {
  return proof === null || required === null ? proof === required : proof.equals(required);
}

export function invalidSession(): ServiceProblem {
  return new ServiceProblem('invalid_session', 'This session is unknown or over. Start another one.');
}

export const toSessionCreated = (
  { token, expiresAt }: { token: string; expiresAt: Date },
  now: Date,
): Schema<'SessionCreated'> => ({
  success: true,
  sessionToken: token,
  expiresAt: expiresAt.toISOString(),
  createdAt: now.toISOString(),
});
