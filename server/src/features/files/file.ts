import type { Schema } from '@tempshare/contract';
import { openFile } from '../../crypto/file-cipher.ts';
import type { ItemRef, ItemVault } from '../../crypto/item-vault.ts';
import { findListed } from '../../domain/page.ts';
import { notFound } from '../../domain/problem.ts';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as blobStore from './blob-store.ts';
import * as store from './store.ts';

export type { Parent, StoredFile } from './store.ts';

export const fileRef = (id: string): ItemRef => ({ kind: 'file', id });
export type FileMetadata = Pick<Schema<'SharedFile'>, 'fileName' | 'mediaType' | 'sealedMetadata'>;

function toSharedFile(vault: ItemVault, file: store.StoredFile): Schema<'SharedFile'> {
  return {
    id: file.id,
    ...metadataOf(vault, file),
    size: file.size,
    sha256: file.sha256.toString('hex'),
    createdAt: file.completedAt.toISOString(),
  };
}

function metadataOf(vault: ItemVault, file: store.StoredFile): FileMetadata {
  const dataKey = vault.unlockUnprotected(fileRef(file.id), file.wrappedKey as Buffer);
  return JSON.parse(
    vault.open(fileRef(file.id), { part: 'metadata', dataKey, sealed: file.metadata as Buffer }).toString(),
  ) as FileMetadata;
}

/** Complete files by the parent's id, newest first. */
export async function filesByParent(
  db: Db,
  vault: ItemVault,
  params: { kind: store.Parent['kind']; ids: readonly string[]; itemId: string },
): Promise<Map<string, Schema<'SharedFile'>[]>> {
  const byParent = new Map<string, Schema<'SharedFile'>[]>();
  if (params.ids.length === 0) return byParent;
  for (const row of await store.filesOf(db, params)) {
    byParent.set(row.parentId, [...(byParent.get(row.parentId) ?? []), toSharedFile(vault, row)]);
  }
  return byParent;
}

export async function listSentFiles(
  db: Db,
  vault: ItemVault,
  params: { requestId: string; limit: number; cursor: string | undefined },
): Promise<Schema<'FileList'>> {
  const { requestId, limit, cursor } = params;
  const { rows, page } = await findListed(
    { list: ['request-files', requestId], limit, cursor },
    (page) => store.listSent(db, requestId, page),
    ({ completedAt }) => completedAt,
  );
  return { files: rows.map((row) => toSharedFile(vault, row)), ...page };
}

export interface OutgoingFile {
  id: string;
  fileName: string | undefined;
  size: number;
  /** `to` is exclusive. */
  read: (from: number, to: number) => AsyncIterable<Uint8Array>;
  /** `claim` is called before the last byte, and may refuse it. `settle` is told whether the client has everything. */
  last?: { claim: () => Promise<void>; settle: (taken: Promise<boolean>) => Promise<void> };
}

/** Streams the opened bytes. @throws ServiceProblem `not_found` if the file is deleted meanwhile */
export async function* bytesOf(
  { db, blobs }: { db: Db; blobs: Blobs },
  file: Pick<store.StoredFile, 'id' | 'itemId' | 'blobId' | 'storage' | 'size'>,
  part: { dataKey: Buffer; from: number; to: number },
): AsyncGenerator<Uint8Array> {
  const blob = { id: file.blobId, itemId: file.itemId };
  try {
    yield* openFile(file, part, (skip) => blobs.at(file.storage).read(blob, skip));
  } catch (error) {
    throw (await blobStore.isKept(db, blob)) ? error : notFound();
  }
}

export async function downloadFile(
  db: Db,
  deps: { vault: ItemVault; blobs: Blobs },
  params: { parent: store.Parent; fileId: string },
): Promise<OutgoingFile> {
  const file = await store.findFile(db, params.parent, params.fileId);
  if (!file) throw notFound();
  const dataKey = deps.vault.unlockUnprotected(fileRef(file.id), file.wrappedKey as Buffer);
  return {
    id: file.id,
    fileName: metadataOf(deps.vault, file).fileName,
    size: file.size,
    read: (from, to) => bytesOf({ db, blobs: deps.blobs }, file, { dataKey, from, to }),
  };
}

/** The file of a transfer, if its bytes have arrived. */
export async function fileOfTransfer(db: Db, transferId: string): Promise<store.StoredFile | undefined> {
  const [file] = await store.filesOf(db, { kind: 'transfer', ids: [transferId], itemId: transferId });
  return file;
}
