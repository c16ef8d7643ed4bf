import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** Space that PostgreSQL needs to recover from a full disk and delete rows: two WAL segments. */
export const RESERVE_BYTES = 32 * MIB;

/** File in DATA_DIR that reserves disk space. It is deleted when PostgreSQL needs the space. */
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

  /** Bytes that the reserve still lacks. */
  async missing(): Promise<number> {
    if (this.isThere) return 0;
    return RESERVE_BYTES - (await stat(this.#unfinished).catch(() => ({ size: 0 }))).size;
  }

  /** Creates the reserve. @throws ENOSPC, and leaves nothing behind */
  async make(): Promise<void> {
    try {
      const file = await open(this.#unfinished, 'w', 0o600);
      try {
        // Random bytes, since some file systems do not store zeros.
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

  /** Deletes the reserve. False if there was none. */
  async release(): Promise<boolean> {
    await rm(this.#unfinished, { force: true });
    const wasThere = this.isThere;
    await rm(this.#file, { force: true });
    return wasThere;
  }
}
