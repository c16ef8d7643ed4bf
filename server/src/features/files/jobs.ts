import { inBatches } from '../../jobs/batches.ts';
import type { BlobRef, Blobs, BlobStore } from '../../storage/blobs/blobs.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './blob-store.ts';
import { UPLOAD_MS } from './upload.ts';
import { shortenUploadUrls } from './awaited-store.ts';

/** Shortens upload URLs after the database's clock was set back. */
export async function shortenUploads(db: Db): Promise<void> {
  await shortenUploadUrls(db, UPLOAD_MS);
}

const BATCH = 10;

/**
 * Removes bytes without a file: of failed uploads, and in S3 of deleted files. Retries failed removals in five minutes.
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

/** The row goes last, so that a failed removal is retried. */
async function removeBlob(db: Db, from: BlobStore, blob: BlobRef): Promise<void> {
  await from.remove(blob);
  await store.forgetBlob(db, blob);
}

/** Waits for all, then throws the first error. */
async function all(works: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
