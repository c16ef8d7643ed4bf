import type { FilledSchema } from '@tempshare/contract';
import { type Credentials, type ItemRef, type ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, linkId, prefixedId } from '../../crypto/tokens.ts';
import { forgetTries } from '../../limits/attempt-store.ts';
import { unlockCounted } from '../../limits/attempts.ts';
import type { Lifetimes } from '../../domain/lifetime.ts';
import { ownedBy, type Principal } from '../../domain/principal.ts';
import { notFound } from '../../domain/problem.ts';
import type { Db } from '../../storage/database.ts';
import * as store from './store.ts';

const ref = (id: string): ItemRef => ({ kind: 'secret', id });

/** Seals a value that is to be stored until its first reader or its expiry. */
export async function sealSecret(
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  params: { input: FilledSchema<'SecretCreate'>; principal: Principal; now: Date },
): Promise<store.NewSecret> {
  const { input, principal, now } = params;
  const id = linkId();
  const protection = { ...input, caller: principal.keyId };
  const { lock, sealed } = await deps.vault.seal(ref(id), { content: Buffer.from(input.secret) }, protection);
  return {
    id,
    ...ownedBy(principal),
    ...lock,
    encryption: input.encryption,
    content: sealed.content,
    kdfIterations: input.kdfIterations ?? null,
    createdAt: now,
    expiresAt: deps.lifetimes.expiryOf(input.expiration, now),
  };
}

export { insertSecret } from './store.ts';

/** The state of a secret for its owner, whatever has become of it. */
export async function getSecret(db: Db, params: { id: string; keyId: string }): Promise<store.OwnedSecret> {
  const secret = isLinkId(params.id) && (await store.findOwned(db, params.id, params.keyId));
  if (!secret) throw notFound();
  return secret;
}

/** Lets everybody try the password of a secret again at once. */
export async function unlockSecret(db: Db, params: { id: string; keyId: string }): Promise<void> {
  const { id } = await getSecret(db, params);
  await forgetTries(db, id);
}

/** Destroys a waiting secret unread. */
export async function revokeSecret(db: Db, params: { id: string; keyId: string }): Promise<void> {
  if (!isLinkId(params.id) || !(await store.revoke(db, params.id, params.keyId))) throw notFound();
}

/** What a recipient may know of a waiting secret. */
export async function peekSecret(db: Db, id: string): Promise<store.FoundSecret> {
  const secret = isLinkId(id) && (await store.findWaiting(db, id));
  if (!secret) throw notFound();
  return secret;
}

/**
 * The value of a waiting secret, which is destroyed in the same moment. It is not for a client that has gone: that is
 * looked at last when the statement that burns is sent.
 * @throws ServiceProblem `not_found`, `invalid_password`, `too_many_attempts`; the signal's reason; nothing is consumed
 * then.
 */
export async function revealSecret(
  db: Db,
  vault: ItemVault,
  params: { id: string; credentials: Credentials; address: string; signal: AbortSignal },
): Promise<{ secret: string; encryption: store.BurntSecret['encryption'] }> {
  const { id, credentials, address, signal } = params;
  if (!isLinkId(id)) throw notFound();
  const eventId = prefixedId('evt');
  const open = (dataKey: Buffer, burnt: store.BurntSecret) => ({
    secret: vault.open(ref(id), 'content', dataKey, burnt.content).toString(),
    encryption: burnt.encryption,
  });

  const unprotected = await store.burnUnprotected(db, { id, eventId, keyringIds: vault.keyIds, signal });
  if (unprotected) return open(vault.unlockUnprotected(ref(id), unprotected.wrappedKey), unprotected);

  const lock = await store.findLock(db, id);
  if (!lock) throw notFound();
  const dataKey = await unlockCounted(db, vault, { ref: ref(id), lock, credentials, address, signal });
  const burnt = await store.burnUnlocked(db, { id, eventId, signal });
  if (!burnt) throw notFound();
  return open(dataKey, burnt);
}
