import type { ItemVault, PinLock } from '../../crypto/item-vault.ts';
import { countAttempt } from '../../limits/attempts.ts';
import type { Db } from '../../storage/postgres/database.ts';

interface Check {
  request: PinLock & { id: string; wrappedKey: Buffer };
  pin: string;
  address: string;
}

const inFlight = new Map<string, Promise<void>>();

/**
 * Checks a PIN under the limits on attempts. Concurrent calls with the same right PIN share a check, since a sender may
 * announce many files at once. Wrong ones do not, so each counts. @throws ServiceProblem `invalid_pin`,
 * `too_many_attempts`
 */
export async function checkPin(db: Db, vault: ItemVault, params: Check): Promise<void> {
  const { request, pin, address } = params;
  const call = `${request.id} ${request.pinSalt.toString('hex')} ${address} ${pin}`;
  const shared = inFlight.get(call);
  if (shared && (await isRight(shared))) return;
  const check = countAttempt(db, { itemId: request.id, address }, () =>
    vault.checkPin({ kind: 'request', id: request.id }, { lock: request, pin, caller: address }),
  );
  inFlight.set(call, check);
  try {
    await check;
  } finally {
    if (inFlight.get(call) === check) inFlight.delete(call);
  }
}

async function isRight(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'invalid_pin') return false;
    throw error;
  }
}
