import type { FilledSchema, Schema } from '@tempshare/contract';
import type { ItemRef, ItemVault } from '../../crypto/item-vault.ts';
import { openLabel, sealLabel, type SealedLabel } from '../../crypto/label.ts';
import { isLinkId, parseShortCode, prefixedId, shortCode } from '../../crypto/tokens.ts';
import { forgetTries } from '../../limits/attempt-store.ts';
import { isAnonymousKey } from '../../domain/anonymous.ts';
import type { Lifetimes } from '../../domain/lifetime.ts';
import { findListed, type PageInfo } from '../../domain/page.ts';
import { ownedBy, type Principal } from '../../domain/principal.ts';
import { invalid, notFound } from '../../domain/problem.ts';
import { countedBytes, maxFileBytes } from '../../storage/capacity.ts';
import { create } from '../../storage/creation.ts';
import type { Creation, Db } from '../../storage/postgres/database.ts';
import { changeItem } from '../../storage/item-change.ts';
import { moveDownloads, type Completion } from '../files/download.ts';
import { fileOfTransfer, type FileMetadata } from '../files/file.ts';
import { announceFile, moveUploads, UPLOAD_MS, type Arrival } from '../files/upload.ts';
import { completeDownload } from './download-store.ts';
import * as store from './store.ts';
import type { EndReason } from '../../domain/end-reason.ts';

export type { ListedTransfer, NewTransfer } from './store.ts';

export const transferRef = (id: string): ItemRef => ({ kind: 'transfer', id });

interface CreateParams {
  id: string;
  input: FilledSchema<'TransferCreate'>;
  principal: Principal;
  now: Date;
}

type Sealed = { transfer: store.NewTransfer; dataKey: Buffer };

/** Seals a text, a link, or the metadata of a file. */
export function sealTransfer(
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  params: CreateParams,
): Promise<Sealed> {
  const { input } = params;
  if (input.type === 'file') {
    const [content, snippet] = [
      JSON.stringify(metadataOf(input)),
      contentSnippet(input, input.fileName ?? ''),
    ];
    return sealShare(deps, { ...params, kind: 'file', content, snippet });
  }
  const content = contentOf(input);
  return sealShare(deps, { ...params, kind: input.type, content, snippet: contentSnippet(input, content) });
}

const metadataOf = ({ fileName, mediaType, sealedMetadata }: CreateParams['input']): FileMetadata => ({
  fileName,
  mediaType,
  sealedMetadata,
});

export const insertTransfer = (transfer: store.NewTransfer): Creation =>
  store.insertTransfer(transfer, prefixedId('evt'));

/** Stores a file transfer, which recipients find once its bytes arrive. Undefined if a name is taken. */
export function insertFileTransfer(
  db: Db,
  vault: ItemVault,
  { transfer, dataKey, input }: Sealed & Pick<CreateParams, 'input'>,
): Promise<string | undefined> {
  return db.transaction(async (trx) => {
    if (!(await create(trx, insertTransfer(transfer)))) return undefined;
    const { uploadToken } = await announceFile(trx, vault, {
      parent: { kind: 'transfer', id: transfer.id, itemId: transfer.id },
      metadata: metadataOf(input),
      size: input.size,
      reserved: countedBytes(input.size ?? maxFileBytes(input.encryption)),
      // An announcement takes a key, which strangers have not.
      chargedFrom: isAnonymousKey(transfer.keyId) ? 'arrival' : 'announcement',
      keyId: transfer.keyId,
      now: transfer.createdAt,
      parentExpiresAt: transfer.expiresAt,
      transferKey: dataKey,
    });
    return uploadToken;
  });
}

/** Recipients find the transfer from now on. */
export const transferFileArrived: Arrival = (db, { parentId }) =>
  store.activate(db, parentId, prefixedId('evt'));

/** The first completed download is the view of its opening. */
export const transferFileDownloaded: Completion = (db, download) =>
  completeDownload(db, download, { completed: prefixedId('evt'), deleted: prefixedId('evt') });

