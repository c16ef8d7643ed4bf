import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { lifetimes, type RawBody } from '@tempshare/contract';
import { issueCapability, redeemCapability } from '../../crypto/capability.ts';
import { sealFile } from '../../crypto/file-cipher.ts';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { isToken, itemOfToken, itemToken, prefixedId, sha256 } from '../../crypto/tokens.ts';
import { invalid, notFound, ServiceProblem, tooLarge } from '../../domain/problem.ts';
import {
  BlobStoreError,
  LostBytesError,
  type BlobRef,
  type Blobs,
  type BlobStore,
} from '../../storage/blobs/blobs.ts';
import { watched } from '../../runtime/pieces.ts';
import { beyondReserved, isFileLimit } from '../../storage/capacity.ts';
import { OutcomeUnknownError, type Database, type Db } from '../../storage/postgres/database.ts';
import { retryWhileAway } from '../../storage/postgres/retry.ts';
import * as awaitedStore from './awaited-store.ts';
import * as blobStore from './blob-store.ts';
import { fileRef, type FileMetadata } from './file.ts';
import * as store from './store.ts';

export const UPLOAD_MS = 1000 * lifetimes.uploadUrl;

const uploadContext = (id: string): string => `tempshare/1 file ${id} upload`;

export { deleteAwaited } from './awaited-store.ts';

/** Dead URLs stay dead. */
export const moveUploads = (db: Db, itemId: string, { until }: { until: Date | null }): Promise<void> =>
  awaitedStore.moveUploads(db, itemId, { until, longestMs: UPLOAD_MS });

export interface Announcement {
  parent: store.Parent;
  metadata: FileMetadata;
  size?: number | undefined;
  /** Bytes reserved for the file. */
  reserved: number;
  /** Key that they are charged to. */
  keyId: string | undefined;
  /** A stranger's bytes are charged on arrival, so that announcements do not use up the owner's quota. */
  chargedFrom: 'announcement' | 'arrival';
  now: Date;
  /** The upload URL does not outlive it. */
  parentExpiresAt: Date | null;
  /** Data key of the transfer, which also seals its file and metadata. */
  transferKey?: Buffer;
}

/** Awaits the bytes of a file. The token permits one upload, for an hour. */
export async function announceFile(
  db: Db,
  vault: ItemVault,
  params: Announcement,
): Promise<{ id: string; uploadToken: string }> {
  const { parent, metadata, now, parentExpiresAt, transferKey } = params;
  const id = prefixedId('file');
  const own = transferKey
    ? undefined
    : await vault.seal(fileRef(id), { metadata: Buffer.from(JSON.stringify(metadata)) });
  const dataKey = transferKey ?? (own as NonNullable<typeof own>).dataKey;
  const upload = issueCapability(itemToken('u', parent.itemId), uploadContext(id), dataKey);
  await awaitedStore.insertFile(db, {
    id,
    parent,
    wrappedKey: own?.lock.wrappedKey ?? null,
    metadata: own?.sealed.metadata ?? null,
    announcedSize: params.size ?? null,
    reserved: params.reserved,
    keyId: params.keyId ?? null,
    uncharged: params.chargedFrom === 'arrival' ? params.reserved : 0,
    uploadTokenHash: upload.tokenHash,
    uploadKey: upload.sealedKey,
    uploadUntil: new Date(Math.min(now.getTime() + UPLOAD_MS, parentExpiresAt?.getTime() ?? Infinity)),
    createdAt: now,
  });
  return { id, uploadToken: upload.token };
}

/** Called in the transaction that completes a file. Locks the parent; false if it no longer takes the file. */
export type Arrival = (
  db: Db,
  file: { id: string; parentId: string; itemId: string; size: number },
) => Promise<boolean>;
export type Arrivals = Record<store.Parent['kind'], Arrival>;

export interface ReceivedFile {
  id: string;
  size: number;
  sha256: Buffer;
  completedAt: Date;
}

/**
 * Receives and seals the bytes of an announced file. The file completes, and its parent shows it, in one transaction.
 * @throws ServiceProblem `not_found`, `rate_limited`, `payload_too_large`, `validation_failed` for a wrong size, and
 * what `bytes` throws
 */
export async function receiveFile(
  database: Database,
  deps: { blobs: Blobs; arrivals: Arrivals },
  params: { token: string; bytes: RawBody },
): Promise<ReceivedFile> {
  const { token, bytes } = params;
  const tokenHash = sha256(token);
  const itemId =
    isToken('u', token) && (itemOfToken(token) ?? (await awaitedStore.findItemOfUpload(database, tokenHash)));
  const file = itemId && (await awaitedStore.findAwaited(database, itemId, tokenHash));
  if (!file) throw notFound();
  refuseTooLarge(bytes.length ?? 0, file);
  const dataKey = redeemCapability(token, uploadContext(file.id), file.uploadKey);
  return limitUploads(file.id, () => takeBytes(database, deps, { file, tokenHash, dataKey, bytes }));
}

/** Maximum number of uploads of one file in a process: one, and a retry while the first is not yet cut. */
const MAX_UPLOADS = 2;
const RETRY_SECONDS = 10;

const inFlight = new Map<string, number>();

