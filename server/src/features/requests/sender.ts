import type { FilledSchema } from '@tempshare/contract';
import { invalidPin, type ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, prefixedId } from '../../crypto/tokens.ts';
import { invalid, notFound } from '../../domain/problem.ts';
import { invalidSession, isCurrent, type Session } from '../../domain/session.ts';
import { beginSession } from '../../sessions/session.ts';
import { makeRoomFor, type Amount } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { announceFile, deleteAwaited } from '../files/upload.ts';
import { checkPin } from './pin.ts';
import * as store from './sender-store.ts';

/** Fields that a sender may know without the PIN. */
export async function peekRequest(db: Db, id: string): Promise<store.ReachableRequest> {
  const request = isLinkId(id) && (await store.findReachable(db, id));
  if (!request) throw notFound();
  return request;
}

export interface Sender {
  pin: string | undefined;
  session: Session | undefined;
  address: string;
}

/** @throws ServiceProblem `invalid_pin`, `invalid_session`, `too_many_attempts`, `validation_failed` without either */
async function admitSender(
  vault: ItemVault,
  { db, request, sender }: { db: Db; request: store.ReachableRequest; sender: Sender },
): Promise<void> {
  const { pin, session, address } = sender;
  if (session) {
    if (!isCurrent(session, request.pinSalt)) throw invalidSession();
  } else if (pin === undefined) {
    throw invalid('/body/pin', 'required', 'is required without X-Session-Token');
  } else {
    await checkPin(db, vault, { request, pin, address });
  }
}

/** Locks a request, unless its PIN has changed since the check. @throws ServiceProblem `invalid_pin` */
async function lockChecked(
  trx: Db,
  request: store.ReachableRequest,
): Promise<store.LockedRequest | undefined> {
  const locked = await store.lockReachable(trx, request.id);
  if (locked && !locked.pinSalt.equals(request.pinSalt)) throw invalidPin();
  return locked;
}

/**
 * @throws ServiceProblem `not_found` unless the request is open, `invalid_pin`, `too_many_attempts`, `quota_exceeded`
 */
export async function beginSenderSession(
  db: Db,
  { vault, places }: { vault: ItemVault; places: number },
  params: { id: string; pin: string; address: string; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const { id, pin, address, now } = params;
  const request = await openToSender(db, vault, { id, sender: { pin, session: undefined, address } });
  return beginSession(db, {
    itemId: id,
    proof: request.pinSalt,
    now,
    until: request.expiresAt,
    places,
    address,
  });
}

/** Returns an open request to an authenticated sender. @throws ServiceProblem as `admitSender`; `not_found` */
export async function openToSender(
  db: Db,
  vault: ItemVault,
  { id, sender }: { id: string; sender: Sender },
): Promise<store.ReachableRequest> {
  const request = await peekRequest(db, id);
  if (request.state !== 'open') throw notFound();
  await admitSender(vault, { db, request, sender });
  return request;
}

/** Announces all files or none. @throws ServiceProblem `invalid_pin` if it has changed, `not_found`, `quota_exceeded` */
export async function announceRequestFiles(
  db: Db,
  { vault, limits }: { vault: ItemVault; limits: Amount },
  params: {
    request: store.ReachableRequest;
    files: readonly FilledSchema<'FileCreate'>[];
    now: Date;
  },
): Promise<{ id: string; uploadToken: string }[]> {
  const { request, files, now } = params;
  const { id } = request;
  const parent = { kind: 'request', id, itemId: id } as const;
  return db.transaction(async (trx) => {
    let keyId: string | undefined;
    let expiresAt: Date | null = null;
    const lock = async () => {
      const locked = await lockChecked(trx, request);
      if (locked?.state !== 'open') return undefined;
      ({ keyId, expiresAt } = locked);
      return { items: locked.heldItems, bytes: locked.heldBytes };
    };
    const forgetDead = () => deleteAwaited(trx, parent, 'dead');
    const additions = files.map(({ size }) => ({ bytes: 0, file: { size } }));
    const reserved = await makeRoomFor({ kind: 'request', limits, lock, forgetDead }, additions);
    const bytes = reserved.reduce((sum, each) => sum + each, 0);
    await store.holdFiles(trx, id, { items: files.length, bytes });
    const announced = files.map(({ fileName, mediaType, size }, i) => ({
      parent,
      metadata: { fileName, mediaType },
      size,
      reserved: reserved[i] as number,
      keyId,
      chargedFrom: 'arrival' as const,
      now,
      parentExpiresAt: expiresAt,
    }));
    return Promise.all(announced.map((each) => announceFile(trx, vault, each)));
  });
}

/**
 * Closes a request, drops awaited files and writes an event; a closed one stays as it is. @throws ServiceProblem as
 * `admitSender`; `not_found`; `validation_failed` before the first file
 */
export async function finishRequest(
  db: Db,
  vault: ItemVault,
  { id, sender }: { id: string; sender: Sender },
): Promise<{ fileCount: number; closedAt: Date }> {
  const request = await peekRequest(db, id);
  await admitSender(vault, { db, request, sender });
  return db.transaction(async (trx) => {
    const locked = await lockChecked(trx, request);
    if (!locked) throw notFound();
    const { fileCount, closedAt } = locked;
    if (closedAt) return { fileCount, closedAt };
    if (fileCount === 0)
      throw invalid('/body', 'no_files', 'finishes before a file has arrived; upload one first');
    await deleteAwaited(trx, { kind: 'request', id, itemId: id }, 'all');
    return { fileCount, ...(await store.close(trx, id, prefixedId('evt'))) };
  });
}
