import { isDeepStrictEqual } from 'node:util';
import type { Database, Db } from '../postgres/database.ts';
import type { DiskFloor } from '../disk/disk-floor.ts';
import { walkTable } from '../table-walk.ts';

export interface BlobRef {
  id: string;
  itemId: string;
}

/** Storage for sealed bytes. Every blob has a row in `blobs`, inserted before its first byte is written. */
export interface BlobStore {
  readonly storage: 'postgres' | 's3';
  /** Writes at most `size` bytes. `remove` deletes partial data. @throws ServiceProblem `insufficient_storage` */
  write(blob: BlobRef, pieces: AsyncIterable<Buffer>, size: number): Promise<Written>;
  /**
   * Verifies in the completing transaction that all bytes survived, since the database may have crashed.
   * @throws BlobStoreError
   */
  confirm(trx: Db, blob: BlobRef, written: Written): Promise<void>;
  /** Reads after the skipped pieces. Ends early if the blob is removed meanwhile. */
  read(blob: BlobRef, skip?: Written): AsyncIterable<Uint8Array>;
  /** Removes a blob, complete or not. Idempotent. */
  remove(blob: BlobRef): Promise<void>;
  /** @throws Error naming the setting to look at */
  check(): Promise<void>;
}

export interface Written {
  pieces: number;
  bytes: number;
}

/** The storage is unreachable, refuses an operation, or has lost data. */
export class BlobStoreError extends Error {
  constructor(cause: unknown, message = 'The file storage cannot be reached or does not keep up.') {
    super(message, { cause });
    this.name = 'BlobStoreError';
  }
}

/** Stored bytes differ from those written. */
export class LostBytesError extends BlobStoreError {
  constructor(id: string, written: object, stored: object) {
    super(
      new Error(`${id} was written as ${JSON.stringify(written)} and is there as ${JSON.stringify(stored)}.`),
      'Some of the bytes were lost on their way into the storage. Send the file again.',
    );
    this.name = 'LostBytesError';
  }
}

/** Configured stores. New blobs go to the first, and each is read from the store of its row. */
export class Blobs {
  readonly current: BlobStore;
  readonly #stores: Map<string, BlobStore>;

  constructor(current: BlobStore, ...others: BlobStore[]) {
    this.current = current;
    this.#stores = new Map([...others, current].map((store) => [store.storage, store]));
  }

  get stores(): BlobStore[] {
    return [...this.#stores.values()];
  }

  at(storage: string): BlobStore {
    const store = this.#stores.get(storage);
    if (!store) throw new Error(`There are blobs in ${storage}, whose settings this server does not have.`);
    return store;
  }

  async check(database: Database): Promise<void> {
    const inS3 = { table: 'blobs', columns: '1', where: `storage = 's3'` };
    if (!this.#stores.has('s3') && (await walkTable(database, inS3, () => false)) !== undefined) {
      throw new Error('there are files in S3, but S3_BUCKET is not set.');
    }
    await this.current.check();
  }
}

/** Blobs as rows of `bytea`, one per piece. They commit, are backed up and are wiped with the item's rows. */
export class PostgresBlobs implements BlobStore {
  readonly storage = 'postgres';
  readonly #db: Db;
  readonly #floor: DiskFloor | undefined;

  constructor(db: Db, floor?: DiskFloor) {
    this.#db = db;
    this.#floor = floor;
  }

  /** Gathers the next piece while one is being written. */
  async write({ id, itemId }: BlobRef, pieces: AsyncIterable<Buffer>, size: number): Promise<Written> {
    const room = await this.#floor?.reserve(size);
    let seq = 0;
    let bytes = 0;
    let writing: Promise<unknown> = Promise.resolve();
    try {
      for await (const piece of pieces) {
        await writing;
        await room?.take(piece.length);
        bytes += piece.length;
        writing = this.#db.query(INSERT, [id, seq++, piece, itemId]);
        // An error is thrown where `writing` is awaited.
        writing.catch(() => undefined);
      }
    } finally {
      await Promise.allSettled([writing]);
      room?.release();
    }
    await writing;
    return { pieces: seq, bytes };
  }

  async confirm(trx: Db, { id, itemId }: BlobRef, { pieces, bytes }: Written): Promise<void> {
    const [stored] = await trx.query<{ pieces: number; last: number | null; bytes: number }>(FIND, [
      id,
      itemId,
    ]);
    const expected = { pieces, last: pieces - 1, bytes };
    if (!isDeepStrictEqual({ ...stored }, expected)) throw new LostBytesError(id, expected, { ...stored });
  }

  async *read(blob: BlobRef, { pieces }: Pick<Written, 'pieces'> = { pieces: 0 }): AsyncGenerator<Buffer> {
    // No read-ahead: pieces would stay in memory while a slow client, with hundreds of downloads, reads.
    for (let seq = pieces; ; seq++) {
      const slices = await this.#piece(blob, seq);
      if (slices.length === 0) return;
      for (let slice = slices.shift(); slice !== undefined; slice = slices.shift())
        yield Buffer.from(slice, 'base64');
    }
  }

  async remove({ id, itemId }: BlobRef): Promise<void> {
    await this.#db.query('DELETE FROM blob_chunks WHERE blob_id = $1 AND item_id = $2', [id, itemId]);
  }

  async check(): Promise<void> {}

  async #piece({ id, itemId }: BlobRef, seq: number): Promise<string[]> {
    const slices = await this.#db.query<{ data: string }>(SELECT, [id, seq, itemId]);
    return slices.map(({ data }) => data);
  }
}

/**
 * Commits asynchronously. The transaction that completes the file is synced, and with it all earlier pieces. After a
 * database crash the upload may continue on another connection, so `confirm` counts the pieces again.
 */
const INSERT = `
  INSERT INTO blob_chunks (blob_id, seq, data, item_id)
  SELECT $1, $2, $3, $4 FROM set_config('synchronous_commit', 'off', true)`;

const FIND = `
  SELECT count(*)::int AS pieces, max(seq) AS last, coalesce(sum(octet_length(data)), 0)::int AS bytes
  FROM blob_chunks WHERE blob_id = $1 AND item_id = $2`;

/** Base64 in rows that fit one socket read. It costs a third of hexadecimal `bytea`, mostly less garbage. */
const SELECT = `
  SELECT encode(substring(data FROM at FOR 46080), 'base64') AS data
  FROM blob_chunks, generate_series(1, octet_length(data), 46080) AS at
  WHERE blob_id = $1 AND seq = $2 AND item_id = $3 ORDER BY at`;
