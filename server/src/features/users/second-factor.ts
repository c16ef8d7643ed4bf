import { createHmac } from 'node:crypto';
import { accountLimits } from '@tempshare/contract/account';
import { Secret, TOTP } from 'otpauth';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { recoveryCode } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './second-factor-store.ts';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;

/** TOTP (RFC 6238) as authenticator apps support it: SHA-1, 6 digits, 30 seconds. */
const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Tempshare', label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

const ref = (userId: string) => ({ kind: 'second-factor', id: userId }) as const;

/** Creates a secret, which is required once a code has confirmed it. */
export async function startSecondFactor(
  db: Db,
  vault: ItemVault,
  user: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const { lock, sealed } = await vault.seal(ref(user.id), { secret: Buffer.from(secret.buffer) });
  await store.putPending(db, user.id, { pending_key: lock.wrappedKey, pending_secret: sealed.secret });
  return { secret: secret.base32, uri: totpOf(secret, user.email).toString() };
}

export async function confirmSecondFactor(
  db: Db,
  vault: ItemVault,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<string[]> {
  const row = await store.findSecondFactor(db, userId);
  if (!row?.pending_key || !row.pending_secret) throw wrongCode();
  const secret = open(vault, { userId, wrappedKey: row.pending_key, sealed: row.pending_secret });
  const step = stepOf(secret, code, now);
  if (step === undefined || !(await store.confirmPending(db, { userId, pendingKey: row.pending_key, step })))
    throw wrongCode();
  return createRecoveryCodes(db, vault, userId);
}

/** @throws ServiceProblem `no_second_factor` */
export async function createRecoveryCodes(db: Db, vault: ItemVault, userId: string): Promise<string[]> {
  const row = await store.findSecondFactor(db, userId);
  if (!row?.wrapped_key) throw new ServiceProblem('no_second_factor', 'Set up an authenticator app first.');
  const codes = Array.from({ length: accountLimits.recoveryCodes }, recoveryCode);
  const key = vault.unlockUnprotected(ref(userId), row.wrapped_key);
  await store.replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashOf(key, code)),
  );
  return codes;
}

/** Checks a code, valid once, if the user has a second factor. @throws `code_required`, `wrong_code` */
export async function checkSecondFactor(
  db: Db,
  vault: ItemVault,
  { userId, code, now }: { userId: string; code: string | undefined; now: Date },
): Promise<void> {
  const row = await store.findSecondFactor(db, userId);
  if (!row?.wrapped_key || !row.secret) return;
  if (code === undefined)
    throw new ServiceProblem(
      'code_required',
      'Enter the code of your authenticator app, or a recovery code.',
    );
  const secret = open(vault, { userId, wrappedKey: row.wrapped_key, sealed: row.secret });
  const step = stepOf(secret, code, now);
  if (step !== undefined && (await store.takeStep(db, userId, step))) return;
  const key = vault.unlockUnprotected(ref(userId), row.wrapped_key);
  if (await store.takeRecoveryCode(db, userId, hashOf(key, code))) return;
  throw wrongCode();
}

const open = (
  vault: ItemVault,
  { userId, wrappedKey, sealed }: { userId: string; wrappedKey: Buffer; sealed: Buffer },
): Secret => {
  const bytes = vault.open(ref(userId), {
    part: 'secret',
    dataKey: vault.unlockUnprotected(ref(userId), wrappedKey),
    sealed,
  });
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
};

/** Returns the time step of a valid code: the current one or a neighbour. */
function stepOf(secret: Secret, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: bare(code), timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Keyed hash, since a recovery code has only 50 random bits. */
const hashOf = (key: Buffer, code: string): Buffer => createHmac('sha256', key).update(bare(code)).digest();

const bare = (code: string): string => code.replaceAll(/[ -]/g, '').toLowerCase();

const wrongCode = (): ServiceProblem =>
  new ServiceProblem('wrong_code', 'This code is wrong, or was used already. Wait for the next one.');
