import type { FilledSchema } from '@tempshare/contract';
import { invalidPin, type ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, prefixedId } from '../../crypto/tokens.ts';
import { invalid, notFound } from '../../domain/problem.ts';
import { makeRoom, type Amount } from '../../storage/capacity.ts';
import type { Db } from '../../storage/database.ts';
import { announceFile, deleteAwaited } from '../files/upload.ts';
import { checkPin } from './pin.ts';
import * as store from './sender-store.ts';

/** What a sender may know without the PIN. */
export async function peekRequest(db: Db, id: string): Promise<store.ReachableRequest> {
  const request = isLinkId(id) && (await store.findReachable(db, id));
  if (!request) throw notFound();
  return request;
}

/** Holds a request whose PIN was just right, as long as it is still the same PIN. @throws ServiceProblem `invalid_pin` */
async function lockChecked(
  trx: Db,
  request: store.ReachableRequest,
): Promise<store.LockedRequest | undefined> {
  const locked = await store.lockReachable(trx, request.id);
  if (locked && !locked.pinSalt.equals(request.pinSalt)) throw invalidPin();
  return locked;
}

/**
 * Awaits a file of a sender who knows the PIN.
 * @throws ServiceProblem `not_found` unless the request is open, `invalid_pin`, `too_many_attempts`, `quota_exceeded`
 */
export async function announceRequestFile(
  db: Db,
  { vault, limits }: { vault: ItemVault; limits: Amount },
  params: { id: string; input: FilledSchema<'UploadRequestFileCreate'>; address: string; now: Date },
): Promise<{ id: string; uploadToken: string }> {
  const { id, input, address, now } = params;
  const request = await peekRequest(db, id);
  if (request.state !== 'open') throw notFound();
  await checkPin(db, vault, { request, pin: input.pin, address });
  const { fileName, mediaType, size } = input;
  const parent = { kind: 'request', id } as const;
  return db.transaction(async (trx) => {
    let keyId: string | undefined;
    const lock = async () => {
      const locked = await lockChecked(trx, request);
      if (locked?.state !== 'open') return undefined;
      ({ keyId } = locked);
      return { items: locked.heldItems, bytes: locked.heldBytes };
    };
    const forgetDead = () => deleteAwaited(trx, parent, 'dead');
    const container = { kind: 'request', limits, lock, forgetDead } as const;
    const reserved = await makeRoom(container, { bytes: 0, file: { size } });
    await store.holdFile(trx, id, reserved);
    return announceFile(trx, vault, {
      parent,
      metadata: { fileName, mediaType },
      size,
      reserved,
      keyId,
      now,
      parentExpiresAt: request.expiresAt,
    });
  });
}

/**
 * Closes a request for a sender who knows the PIN: what is still awaited is dropped, and an event lists the files that
 * there are. Of a closed one it returns the same and writes no event.
 * @throws ServiceProblem `not_found`, `invalid_pin`, `too_many_attempts`, `validation_failed` before the first file.
 */
export async function finishRequest(
  db: Db,
  vault: ItemVault,
  params: { id: string; pin: string; address: string },
): Promise<{ fileCount: number; closedAt: Date }> {
  const { id, pin, address } = params;
  const request = await peekRequest(db, id);
  await checkPin(db, vault, { request, pin, address });
  return db.transaction(async (trx) => {
    const locked = await lockChecked(trx, request);
    if (!locked) throw notFound();
    const { fileCount, closedAt } = locked;
    if (closedAt) return { fileCount, closedAt };
    if (fileCount === 0)
      throw invalid('/body', 'no_files', 'finishes before a file has arrived; upload one first');
    await deleteAwaited(trx, { kind: 'request', id }, 'all');
    return { fileCount, ...(await store.close(trx, id, prefixedId('evt'))) };
  });
}
