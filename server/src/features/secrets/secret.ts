import type { FilledSchema, Schema } from '@tempshare/contract';
import { type Credentials, type ItemRef, type ItemVault } from '../../crypto/item-vault.ts';
import { openLabel, sealLabel, type SealedLabel } from '../../crypto/label.ts';
import { isLinkId, prefixedId } from '../../crypto/tokens.ts';
import { forgetTries } from '../../limits/attempt-store.ts';
import { unlockCounted } from '../../limits/attempts.ts';
import type { Lifetimes } from '../../domain/lifetime.ts';
import { findListed, type PageInfo } from '../../domain/page.ts';
import { ownedBy, type Principal } from '../../domain/principal.ts';
import { notFound } from '../../domain/problem.ts';
import { readEvenIfDiskFull, type Reader, type Readers } from '../../readings/reader.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { changeItem } from '../../storage/item-change.ts';
import * as store from './store.ts';

const ref = (id: string): ItemRef => ({ kind: 'secret', id });

export async function sealSecret(
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  params: { id: string; input: FilledSchema<'SecretCreate'>; principal: Principal; now: Date },
): Promise<store.NewSecret> {
  const { id, input, principal, now } = params;
  const protection = { ...input, caller: principal.keyId };
  const { lock, sealed } = await deps.vault.seal(ref(id), { content: Buffer.from(input.secret) }, protection);
  return {
    id,
    ...ownedBy(principal),
    ...lock,
    ...sealLabel(deps.vault, ref(id), { label: input.label, accountId: principal.accountId }),
    encryption: input.encryption,
    content: sealed.content,
    kdfIterations: input.kdfIterations ?? null,
    createdAt: now,
    expiresAt: deps.lifetimes.expiryOf(input, now),
  };
}

export { insertSecret } from './store.ts';
export type { FoundSecret, ListedSecret } from './store.ts';

export async function listSecrets(
  db: Db,
  params: { keyId: string; state: store.State | undefined; limit: number; cursor: string | undefined },
): Promise<{ rows: store.ListedSecret[]; page: PageInfo }> {
  const { keyId, state, limit, cursor } = params;
  return findListed(
    { list: ['secrets', keyId, state], limit, cursor },
    (page) => store.listOwned(db, { keyId, state }, page),
    ({ createdAt }) => createdAt,
  );
}

/** Returns the state to the owner, also of an ended secret. */
export async function getSecret(db: Db, params: { id: string; keyId: string }): Promise<store.OwnedSecret> {
  const secret = isLinkId(params.id) && (await store.findOwned(db, params.id, params.keyId));
  if (!secret) throw notFound();
  return secret;
}

export const labelOf = (vault: ItemVault, secret: SealedLabel & { id: string }): string | null =>
  openLabel(vault, ref(secret.id), secret);

/** Lets everybody try the password again at once. */
export async function unlockSecret(db: Db, params: { id: string; keyId: string }): Promise<void> {
  const { id } = await getSecret(db, params);
  await forgetTries(db, id, { keepProven: true });
}

/** @throws ServiceProblem `not_found`, `validation_failed` for an end that is too soon or too late */
export async function updateSecret(
  db: Db,
  { vault, lifetimes }: { vault: ItemVault; lifetimes: Lifetimes },
  { id, keyId, input, now }: { id: string; keyId: string; input: Schema<'ItemUpdate'>; now: Date },
): Promise<store.OwnedSecret> {
  if (!isLinkId(id)) throw notFound();
  const change = lifetimes.changeOf(input, now);
  return db.transaction(async (trx) => {
    await changeItem(trx, vault, {
      statements: store.CHANGE,
      ref: ref(id),
      keyId,
      change,
      eventId: prefixedId('evt'),
    });
    return getSecret(trx, { id, keyId });
  });
}

export async function revokeSecret(db: Db, params: { id: string; keyId: string }): Promise<void> {
  if (!isLinkId(params.id) || !(await store.revoke(db, params.id, params.keyId))) throw notFound();
}

/** Fields that a recipient may know before revealing. */
export async function peekSecret(db: Db, id: string): Promise<store.FoundSecret> {
  const secret = isLinkId(id) && (await store.findWaiting(db, id));
  if (!secret) throw notFound();
  return secret;
}

interface Revelation {
  id: string;
  credentials: Credentials;
  /** Key by which the reader may repeat it. */
  idempotencyKey: string | undefined;
  address: string;
  signal: AbortSignal;
}

interface RevealedSecret {
  secret: string;
  encryption: store.ReadSecret['encryption'];
  /** True if this reader had revealed it before. */
  replayed: boolean;
}

/**
 * Reveals a secret and destroys it, or replays this reader's earlier revelation. Nothing is consumed for a client that
 * is gone: the signal is checked when the statement is sent. @throws ServiceProblem `not_found`, `invalid_password`,
 * `too_many_attempts`; the signal's reason
 */
export async function revealSecret(
  db: Db,
  { vault, readers }: { vault: ItemVault; readers: Readers },
  params: Revelation,
): Promise<RevealedSecret> {
  if (!isLinkId(params.id)) throw notFound();
  const reader = readers.of(ref(params.id), params.idempotencyKey);
  return readEvenIfDiskFull(reader, (storing) => revealTo(db, vault, { ...params, reader: storing }));
}

async function revealTo(
  db: Db,
  vault: ItemVault,
  { id, reader, credentials, address, signal }: Revelation & { reader: Reader | undefined },
): Promise<RevealedSecret> {
  const [eventId, keyringIds] = [prefixedId('evt'), vault.keyIds];
  const open = (dataKey: Buffer, read: store.ReadSecret, replayed = false): RevealedSecret => ({
    secret: vault.open(ref(id), { part: 'content', dataKey, sealed: read.content }).toString(),
    encryption: read.encryption,
    replayed,
  });

  const unprotected = await store.burnUnprotected(db, { id, eventId, keyringIds, reader, signal });
  if (unprotected) return open(vault.unlockUnprotected(ref(id), unprotected.wrappedKey), unprotected);

  const repeat = (found: store.FoundLock | undefined): RevealedSecret | undefined =>
    found?.hiddenKey && reader
      ? open(vault.unlockUnprotected(ref(id), reader.hide(found.hiddenKey)), found, true)
      : undefined;
  const lock = await store.findLock(db, id, reader);
  if (!lock) throw notFound();
  const before = repeat(lock);
  if (before) return before;
  const dataKey = await unlockCounted(db, vault, { ref: ref(id), lock, credentials, address, signal });
  const wrappedKey = vault.wrapUnprotected(ref(id), dataKey);
  const burnt = await store.burnUnlocked(db, { id, eventId, reader, wrappedKey, signal });
  if (burnt) return open(dataKey, burnt);
  // Another request of this reader may have revealed it meanwhile.
  const meanwhile = reader && repeat(await store.findLock(db, id, reader));
  if (!meanwhile) throw notFound();
  return meanwhile;
}
