import type { ItemVault, PinLock } from '../../crypto/item-vault.ts';
import { countAttempt } from '../../limits/attempts.ts';
import type { Db } from '../../storage/postgres/database.ts';

interface Check {
  request: PinLock & { id: string; wrappedKey: Buffer };
  pin: string;
  address: string;
}

/** Checks under way in this process. */
const underWay = new Map<string, Promise<void>>();

/**
 * Checks a PIN under the limits on attempts. A sender who announces many files at once sends the same PIN as often: those
 * calls share one check, or they would take each other for guesses. A wrong PIN is shared with nobody, so each counts.
 * @throws ServiceProblem `invalid_pin`, `too_many_attempts`
 */
export async function checkPin(db: Db, vault: ItemVault, params: Check): Promise<void> {
  const { request, pin, address } = params;
  const call = `${request.id} ${request.pinSalt.toString('hex')} ${address} ${pin}`;
  const shared = underWay.get(call);
  if (shared && (await isRight(shared))) return;
  const check = countAttempt(db, { itemId: request.id, address }, () =>
    vault.checkPin({ kind: 'request', id: request.id }, { lock: request, pin, caller: address }),
  );
  underWay.set(call, check);
  try {
    await check;
  } finally {
    if (underWay.get(call) === check) underWay.delete(call);
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
