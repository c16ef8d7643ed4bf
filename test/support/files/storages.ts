import { startS3Server, type S3Server } from './s3-server.ts';
import type { TestDatabase } from '../database/database.ts';

/** Both places where the bytes of files may lie; `start` gives the S3 server, if that is the place. */
export const STORAGES: { name: string; start: () => Promise<S3Server | undefined> }[] = [
  { name: 'PostgreSQL', start: () => Promise.resolve(undefined) },
  { name: 'S3', start: startS3Server },
];

/** How much there is of files anywhere. */
export async function stored(database: TestDatabase, s3: S3Server | undefined) {
  const [rows] = await database.query<{ blobs: number; chunks: number }>(
    'SELECT (SELECT count(*)::int FROM blobs) AS blobs, (SELECT count(*)::int FROM blob_chunks) AS chunks',
  );
  const objects = (await s3?.objects())?.length ?? 0;
  const unfinished = (await s3?.unfinished())?.length ?? 0;
  return { ...(rows as { blobs: number; chunks: number }), objects, unfinished };
}

export const NOTHING = { blobs: 0, chunks: 0, objects: 0, unfinished: 0 };
