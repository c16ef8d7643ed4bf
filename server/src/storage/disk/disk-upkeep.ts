import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';
import { isDiskFull } from '../postgres/database-errors.ts';
import type { DiskFloor } from './disk-floor.ts';
import { RESERVE_BYTES } from '../embedded/reserve.ts';
import type { Volume } from '../embedded/volume.ts';
import type { TableSpace } from './table-space.ts';

const LOOK_MS = 5_000;

export interface DiskUpkeepOptions {
  volume: Volume;
  /** True if this process creates the reserve, for all on the volume. */
  makesReserve: boolean;
  tables: TableSpace;
  log: Logger;
  renewConnections: () => void;
}

/** Frees space in tables and WAL while it is scarce, and creates the reserve otherwise. */
export class DiskUpkeep {
  readonly #floor: DiskFloor;
  readonly #options: DiskUpkeepOptions;
  /** Time and duration of the last run. */
  #recycledAt = -Infinity;
  #recyclingMs = 0;
  /** WAL file in use when connections were last renewed. */
  #segment = '';
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(floor: DiskFloor, options: DiskUpkeepOptions) {
    this.#floor = floor;
    this.#options = options;
  }

  start(): void {
    const look = (): void => {
      // Measured independently of the work, which takes long on large tables.
      void this.#floor.measure().then(
        () => (this.#working ??= this.#work().finally(() => (this.#working = undefined))),
        (error: unknown) => this.#failed(error),
      );
    };
    this.#timer = setInterval(look, LOOK_MS).unref();
    look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#options.tables.close();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { volume, makesReserve, tables } = this.#options;
    try {
      if (makesReserve && !volume.reserve.isThere && this.#floor.isAboveFloor) await volume.reserve.make();
      if (!this.#floor.isScarce) {
        await this.#floor.count(undefined);
        await tables.close();
      } else if (this.#isDue) {
        const begun = performance.now();
        await this.#recycle().finally(() => {
          this.#recycledAt = performance.now();
          this.#recyclingMs = this.#recycledAt - begun;
        });
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Runs less often on large tables, unless the disk is full. */
  get #isDue(): boolean {
    return performance.now() >= this.#recycledAt + (this.#floor.isFull ? 1 : 10) * this.#recyclingMs;
  }

  async #recycle(): Promise<void> {
    const { volume, tables } = this.#options;
    // PostgreSQL takes minutes to shorten an idle WAL.
    if (await volume.isLogTooLarge()) await tables.checkpoint();
    try {
      await this.#makeRoom();
    } catch (error) {
      // A full disk stops even free space maps and new connections.
      if (!isDiskFull(error) || !(await volume.reserve.release())) throw error;
      this.#options.log.warn(
        `The disk of the database is full: its reserve of ${RESERVE_BYTES / 1024 / 1024} MiB is given up, so that things can be deleted.`,
      );
      await this.#makeRoom();
    }
    await this.#floor.count(() => tables.reusable());
  }

  async #makeRoom(): Promise<void> {
    await this.#releaseLogFiles();
    await this.#options.tables.vacuum();
  }

  /** Each connection keeps the WAL file open that it wrote last, so removed files still occupy the disk. */
  async #releaseLogFiles(): Promise<void> {
    const segment = await this.#options.tables.logSegment();
    if (segment === this.#segment) return;
    this.#segment = segment;
    this.#options.renewConnections();
    await this.#options.tables.close();
  }

  #failed(error: unknown): void {
    if (this.#timer)
      this.#options.log.warn({ error: loggable(error) }, 'Room on the disk could not be made.');
  }
}
