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
/** Announcement of a file before its bytes arrive. */
export type FileMetadata = Pick<Schema<'SharedFile'>, 'fileName' | 'mediaType' | 'sealedMetadata'>;

/** The contract's form of a file that is not a transfer's. */
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

/** The complete files of several parents, by the parent's id, newest first. */
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

/** A page of the complete files of an upload request, newest first. */
export async function listSentFiles(
  db: Db,
  vault: ItemVault,
  params: { requestId: string; limit: number; cursor: string | undefined },
): Promise<Schema<'FileList'>> {
  const { requestId, limit, cursor } = params;
  const { rows, page } = await findListed(
    { list: ['request-files', requestId], limit, cursor },
    (asked) => store.listSent(db, requestId, asked),
    ({ completedAt }) => completedAt,
  );
  return { files: rows.map((row) => toSharedFile(vault, row)), ...page };
}

/** A file on its way to someone. */
export interface OutgoingFile {
  id: string;
  fileName: string | undefined;
  size: number;
  /** Its bytes from the one, up to but without the other. */
  read: (from: number, to: number) => AsyncIterable<Uint8Array>;
  /** Asked before the last byte is sent, which may be refused, and then whether the client has taken everything. */
  last?: { claim: () => Promise<void>; settle: (taken: Promise<boolean>) => Promise<void> };
}

/** The opened bytes of a file. @throws ServiceProblem `not_found` when the file goes in the middle. */
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

/** The bytes of a complete file of a parent. @throws ServiceProblem `not_found` */
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
