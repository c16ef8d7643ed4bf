import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../server/src/deps.ts';
import {
  BlobStoreError,
  PostgresBlobs,
  type BlobRef,
  type BlobStore,
} from '../../../server/src/storage/blobs/blobs.ts';
import type { Database } from '../../../server/src/storage/postgres/database.ts';
import { S3Blobs, type S3Settings } from '../../../server/src/storage/blobs/s3-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { startS3Server, type S3Server } from '../../support/files/s3-server.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { NOTHING, stored } from '../../support/files/storages.ts';

const MIB = 1024 * 1024;

let database: TestDatabase;
let pool: Database;
let s3: S3Server;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createDatabase({ DATABASE_POOL_SIZE: 4 }, database.connection);
  s3 = await startS3Server();
});
afterAll(async () => {
  await pool.close();
  await database.drop();
  await s3.close();
});

const settings = (over: Partial<S3Settings> = {}): S3Settings => ({
  bucket: s3.env.S3_BUCKET as string,
  prefix: 'here/',
  region: 'us-east-1',
  endpoint: s3.url,
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  ...over,
});

const blobOf = (id: string): BlobRef => ({ id, itemId: 'item' });

/** Bytes in pieces of 256 KiB, and then an error if one is given. */
async function* inPieces(bytes: Buffer, error?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += MIB / 4) yield bytes.subarray(at, at + MIB / 4);
  if (error) throw error;
}

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

