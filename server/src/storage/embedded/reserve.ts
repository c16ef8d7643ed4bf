import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** Enough for PostgreSQL to recover from a full disk and delete things: two segments of its log. */
export const RESERVE_BYTES = 32 * MIB;

/** A file in DATA_DIR that holds nothing but room. It goes when PostgreSQL cannot do without. */
export class Reserve {
  readonly #file: string;
  readonly #unfinished: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'postgres.reserve');
    this.#unfinished = `${this.#file}.new`;
  }

  get isThere(): boolean {
    return existsSync(this.#file);
  }

  /** How many bytes it has still to take. */
  async missing(): Promise<number> {
    if (this.isThere) return 0;
    return RESERVE_BYTES - (await stat(this.#unfinished).catch(() => ({ size: 0 }))).size;
  }

  /** Takes the room. @throws ENOSPC, and leaves nothing then. */
  async make(): Promise<void> {
    try {
      const file = await open(this.#unfinished, 'w', 0o600);
      try {
        // Random, since some file systems store zeros in no space at all.
        for (let at = 0; at < RESERVE_BYTES; at += MIB) await file.write(randomBytes(MIB));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(this.#unfinished, this.#file);
    } catch (error) {
      await rm(this.#unfinished, { force: true });
      throw error;
    }
  }

  /** Gives the room back. False when it has been given back before. */
  async release(): Promise<boolean> {
    await rm(this.#unfinished, { force: true });
    const wasThere = this.isThere;
    await rm(this.#file, { force: true });
    return wasThere;
  }
}
