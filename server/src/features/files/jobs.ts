import { inBatches } from '../../jobs/batches.ts';
import type { BlobRef, Blobs, BlobStore } from '../../storage/blobs/blobs.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './blob-store.ts';
import { UPLOAD_MS } from './upload.ts';
import { shortenUploadUrls } from './store.ts';

/** Lets no upload URL live on with a clock of the database that was set back. */
export async function shortenUploads(db: Db): Promise<void> {
  await shortenUploadUrls(db, UPLOAD_MS);
}

/** Number of blobs claimed, and removed, at a time. */
const BATCH = 10;

/**
 * Removes the bytes that no file has: of uploads that broke off, and in S3 of files that are gone. Safe to run in
 * parallel. What cannot be removed, since S3 is away, comes up again five minutes later.
 */
export async function sweepBlobs(db: Db, blobs: Blobs): Promise<void> {
  await store.shortenDooms(db);
  await all(blobs.stores.map((from) => inBatches((limit) => sweepBatch(db, from, limit), BATCH)));
}

async function sweepBatch(db: Db, from: BlobStore, limit: number): Promise<number> {
  const claimed = await store.claimDoomed(db, from.storage, limit);
  await all(claimed.map((blob) => removeBlob(db, from, blob)));
  return claimed.length;
}

/** The row goes last, so that the bytes are tried again if this breaks off. */
async function removeBlob(db: Db, from: BlobStore, blob: BlobRef): Promise<void> {
  await from.remove(blob);
  await store.forgetBlob(db, blob);
}

/** Waits for all, and then throws what the first of them threw. */
async function all(works: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
