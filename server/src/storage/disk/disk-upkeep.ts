import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';
import { isDiskFull } from '../postgres/database-errors.ts';
import type { DiskFloor } from './disk-floor.ts';
import { RESERVE_BYTES } from '../embedded/reserve.ts';
import type { Volume } from '../embedded/volume.ts';
import type { TableSpace } from './table-space.ts';

/** How often it is looked whether room is scarce, and at most made. */
const LOOK_MS = 5_000;

export interface DiskUpkeepOptions {
  volume: Volume;
  /** Whether this process makes the reserve, for all on the volume. */
  makesReserve: boolean;
  tables: TableSpace;
  log: Logger;
  /** Has the connections of the server replaced, each as soon as nobody uses it. */
  renewConnections: () => void;
}

/** Makes room on the volume, inside the tables and in the log, while it is scarce; and a reserve when it is not. */
export class DiskUpkeep {
  readonly #floor: DiskFloor;
  readonly #options: DiskUpkeepOptions;
  /** When room was last made, and how long it took. */
  #recycledAt = -Infinity;
  #recyclingMs = 0;
  /** The file of the log that was written when connections were last renewed. */
  #segment = '';
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(floor: DiskFloor, options: DiskUpkeepOptions) {
    this.#floor = floor;
    this.#options = options;
  }

  start(): void {
    const look = (): void => {
      // Not behind the work, which takes long with large tables.
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
      if (makesReserve && !volume.reserve.isThere && this.#floor.isKept) await volume.reserve.make();
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

  /** Of large tables it takes its time, and is done more rarely, unless it is what everybody waits for. */
  get #isDue(): boolean {
    return performance.now() >= this.#recycledAt + (this.#floor.isFull ? 1 : 10) * this.#recyclingMs;
  }

  async #recycle(): Promise<void> {
    const { volume, tables } = this.#options;
    // PostgreSQL itself takes minutes to shorten a log that nobody writes to any more.
    if (await volume.isLogTooLarge()) await tables.checkpoint();
    try {
      await this.#makeRoom();
    } catch (error) {
      // Not even the maps of free space can grow, or a connection be made.
      if (!isDiskFull(error) || !(await volume.reserve.release())) throw error;
      this.#options.log.warn(
        `The disk of the database is full: its reserve of ${RESERVE_BYTES / 1024 / 1024} MiB is given up, so that things can be deleted.`,
      );
      await this.#makeRoom();
    }
    await this.#floor.count(() => tables.reusable());
  }

  async #makeRoom(): Promise<void> {
    await this.#letGoOfLog();
    await this.#options.tables.vacuum();
  }

  /** Each connection keeps the file of the log open that it last wrote to, and so on the disk after its removal. */
  async #letGoOfLog(): Promise<void> {
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