/** Limits concurrent uploads of a file, each of which takes memory and storage. @throws ServiceProblem `rate_limited` */
async function limitUploads<Result>(fileId: string, upload: () => Promise<Result>): Promise<Result> {
  const others = inFlight.get(fileId) ?? 0;
  if (others >= MAX_UPLOADS) {
    throw new ServiceProblem('rate_limited', 'The bytes of this file are being sent already.', {
      retryAfter: RETRY_SECONDS,
    });
  }
  inFlight.set(fileId, others + 1);
  try {
    return await upload();
  } finally {
    const left = (inFlight.get(fileId) as number) - 1;
    if (left > 0) inFlight.set(fileId, left);
    else inFlight.delete(fileId);
  }
}

async function takeBytes(
  database: Database,
  deps: { blobs: Blobs; arrivals: Arrivals },
  params: {
    file: awaitedStore.AwaitedFile;
    tokenHash: Buffer;
    dataKey: Buffer;
    bytes: RawBody;
  },
): Promise<ReceivedFile> {
  const { file, tokenHash, dataKey, bytes } = params;
  const {
    arrivals,
    blobs: { current: blobs },
  } = deps;
  const { itemId } = file.parent;
  const blob = { id: prefixedId('blob'), itemId };
  try {
    const measured = measure(bytes, file);
    const written = await onlyPreparing(async () => {
      const uncharged = file.isCharged ? undefined : (bytes.length ?? file.announcedSize ?? 0);
      await blobStore.insertBlob(database, blob, { storage: blobs.storage, fileId: file.id, uncharged });
      const sealed = sealFile(dataKey, file.id, measured.bytes);
      return blobs.write(blob, sealed, file.announcedSize ?? file.reserved);
    });
    const { size } = measured;
    return await database.transaction(async (trx) => {
      await blobs.confirm(trx, blob, written);
      const arrived = { id: file.id, parentId: file.parent.id, itemId, size };
      if (!(await arrivals[file.parent.kind](trx, arrived))) throw notFound();
      const digest = measured.digest();
      const completion = { itemId, tokenHash, blobId: blob.id, size, sha256: digest };
      const completed = await store.completeFile(trx, completion);
      if (!completed) throw notFound();
      return { id: file.id, size, sha256: digest, completedAt: completed.completedAt };
    });
  } catch (error) {
    const failed = retryWhileAway(() => blobStore.claimFailed(database, blob));
    // In the background. The sweep finds what remains if this fails as well.
    discard(database, blobs, { blob, failed, mayCome: mayStillCome(error) }).catch(() => undefined);
    if (!(error instanceof OutcomeUnknownError)) throw error;
    // The lost transaction locks the blob until it has ended, one way or the other.
    const known = await Promise.race([failed, delay(OUTCOME_MS, undefined, { ref: false })]);
    if (known === true) throw error.cause;
    const completed =
      known === false && (await store.findCompleted(database, { itemId, id: file.id, blobId: blob.id }));
    if (completed) return completed;
    throw error;
  }
}

/** Runs steps without consequences: if the outcome of one is unknown, it counts as failed. */
async function onlyPreparing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OutcomeUnknownError ? error.cause : error;
  }
}

/** Time to wait for the outcome of a lost commit. */
const OUTCOME_MS = 10_000;

/** After a lost commit a file may have the bytes; then they stay. Bytes that may still come are left to the sweep. */
async function discard(
  db: Db,
  blobs: BlobStore,
  { blob, failed, mayCome }: { blob: BlobRef; failed: Promise<boolean>; mayCome: boolean },
): Promise<void> {
  if (!(await failed)) return;
  await retryWhileAway(() => blobs.remove(blob));
  if (!mayCome) await retryWhileAway(() => blobStore.forgetBlob(db, blob));
}

/** True if the storage may carry out the request later. */
const mayStillCome = (error: unknown): boolean =>
  error instanceof BlobStoreError && !(error instanceof LostBytesError);

/** @throws ServiceProblem `payload_too_large` beyond the maximum of any file of this encryption */
function refuseTooLarge(size: number, { reserved }: Pick<awaitedStore.AwaitedFile, 'reserved'>): void {
  if (size > reserved && isFileLimit(reserved)) throw tooLarge(reserved);
}

/** Counts and hashes bytes, and checks them against the announced and the reserved size. */
function measure(
  bytes: AsyncIterable<Uint8Array>,
  { announcedSize: announced, reserved }: Pick<awaitedStore.AwaitedFile, 'announcedSize' | 'reserved'>,
): { bytes: AsyncIterable<Uint8Array>; readonly size: number; digest(): Buffer } {
  const hash = createHash('sha256');
  let size = 0;
  const look = (piece: Uint8Array): void => {
    size += piece.length;
    refuseTooLarge(size, { reserved });
    if (announced !== null && size > announced) {
      throw invalid('/body', 'size', `has more than the ${announced} bytes that were announced`);
    }
    if (size > reserved) throw beyondReserved(reserved);
    hash.update(piece);
  };
  const end = (): void => {
    if (announced !== null && size < announced) {
      throw invalid('/body', 'size', `has ${size} bytes, but ${announced} were announced`);
    }
  };
  return {
    bytes: watched(bytes, look, end),
    get size() {
      return size;
    },
    digest: () => hash.digest(),
  };
}