describe.each<[string, () => BlobStore]>([
  ['PostgreSQL', () => new PostgresBlobs(pool)],
  ['S3', () => new S3Blobs(settings())],
])('blobs in %s', (_, create) => {
  let blobs: BlobStore;
  let count = 0;
  const newBlob = async (): Promise<BlobRef> => {
    const blob = blobOf(`${blobs.storage}-${count++}`);
    await database.query('INSERT INTO blobs (id, item_id, storage) VALUES ($1, $2, $3)', [
      blob.id,
      blob.itemId,
      blobs.storage,
    ]);
    return blob;
  };
  beforeAll(() => {
    blobs = create();
  });

  it('can be used', () => expect(blobs.check()).resolves.toBeUndefined());

  it('are read as they were written, and are gone when they are removed, whatever their size', async () => {
    const other = await newBlob();
    await blobs.write(other, inPieces(Buffer.from('other')), 5);
    const before = await stored(database, s3);
    for (const size of [1, MIB - 1, MIB, MIB + 1, 5 * MIB, 5 * MIB + 1, 11 * MIB]) {
      const bytes = randomBytes(size);
      const id = await newBlob();
      await blobs.write(id, inPieces(bytes), bytes.length);
      expect((await readAll(blobs.read(id))).equals(bytes)).toBe(true);
      await blobs.remove(id);
      expect(await readAll(blobs.read(id))).toHaveLength(0);
      await blobs.remove(id);
      await database.query('DELETE FROM blobs WHERE id = $1', [id.id]);
      expect(await stored(database, s3)).toEqual(before);
    }
    expect((await readAll(blobs.read(other))).toString()).toBe('other');
    await blobs.remove(other);
    await database.query('DELETE FROM blobs');
    expect(await stored(database, s3)).toEqual(NOTHING);
  });

  it.each([0, 300_000, 6 * MIB])('whose source fails after %i bytes fail with its error', async (size) => {
    const id = await newBlob();
    const error = new Error('The source is dry.');
    await expect(blobs.write(id, inPieces(randomBytes(size), error), size)).rejects.toBe(error);
    await expect.poll(s3.unfinished).toEqual([]);
    await blobs.remove(id);
    expect(await stored(database, s3)).toMatchObject({ chunks: 0, objects: 0 });
  });

  it('may be left by their reader in the middle', async () => {
    const id = await newBlob();
    await blobs.write(id, inPieces(randomBytes(3 * MIB)), 3 * MIB);
    for await (const piece of blobs.read(id)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await blobs.remove(id);
  });
});

describe('blobs in S3', () => {
  afterEach(() => {
    vi.useRealTimers();
    s3.fault = undefined;
  });

  it('are requested in few ranges, and those again that a reader leaves waiting', async () => {
    const blobs = new S3Blobs(settings());
    const bytes = randomBytes(MIB);
    await blobs.write(blobOf('ranges'), inPieces(bytes));
    let ranges = 0;
    s3.fault = (asked) => {
      if (asked.startsWith('GET ')) ranges++;
      return false;
    };
    expect(bytes.equals(await readAll(blobs.read(blobOf('ranges'))))).toBe(true);
    expect(ranges).toBe(3);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reading = blobs.read(blobOf('ranges'));
    const first = (await reading.next()).value as Uint8Array;
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(1_000);
    const rest = await readAll(reading);
    expect(bytes.equals(Buffer.concat([first, rest]))).toBe(true);
    expect(ranges).toBe(3 + 4);
    vi.useRealTimers();
    await blobs.remove(blobOf('ranges'));
  });

  it('have their prefix before their id', async () => {
    const blobs = new S3Blobs(settings());
    await blobs.write(blobOf('b1'), inPieces(Buffer.from('x')));
    expect(await s3.objects()).toEqual(['here/b1']);
    await blobs.remove(blobOf('b1'));
  });

  it('leave nothing of an upload that was under way when the server died', async () => {
    const { CreateMultipartUploadCommand, S3Client } = await import('@aws-sdk/client-s3');
    const { bucket, credentials, ...client } = settings();
    const died = new S3Client({
      ...client,
      endpoint: s3.url,
      credentials: credentials as NonNullable<typeof credentials>,
    });
    for (const Key of ['here/died', 'here/died', 'here/died-not'])
      await died.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    await new S3Blobs(settings()).remove(blobOf('died'));
    expect(await s3.unfinished()).toEqual(['here/died-not']);
    await new S3Blobs(settings()).remove(blobOf('died-not'));
    expect(await s3.unfinished()).toEqual([]);
  });

  it('survive that a request fails now and then', async () => {
    const bytes = randomBytes(6 * MIB);
    const asked = new Set<string>();
    s3.fault = (what, response) => {
      if (asked.has(what)) return false;
      asked.add(what);
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      return true;
    };
    const blobs = new S3Blobs(settings());
    await blobs.write(blobOf('b2'), inPieces(bytes));
    expect((await readAll(blobs.read(blobOf('b2')))).equals(bytes)).toBe(true);
    await blobs.remove(blobOf('b2'));
    s3.fault = undefined;
    expect(asked.size).toBeGreaterThan(6);
    expect(await s3.objects()).toEqual([]);
  });

  it.each([
    ['a small object', MIB, /x-id=PutObject/],
    ['the beginning', 6 * MIB, /^POST .*\?uploads/],
    ['a part', 11 * MIB, /^PUT .*partNumber=2/],
    ['the end', 6 * MIB, /^POST .*uploadId=/],
  ])('fail as a storage when %s is refused for good, and leave nothing', async (_, size, refused) => {
    s3.fault = (what, response) => {
      if (!refused.test(what)) return false;
      response.writeHead(500).end();
      return true;
    };
    const blobs = new S3Blobs(settings());
    await expect(blobs.write(blobOf('b3'), inPieces(randomBytes(size)))).rejects.toThrow(BlobStoreError);
    s3.fault = undefined;
    await expect.poll(s3.unfinished).toEqual([]);
    await blobs.remove(blobOf('b3'));
    expect(await s3.objects()).toEqual([]);
  });
});

it('a server that cannot use its storage does not start, and says what to check', async () => {
  await database.query(`INSERT INTO blobs (id, storage) VALUES ('left', 's3')`);
  const without = Object.fromEntries(Object.keys(s3.env).map((name) => [name, undefined]));
  const refusals: [Record<string, string | undefined>, RegExp][] = [
    [{ S3_BUCKET: 'nowhere' }, /S3 cannot be used.*\(NoSuchBucket: .*\)\. Check S3_BUCKET\./],
    [
      { S3_ACCESS_KEY_ID: 'nobody' },
      /S3 cannot be used.*\(InvalidAccessKeyId: .*\)\. Check S3_ACCESS_KEY_ID\./,
    ],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /S3 cannot be used.*\(ECONNREFUSED\)\. Check S3_ENDPOINT,/],
    [without, /there are files in S3, but S3_BUCKET is not set/],
  ];
  await Promise.all(
    refusals.map(async ([env, sentence]) => {
      const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...s3.env, ...env };
      const { message } = await startServerProcess(settings).then(
        () => expect.fail('the server has started'),
        (reason: Error) => reason,
      );
      expect(message).toMatch(/ended with 1: /);
      expect(message).toMatch(sentence);
      expect(message).not.toContain('S3RVER');
    }),
  );
  await database.query(`DELETE FROM blobs WHERE id = 'left'`);
});
