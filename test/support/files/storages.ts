/** The two storages for the bytes of files, each with an application that the test files of a process share. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { startApp, type TestApp } from '../server/app.ts';
import { startS3Server, type S3Server } from './s3-server.ts';
import type { TestDatabase } from '../database/database.ts';

export interface FileStage {
  app: TestApp;
  s3: S3Server | undefined;
  /** Settings of another server on the same database and storage. */
  env: Record<string, string>;
  /** Returns how much is stored of files. */
  left: () => ReturnType<typeof stored>;
  /** Waits until nothing is stored. */
  nothingLeft: () => Promise<void>;
  /** Deletes all transfers and their files, those of earlier tests too. */
  clear: () => Promise<void>;
}

const shared = new Map<string, Promise<FileStage>>();

/** Each storage by its name; `stage` returns the application that uses it, which ends with the process. */
export const STORAGES = ['PostgreSQL', 'S3'].map((name) => ({
  name,
  stage: (): Promise<FileStage> => {
    const stage = shared.get(name) ?? startStage(name === 'S3');
    shared.set(name, stage);
    return stage;
  },
}));

async function startStage(inS3: boolean): Promise<FileStage> {
  const s3 = inS3 ? await startS3Server() : undefined;
  const settings = { ...s3?.env, ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
  const app = await startApp(settings);
  const left = () => stored(app.database, s3);
  const nothingLeft = () => expect.poll(left).toEqual(NOTHING);
  return {
    app,
    s3,
    env: { ...settings, DATABASE_URL: app.database.url },
    left,
    nothingLeft,
    async clear() {
      await app.database.query('DELETE FROM transfers');
      await app.database.query('UPDATE blobs SET doomed_at = now()');
      await app.sweep();
      await nothingLeft();
    },
  };
}

/** Returns how much is stored of files, in rows and objects. */
export async function stored(database: TestDatabase, s3: S3Server | undefined) {
  const [rows] = await database.query<{ blobs: number; chunks: number }>(
    'SELECT (SELECT count(*)::int FROM blobs) AS blobs, (SELECT count(*)::int FROM blob_chunks) AS chunks',
  );
  const objects = (await s3?.objects())?.length ?? 0;
  const unfinished = (await s3?.unfinished())?.length ?? 0;
  return { ...(rows as { blobs: number; chunks: number }), objects, unfinished };
}

export const NOTHING = { blobs: 0, chunks: 0, objects: 0, unfinished: 0 };
