import { MockProblem } from './problem.ts';

const PER_WINDOW = 5;
const WINDOW_MS = 600_000;
const IN_ALL = 15;

/** What guards an item, and the attempts at it. */
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

/**
 * Checks what a recipient offers, and counts it when it is wrong.
 * @throws MockProblem `invalid_password` or `too_many_attempts`.
 */
export async function unlock(
  lock: Lock,
  offered: { password?: string | undefined; accessProof?: string | undefined },
  now: number,
): Promise<void> {
  const { password, accessProofHash, attempts } = lock;
  if (password === undefined && accessProofHash === undefined) return;
  if (password !== undefined && offered.password === undefined) throw invalidPassword();
  if (accessProofHash !== undefined && offered.accessProof === undefined) throw invalidPassword();

  const forgive = claimAttempt(attempts, now);
  const right =
    (password === undefined || offered.password?.normalize('NFKC') === password) &&
    (accessProofHash === undefined || (await sha256(offered.accessProof as string)) === accessProofHash);
  if (!right) throw invalidPassword();
  forgive();
}

/**
 * Checks the proof of someone who comes back again and again: a right one is neither refused nor counted.
 * @throws MockProblem `invalid_password` or `too_many_attempts`.
 */
export async function prove(lock: Lock, accessProof: string | undefined, now: number): Promise<void> {
  const right = accessProof !== undefined && (await sha256(accessProof)) === lock.accessProofHash;
  if (!right) await unlock(lock, { accessProof }, now);
}

/**
 * Counts an attempt before it is checked. What it returns takes the attempt back, when it was right.
 * @throws MockProblem `too_many_attempts`: 5 in 10 minutes, 15 in all.
 */
export function claimAttempt(attempts: number[], now: number): () => void {
  const recent = attempts.filter((at) => at > now - WINDOW_MS);
  if (recent.length >= PER_WINDOW || attempts.length >= IN_ALL) {
    const wait =
      attempts.length >= IN_ALL ? 86_400 : Math.ceil(((recent[0] as number) + WINDOW_MS - now) / 1000);
    const headers = { 'Retry-After': String(wait) };
    throw new MockProblem('too_many_attempts', `Too many wrong attempts. Retry after ${wait} seconds.`, {
      headers,
    });
  }
  attempts.push(now);
  return () => attempts.splice(attempts.indexOf(now), 1);
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
