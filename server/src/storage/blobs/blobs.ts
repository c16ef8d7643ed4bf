import { isDeepStrictEqual } from 'node:util';
import type { Database, Db } from '../postgres/database.ts';
import type { DiskFloor } from '../disk/disk-floor.ts';
import { walkTable } from '../table-walk.ts';

/** A blob, and the item that it lies with. */
export interface BlobRef {
  id: string;
  itemId: string;
}

/** Where sealed bytes lie. Every blob has a row in the table `blobs`, made before its first byte is written. */
export interface BlobStore {
  /** What the row of a blob says of where it is. */
  readonly storage: 'postgres' | 's3';
  /**
   * Writes all pieces of a new blob, which has at most `size` bytes before it is sealed. When it rejects, some may be
   * there; `remove` removes them. @throws ServiceProblem `insufficient_storage`
   */
  write(blob: BlobRef, pieces: AsyncIterable<Buffer>, size: number): Promise<Written>;
  /**
   * Proves, in the transaction that lets a file have a blob, that everything written is there: a database that went down
   * since may have lost some of it. @throws BlobStoreError
   */
  confirm(trx: Db, blob: BlobRef, written: Written): Promise<void>;
  /**
   * The bytes of a blob after some that are skipped, cut in any way. Ends early when the blob is removed meanwhile.
   * @param skip pieces as they were written, and how many bytes they have; default none
   */
  read(blob: BlobRef, skip?: Written): AsyncIterable<Uint8Array>;
  /** Removes a blob and whatever there is of one that was not finished. Repeatable. */
  remove(blob: BlobRef): Promise<void>;
  /** Finds out at the start what would fail later. @throws Error naming the setting to look at. */
  check(): Promise<void>;
}

/** What a blob consists of. */
export interface Written {
  pieces: number;
  bytes: number;
}

/** A storage that cannot be reached, does not do what it is asked to, or has not kept what it was given. */
export class BlobStoreError extends Error {
  constructor(cause: unknown, message = 'The file storage cannot be reached or does not keep up.') {
    super(message, { cause });
    this.name = 'BlobStoreError';
  }
}

/** What was written is not what is there. */
export class LostBytesError extends BlobStoreError {
  constructor(id: string, written: object, found: object) {
    super(
      new Error(`${id} was written as ${JSON.stringify(written)} and is there as ${JSON.stringify(found)}.`),
      'Some of the bytes were lost on their way into the storage. Send the file again.',
    );
    this.name = 'LostBytesError';
  }
}

/** The stores that this server can reach: new blobs go to the first, each is read where it lies. */
export class Blobs {
  /** Where new blobs go. */
  readonly current: BlobStore;
  readonly #stores: Map<string, BlobStore>;

  constructor(current: BlobStore, ...others: BlobStore[]) {
    this.current = current;
    this.#stores = new Map([...others, current].map((store) => [store.storage, store]));
  }

  /** All of them. */
  get stores(): BlobStore[] {
    return [...this.#stores.values()];
  }

  /** The store of a blob. @throws Error when its settings are missing. */
  at(storage: string): BlobStore {
    const store = this.#stores.get(storage);
    if (!store) throw new Error(`There are blobs in ${storage}, whose settings this server does not have.`);
    return store;
  }

  /** Refuses a start with which files could not be stored, or not be read. @throws Error naming the setting. */
  async check(database: Database): Promise<void> {
    const inS3 = { table: 'blobs', columns: '1', where: `storage = 's3'` };
    if (!this.#stores.has('s3') && (await walkTable(database, inS3, () => false)) !== undefined) {
      throw new Error('there are files in S3, but S3_BUCKET is not set.');
    }
    await this.current.check();
  }
}

/** Blobs as rows of `bytea`, one for each piece: they commit, are backed up and are wiped with the rows around them. */
export class PostgresBlobs implements BlobStore {
  readonly storage = 'postgres';
  readonly #db: Db;
  readonly #floor: DiskFloor | undefined;

  /** @param floor What is kept free of the disk that the database lies on, where this server sees it. */
  constructor(db: Db, floor?: DiskFloor) {
    this.#db = db;
    this.#floor = floor;
  }

  /** One piece is on its way to the database while the next one is gathered. */
  async write({ id, itemId }: BlobRef, pieces: AsyncIterable<Buffer>, size: number): Promise<Written> {
    const room = await this.#floor?.hold(size);
    let seq = 0;
    let bytes = 0;
    let writing: Promise<unknown> = Promise.resolve();
    try {
      for await (const piece of pieces) {
        await writing;
        await room?.take(piece.length);
        bytes += piece.length;
        writing = this.#db.query(INSERT, [id, seq++, piece, itemId]);
        // Heard of when it is awaited.
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
    const [found] = await trx.query<{ pieces: number; last: number | null; bytes: number }>(FIND, [
      id,
      itemId,
    ]);
    const whole = { pieces, last: pieces - 1, bytes };
    if (!isDeepStrictEqual({ ...found }, whole)) throw new LostBytesError(id, whole, { ...found });
  }

  async *read(blob: BlobRef, { pieces }: Pick<Written, 'pieces'> = { pieces: 0 }): AsyncGenerator<Buffer> {
    // No piece is read ahead: it would stay in memory for as long as a client is slow, who may have hundreds of downloads.
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
 * Not waited for until it is on disk: the transaction that completes the file is, and what it finds there is on disk with
 * it. A database that goes down before takes that transaction with it, but not the upload, which goes on over another
 * connection; so what is there is counted again at the end.
 */
const INSERT = `
  INSERT INTO blob_chunks (blob_id, seq, data, item_id)
  SELECT $1, $2, $3, $4 FROM set_config('synchronous_commit', 'off', true)`;

/** Lengths stand beside the values, which are not read. */
const FIND = `
  SELECT count(*)::int AS pieces, max(seq) AS last, coalesce(sum(octet_length(data)), 0)::int AS bytes
  FROM blob_chunks WHERE blob_id = $1 AND item_id = $2`;

/**
 * pg takes results as text only. Base64 in rows that fit into one read of a socket costs a third of what the hexadecimal
 * digits of a whole `bytea` do, most of it garbage.
 */
const SELECT = `
  SELECT encode(substring(data FROM at FOR 46080), 'base64') AS data
  FROM blob_chunks, generate_series(1, octet_length(data), 46080) AS at
  WHERE blob_id = $1 AND seq = $2 AND item_id = $3 ORDER BY at`;
