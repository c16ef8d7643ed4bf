import type { FilledSchema } from '@tempshare/contract';
import { invalidPin, type ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, prefixedId } from '../../crypto/tokens.ts';
import { invalid, notFound } from '../../http/problem.ts';
import type { Db } from '../../storage/database.ts';
import { announceFile, countFiles, deleteAwaited } from '../files/file.ts';
import { checkPin } from './pin.ts';
import * as store from './sender-store.ts';
import { MAX_FILES } from './store.ts';

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
 * @throws ServiceProblem `not_found` unless the request is open, `invalid_pin`, `too_many_attempts`, `validation_failed`
 * when it has its 50 files.
 */
export async function announceRequestFile(
  db: Db,
  vault: ItemVault,
  facts: { id: string; input: FilledSchema<'UploadRequestFileCreate'>; address: string; now: Date },
): Promise<{ id: string; uploadToken: string }> {
  const { id, input, address, now } = facts;
  const request = await peekRequest(db, id);
  if (request.state !== 'open') throw notFound();
  await checkPin(db, vault, { request, pin: input.pin, address });
  return db.transaction(async (trx) => {
    const locked = await lockChecked(trx, request);
    if (locked?.state !== 'open') throw notFound();
    const parent = { kind: 'request', id } as const;
    if ((await countFiles(trx, parent)) >= MAX_FILES) {
      const detail = `announces one file more than the ${MAX_FILES} that this upload request takes`;
      throw invalid('/body', 'too_many_files', detail);
    }
    const { fileName, mediaType, size } = input;
    const parentExpiresAt = locked.expiresAt;
    return announceFile(trx, vault, {
      parent,
      metadata: { fileName, mediaType },
      size,
      now,
      parentExpiresAt,
    });
  });
}

/**
 * Closes a request for a sender who knows the PIN: what is still awaited is dropped, and the owner is told which files
 * there are. Of a closed one it answers the same and tells nobody.
 * @throws ServiceProblem `not_found`, `invalid_pin`, `too_many_attempts`, `validation_failed` before the first file.
 */
export async function finishRequest(
  db: Db,
  vault: ItemVault,
  facts: { id: string; pin: string; address: string },
): Promise<{ fileCount: number; closedAt: Date }> {
  const { id, pin, address } = facts;
  const request = await peekRequest(db, id);
  await checkPin(db, vault, { request, pin, address });
  return db.transaction(async (trx) => {
    const locked = await lockChecked(trx, request);
    if (!locked) throw notFound();
    const { fileCount, closedAt } = locked;
    if (closedAt) return { fileCount, closedAt };
    if (fileCount === 0)
      throw invalid('/body', 'no_files', 'finishes before a file has arrived; upload one first');
    await deleteAwaited(trx, { kind: 'request', id });
    return { fileCount, ...(await store.close(trx, id, prefixedId('evt'))) };
  });
}
