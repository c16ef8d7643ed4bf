import type { Db } from './database.ts';

/** Where sealed bytes lie. Every blob has a row in the table `blobs`, made before its first byte is written. */
export interface BlobStore {
  /** What the row of a blob says of where it is. */
  readonly storage: 'postgres' | 's3';
  /** Writes all pieces of a new blob. When it rejects, some may be there; `remove` removes them. */
  write(id: string, pieces: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes of a blob, cut in any way. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Removes a blob and whatever there is of one that was not finished. Repeatable. */
  remove(id: string): Promise<void>;
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

  /** The store of a blob. @throws Error when its settings are missing. */
  at(storage: string): BlobStore {
    const store = this.#stores.get(storage);
    if (!store) throw new Error(`There are blobs in ${storage}, whose settings this server does not have.`);
    return store;
  }
}

/** Blobs as rows of `bytea`, one for each piece: they commit, are backed up and are wiped with the rows around them. */
export class PostgresBlobs implements BlobStore {
  readonly storage = 'postgres';
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async write(id: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    let seq = 0;
    for await (const piece of pieces) await this.#db.query(INSERT, [id, seq++, piece]);
  }

  async *read(id: string): AsyncGenerator<Buffer> {
    let next = this.#piece(id, 0);
    for (let seq = 1; ; seq++) {
      const piece = await next;
      if (!piece) return;
      next = this.#piece(id, seq);
      // Heard of when it is awaited; the reader may leave before.
      next.catch(() => undefined);
      yield piece;
    }
  }

  async remove(id: string): Promise<void> {
    await this.#db.query('DELETE FROM blob_chunks WHERE blob_id = $1', [id]);
  }

  async #piece(id: string, seq: number): Promise<Buffer | undefined> {
    const [row] = await this.#db.query<{ data: Buffer }>(SELECT, [id, seq]);
    return row?.data;
  }
}

/** What completes the file commits durably, and with it everything before; a lost piece is that of a lost upload. */
const INSERT = `
  INSERT INTO blob_chunks (blob_id, seq, data)
  SELECT $1, $2, $3 FROM set_config('synchronous_commit', 'off', true)`;
const SELECT = 'SELECT data FROM blob_chunks WHERE blob_id = $1 AND seq = $2';