type ShareInput = Pick<FilledSchema<'TransferCreate'>, 'expiration' | 'encryption' | 'oneTime'> &
  Partial<
    Pick<
      FilledSchema<'TransferCreate'>,
      'password' | 'accessProofHash' | 'kdfIterations' | 'maxViews' | 'expiresAt' | 'label'
    >
  >;

interface Share {
  id: string;
  input: ShareInput;
  kind: store.Kind;
  content: string;
  snippet: string;
  principal: Principal;
  now: Date;
}

export async function sealShare(
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  share: Share,
): Promise<Sealed> {
  const { id, input, kind, principal, now } = share;
  const parts = { content: Buffer.from(share.content), snippet: Buffer.from(share.snippet) };
  const { lock, sealed, dataKey } = await deps.vault.seal(transferRef(id), parts, {
    ...input,
    caller: principal.keyId,
  });
  const expiresAt = deps.lifetimes.expiryOf(input, now);
  const uploadEnds = now.getTime() + UPLOAD_MS;
  const transfer: store.NewTransfer = {
    id,
    ...ownedBy(principal),
    ...lock,
    ...sealLabel(deps.vault, transferRef(id), { label: input.label, accountId: principal.accountId }),
    shortCode: shortCode(),
    kind,
    state: kind === 'file' ? 'awaiting' : 'active',
    encryption: input.encryption,
    content: sealed.content,
    snippet: sealed.snippet,
    kdfIterations: input.kdfIterations ?? null,
    maxViews: input.oneTime ? 1 : (input.maxViews ?? null),
    createdAt: now,
    expiresAt,
    awaitingUntil: kind === 'file' ? new Date(Math.min(uploadEnds, expiresAt?.getTime() ?? Infinity)) : null,
  };
  return { transfer, dataKey };
}

function contentOf(input: FilledSchema<'TransferCreate'>): string {
  if (input.type === 'text') return input.text as string;
  const target = input.targetUrl as string;
  if (input.encryption === 'server' && !URL.canParse(target)) {
    throw invalid('/body/targetUrl', 'format', 'must be a valid http or https URL');
  }
  return target;
}

function nameOf(text: string): store.Name {
  if (isLinkId(text)) return { by: 'id', text };
  const shortCode = parseShortCode(text);
  if (shortCode === null) throw notFound();
  return { by: 'short_code', text: shortCode };
}

export async function getTransfer(
  db: Db,
  vault: ItemVault,
  params: { name: string; keyId: string },
): Promise<store.OwnedTransfer & { contentSnippet: string }> {
  const transfer = await store.findOwned(db, nameOf(params.name), params.keyId);
  if (!transfer) throw notFound();
  if (transfer.requiresPassword || transfer.encryption === 'e2e') return { ...transfer, contentSnippet: '•' };
  const dataKey = vault.unlockUnprotected(transferRef(transfer.id), transfer.wrappedKey);
  const snippet = vault
    .open(transferRef(transfer.id), { part: 'snippet', dataKey, sealed: transfer.snippet })
    .toString();
  return { ...transfer, contentSnippet: snippet };
}

export const labelOf = (vault: ItemVault, transfer: SealedLabel & { id: string }): string | null =>
  openLabel(vault, transferRef(transfer.id), transfer);

/** @throws ServiceProblem `not_found`, `validation_failed` for an end that is too soon or too late */
export async function updateTransfer(
  db: Db,
  { vault, lifetimes }: { vault: ItemVault; lifetimes: Lifetimes },
  { name, keyId, input, now }: { name: string; keyId: string; input: Schema<'ItemUpdate'>; now: Date },
): Promise<store.OwnedTransfer & { contentSnippet: string }> {
  const change = lifetimes.changeOf(input, now);
  const transfer = await store.findOwned(db, nameOf(name), keyId);
  if (!transfer) throw notFound();
  const { id } = transfer;
  return db.transaction(async (trx) => {
    const params = { ref: transferRef(id), keyId, change, eventId: prefixedId('evt') };
    const moved = await changeItem(trx, vault, { ...params, statements: store.CHANGE });
    if (moved) {
      await moveUploads(trx, id, moved);
      await moveDownloads(trx, id, moved);
    }
    return getTransfer(trx, vault, { name: id, keyId });
  });
}

