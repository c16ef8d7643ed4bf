import { limits } from '@tempshare/contract';
import type { WrongAttempts } from '@tempshare/sdk/types';
import { MockProblem } from '../http/problem.ts';
import { timestamp } from './lifetime.ts';

const { perNetwork, seconds } = limits.wrongAttempts;
const WINDOW_MS = 1000 * seconds;

/** Password, proof or PIN of an item, and the attempts at it. */
export interface Lock {
  password: string | undefined;
  accessProofHash: string | undefined;
  kdfIterations: number | undefined;
  attempts: number[];
}

export function lockOf(input: {
  password?: string | undefined;
  accessProofHash?: string | undefined;
  kdfIterations?: number | undefined;
}): Lock {
  const { accessProofHash, kdfIterations } = input;
  return { password: input.password?.normalize('NFKC'), accessProofHash, kdfIterations, attempts: [] };
}

export const requiresPassword = (lock: Lock): boolean =>
  lock.password !== undefined || lock.kdfIterations !== undefined;

/** Returns the public fields of a lock. */
export const guardsOf = (lock: Lock): { requiresPassword: boolean; kdfIterations?: number } => ({
  requiresPassword: requiresPassword(lock),
  ...(lock.kdfIterations !== undefined && { kdfIterations: lock.kdfIterations }),
});

/**
 * Checks what a recipient offers, and counts a password when it is wrong.
 * @throws MockProblem `invalid_password` or `too_many_attempts`.
 */
export async function unlock(
  lock: Lock,
  offered: { password?: string | undefined; accessProof?: string | undefined },
  now: number,
): Promise<void> {
  const { password, attempts } = lock;
  await prove(lock, offered.accessProof);
  if (password === undefined) return;
  if (offered.password === undefined) throw invalidPassword();
  const withdraw = countAttempt(attempts, now);
  if (offered.password.normalize('NFKC') !== password) throw invalidPassword();
  withdraw();
}

/** @throws MockProblem `invalid_password` when the lock asks for an access proof and it is missing or wrong. */
export async function prove({ accessProofHash }: Lock, accessProof: string | undefined): Promise<void> {
  if (accessProofHash === undefined) return;
  if (accessProof === undefined || (await sha256(accessProof)) !== accessProofHash) throw invalidPassword();
}

/**
 * Counts an attempt before it is checked. What it returns withdraws the attempt, when it was right. Everybody comes from
 * one network here, so the limits on all networks together are never met.
 * @throws MockProblem `too_many_attempts`: 5 in 10 minutes.
 */
export function countAttempt(attempts: number[], now: number): () => void {
  const recent = attempts.filter((at) => at > now - WINDOW_MS);
  if (recent.length >= perNetwork) {
    const wait = Math.ceil(((recent[0] as number) + WINDOW_MS - now) / 1000);
    const headers = { 'Retry-After': String(wait) };
    throw new MockProblem(
      'too_many_attempts',
      `Too many wrong ones were tried. Retry after ${wait} seconds.`,
      {
        headers,
      },
    );
  }
  attempts.push(now);
  return () => attempts.splice(attempts.indexOf(now), 1);
}

/** Returns the owner's view of wrong passwords or PINs. */
export function wrongAttempts(attempts: readonly number[]): WrongAttempts {
  const last = attempts.at(-1);
  return { count: attempts.length, lastAt: last === undefined ? null : timestamp(last), heldUntil: null };
}

/** base64url of SHA-256 over the bytes that a base64url text stands for. */
async function sha256(text: string): Promise<string> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const digest = await crypto.subtle.digest(
    'SHA-256',
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
  );
  const encoded = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function invalidPassword(): MockProblem {
  return new MockProblem(
    'invalid_password',
    'The password or access proof is missing or wrong. Nothing was consumed.',
  );
}
