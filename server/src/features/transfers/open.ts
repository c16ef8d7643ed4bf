import type { Credentials, ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, prefixedId } from '../../crypto/tokens.ts';
import { notFound } from '../../domain/problem.ts';
import { unlockCounted } from '../../limits/attempts.ts';
import { readEvenIfDiskFull, type Reader, type Readers } from '../../readings/reader.ts';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { grantDownload } from '../files/download.ts';
import { fileOfTransfer, type FileMetadata } from '../files/file.ts';
import * as store from './store.ts';
import { transferRef } from './transfer.ts';

export type OpenedTransfer = {
  encryption: store.ReadTransfer['encryption'];
  expiresAt: Date | null;
  last: boolean;
  /** True if this reader had opened it before. */
  replayed: boolean;
} & (
  | { kind: 'file'; file: FileMetadata & { size: number; downloadToken: string } }
  | { kind: Exclude<store.Kind, 'file'>; plaintext: string }
);

export interface Opening {
  id: string;
  credentials: Credentials;
  /** Key by which the reader may repeat the opening. */
  idempotencyKey: string | undefined;
  address: string;
  signal: AbortSignal;
}

/**
 * Opens a transfer and counts a view, or replays this reader's earlier opening. Nothing is counted for a client that is
 * gone: the signal is checked when the statement is sent. @throws ServiceProblem `not_found`, `invalid_password`,
 * `too_many_attempts`; the signal's reason
 */
export async function openTransfer(
  db: Db,
  { vault, readers }: { vault: ItemVault; readers: Readers },
  opening: Opening,
): Promise<OpenedTransfer> {
  if (!isLinkId(opening.id)) throw notFound();
  const reader = readers.of(transferRef(opening.id), opening.idempotencyKey);
  return readEvenIfDiskFull(reader, (storing) => openTo(db, vault, { ...opening, reader: storing }));
}

async function openTo(
  db: Db,
  vault: ItemVault,
  opening: Opening & { reader: Reader | undefined },
): Promise<OpenedTransfer> {
  const { id, reader, signal } = opening;
  const events = { completed: prefixedId('evt'), deleted: prefixedId('evt') };
  const keyringIds = vault.keyIds;
  const unprotected = await store.viewUnprotected(db, { id, events, keyringIds, reader, signal });
  if (unprotected) {
    const dataKey = vault.unlockUnprotected(transferRef(id), unprotected.wrappedKey);
    return opened(unprotected, await contentOf(vault, id, { ...unprotected, dataKey }));
  }

  const lock = await store.findLock(db, id, reader);
  if (!lock) throw notFound();
  const before = await repeated(vault, { id, reader, found: lock });
  if (before) return before;
  const dataKey = await unlock(db, vault, { ...opening, lock });
  const first = await view(db, vault, { id, kind: lock.kind, events, reader, dataKey, signal });
  if (first) return first;
  // Another request of this reader may have opened it meanwhile.
  const again = reader && (await store.findLock(db, id, reader));
  const meanwhile = again && (await repeated(vault, { id, reader, found: again }));
  if (!meanwhile) throw notFound();
  return meanwhile;
}

function unlock(
  db: Db,
  vault: ItemVault,
  { id, lock, credentials, address, signal }: Opening & { lock: store.FoundLock },
): Promise<Buffer> | Buffer {
  return lock.passwordSalt !== null || lock.accessProofHash !== null
    ? unlockCounted(db, vault, { ref: transferRef(id), lock, credentials, address, signal })
    : vault.unlockUnprotected(transferRef(id), lock.wrappedKey);
}

interface Viewing {
  id: string;
  kind: store.Kind;
  events: { completed: string; deleted: string };
  reader: Reader | undefined;
  dataKey: Buffer;
  signal: AbortSignal;
}

/** Views an unlocked transfer. A file gets its download in the same transaction. Undefined if there is none. */
async function view(
  db: Db,
  vault: ItemVault,
  { kind, dataKey, ...viewing }: Viewing,
): Promise<OpenedTransfer | undefined> {
  const { id, reader } = viewing;
  const wrappedKey = vault.wrapUnprotected(transferRef(id), dataKey);
  if (kind !== 'file') {
    const viewed = await store.viewUnlocked(db, { ...viewing, wrappedKey });
    return viewed && opened(viewed, await contentOf(vault, id, { ...viewed, dataKey }));
  }
  return db.transaction(async (trx) => {
    const viewed = await store.viewUnlocked(trx, { ...viewing, wrappedKey });
    if (!viewed) return undefined;
    const file = await fileOfTransfer(trx, id);
    if (!file) throw notFound();
    const content = await contentOf(vault, id, { ...viewed, dataKey });
    const downloadToken = await grantDownload(trx, {
      fileId: file.id,
      transferId: id,
      transferKey: dataKey,
      fileName: (JSON.parse(content) as FileMetadata).fileName,
      token: reader?.downloadToken(id, wrappedKey),
    });
    return opened(viewed, content, { size: file.size, downloadToken });
  });
}

/** The replay, if the row has a reading of this reader. */
async function repeated(
  vault: ItemVault,
  { id, reader, found }: { id: string; reader: Reader | undefined; found: store.FoundLock },
): Promise<OpenedTransfer | undefined> {
  if (!reader || !found.hiddenKey) return undefined;
  const wrappedKey = reader.hide(found.hiddenKey);
  const dataKey = vault.unlockUnprotected(transferRef(id), wrappedKey);
  const content = await contentOf(vault, id, { ...found, dataKey });
  const file = { size: found.fileSize as number, downloadToken: reader.downloadToken(id, wrappedKey) };
  return { ...opened({ ...found, last: found.last as boolean }, content, file), replayed: true };
}

function opened(
  viewed: Omit<store.ViewedTransfer, 'wrappedKey'>,
  content: string,
  file?: { size: number; downloadToken: string },
): OpenedTransfer {
  const { kind, encryption, expiresAt, last } = viewed;
  const all = { encryption, expiresAt, last, replayed: false };
  return kind === 'file'
    ? { ...all, kind, file: { ...(JSON.parse(content) as FileMetadata), ...file! } }
    : { ...all, kind, plaintext: content };
}

async function contentOf(
  vault: ItemVault,
  id: string,
  { content, dataKey }: Pick<store.ReadTransfer, 'content'> & { dataKey: Buffer },
): Promise<string> {
  await yieldEventLoop(content.length);
  const plaintext = vault.open(transferRef(id), { part: 'content', dataKey, sealed: content });
  await yieldEventLoop(plaintext.length);
  return plaintext.toString();
}