export async function updateDebugShare(
  db: Db,
  { vault, lifetimes }: { vault: ItemVault; lifetimes: Lifetimes },
  { id, keyId, input, now }: { id: string; keyId: string; input: Schema<'ItemUpdate'>; now: Date },
): Promise<void> {
  const params = { ref: transferRef(id), keyId, change: lifetimes.changeOf(input, now) };
  await db.transaction((trx) => changeItem(trx, vault, { ...params, statements: store.CHANGE_DEBUG_SHARE }));
}

/** Lets everybody try the password again at once. */
export async function unlockTransfer(db: Db, params: { name: string; keyId: string }): Promise<void> {
  const transfer = await store.findOwned(db, nameOf(params.name), params.keyId);
  if (!transfer) throw notFound();
  await forgetTries(db, transfer.id, { keepProven: true });
}

export async function deleteTransfer(
  db: Db,
  { name, keyId, reason = 'api' }: { name: string; keyId: string; reason?: EndReason },
): Promise<void> {
  const eventId = prefixedId('evt');
  if (!(await store.deleteOwned(db, nameOf(name), { keyId, eventId, reason }))) throw notFound();
}

export async function deleteDebugShare(db: Db, params: { id: string; keyId: string }): Promise<void> {
  if (!(await store.deleteDebugShare(db, params.id, params.keyId))) throw notFound();
}

export async function listTransfers(
  db: Db,
  params: {
    keyId: string;
    status: Schema<'TransferStatus'> | undefined;
    limit: number;
    cursor: string | undefined;
  },
): Promise<{ rows: store.ListedTransfer[]; page: PageInfo }> {
  const { keyId, status, limit, cursor } = params;
  return findListed(
    { list: ['transfers', keyId, status], limit, cursor },
    (page) => store.listOwned(db, { keyId, status }, page),
    ({ createdAt }) => createdAt,
  );
}

/** Fields that a recipient may know before opening. They include the name of a file only if it is unprotected. */
export async function peekTransfer(
  db: Db,
  vault: ItemVault,
  id: string,
): Promise<store.FoundTransfer & { fileName?: string | undefined; size?: number }> {
  const transfer = isLinkId(id) && (await store.findLiving(db, id));
  if (!transfer) throw notFound();
  if (transfer.kind !== 'file') return transfer;
  const file = await fileOfTransfer(db, id);
  if (!file) throw notFound();
  if (!transfer.metadata) return { ...transfer, size: file.size };
  const dataKey = vault.unlockUnprotected(transferRef(id), transfer.wrappedKey);
  const metadata = vault
    .open(transferRef(id), { part: 'content', dataKey, sealed: transfer.metadata })
    .toString();
  return { ...transfer, size: file.size, fileName: (JSON.parse(metadata) as FileMetadata).fileName };
}

const MASK = '•';

/** Masked content for the owner: 4 characters or a quarter, or the origin of a URL. Only the mask if sealed or locked. */
function contentSnippet(
  input: Pick<FilledSchema<'TransferCreate'>, 'type' | 'encryption' | 'password'>,
  content: string,
): string {
  if (input.encryption === 'e2e' || input.password !== undefined) return MASK;
  if (input.type === 'url') return new URL(content).origin;
  // 40 UTF-16 units hold at least 20 characters, a quarter of which is more than is ever shown.
  const characters = Array.from(content.slice(0, 40));
  return characters.slice(0, Math.min(4, Math.floor(characters.length / 4))).join('') + MASK;
}
