import type { Db } from '../../storage/postgres/database.ts';
import { addUsage, type Counts } from './usage-store.ts';

const FLUSH_MS = 5_000;

/** Counts requests of keys in memory. A killed process loses those since its last flush, seconds before. */
export class KeyUsage {
  readonly #db: Db;
  #counts = new Map<string, Counts>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  add(keyId: string, { requests = 0, items = 0, bytes = 0 }: Partial<Counts>): void {
    const counts = this.#counts.get(keyId) ?? { requests: 0, items: 0, bytes: 0 };
    counts.requests += requests;
    counts.items += items;
    counts.bytes += bytes;
    this.#counts.set(keyId, counts);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the counts. After an error they are kept for the next flush. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushing = this.#flushing.then(() => this.#write()));
  }

  async #write(): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    try {
      await addUsage(this.#db, counts);
    } catch {
      for (const [keyId, missed] of counts) this.add(keyId, missed);
    }
  }
}
