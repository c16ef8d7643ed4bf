import type { Logger } from 'pino';
import { ServiceProblem } from '../domain/problem.ts';
import { loggable } from '../runtime/loggable.ts';
import { isDiskFull } from './database-errors.ts';
import { RESERVE_BYTES } from './embedded-postgres-reserve.ts';
import type { Volume } from './embedded-postgres-volume.ts';
import { TableSpace } from './table-space.ts';

/** A number of bytes, or a share of the volume. */
export type MinimumFree = { bytes: number } | { share: number };

const MIB = 1024 * 1024;
const DEFAULT = { bytes: 256 * MIB, share: 0.1 };

/** How long a measurement of the volume counts. */
const FRESH_MS = 1_000;
/** How often it is looked whether room is scarce, and at most made inside the tables. */
const UPKEEP_MS = 5_000;
/** What a file takes beyond its bytes. */
const OVERHEAD = 1.04;

export interface DiskFloorOptions {
  minimum: MinimumFree | undefined;
  log: Logger;
  /** Has the connections of the server replaced, each as soon as nobody uses it. */
  renewConnections: () => void;
}

/** Room that is held for something on its way. */
export interface Room {
  /** Takes some of it. @throws ServiceProblem `insufficient_storage` when the volume is about to be full nevertheless. */
  take(bytes: number): Promise<void>;
  /** Gives back what has not been taken. */
  release(): void;
}

/**
 * The free space of the volume below which nothing is added, so that opening, deleting and upkeep always have room. What
 * the tables can take in without growing counts as free, but never more than half of the floor is lent on it.
 */
export class DiskFloor {
  readonly #volume: Volume;
  readonly #tables: TableSpace;
  readonly #log: Logger;
  readonly #floor: number;
  readonly #renewConnections: () => void;
  /** Above the floor, as measured; and what was written since the measurement began. */
  #above = 0;
  #written = 0;
  #writtenWhileMeasuring = 0;
  #measuring: Promise<void> | undefined;
  #measuredAt = -Infinity;
  /** What fits into the tables, as far as it is known, less what was written since. */
  #reusable = 0;
  #writtenWhileCounting = 0;
  /** What uploads under way may still take. */
  #held = 0;
  /** What uploads have put into PostgreSQL's log since the last checkpoint that they waited for. */
  #logged = 0;
  #checkpointing: Promise<void> | undefined;
  #isFull = false;
  #refusedAt = -Infinity;
  /** When room inside the tables was last made, and how long it took. */
  #recycledAt = -Infinity;
  #recyclingMs = 0;
  /** The file of the log that was written when connections were last renewed. */
  #segment = '';
  #timer: NodeJS.Timeout | undefined;
  #upkeep: Promise<void> | undefined;

  constructor(volume: Volume, { minimum, log, renewConnections }: DiskFloorOptions) {
    this.#volume = volume;
    this.#tables = new TableSpace(volume.superuser);
    this.#log = log;
    this.#renewConnections = renewConnections;
    this.#floor = floorOf(volume.total, minimum);
  }

  /** Whether nothing is taken at present. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Begins to look at the disk, and to make room inside the tables, and a reserve, when needed. */
  start(): void {
    const look = (): void => {
      // Not behind the upkeep, which takes long with large tables.
      void this.#measure().then(
        () => (this.#upkeep ??= this.#maintain().finally(() => (this.#upkeep = undefined))),
        (error: unknown) => this.#failed(error),
      );
    };
    this.#timer = setInterval(look, UPKEEP_MS).unref();
    look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#tables.close();
    await this.#upkeep;
  }

  /** Takes room for something small. @throws ServiceProblem `insufficient_storage` */
  async admit(bytes: number): Promise<void> {
    await this.#measure();
    this.#require(bytes);
    this.#wrote(bytes);
  }

  /** Holds room for a file. @throws ServiceProblem `insufficient_storage` */
  async hold(size: number): Promise<Room> {
    await this.#measure();
    let left = size * OVERHEAD;
    this.#require(left);
    this.#held += left;
    const give = (bytes: number): void => {
      left -= bytes;
      this.#held -= bytes;
    };
    return {
      take: async (bytes) => {
        await this.#checkpoint(bytes);
        await this.#measure();
        if (this.#above < -this.#floor / 2) throw noRoom();
        give(Math.min(left, bytes * OVERHEAD));
        this.#wrote(bytes * OVERHEAD);
      },
      release: () => give(left),
    };
  }

  /** Whether so little is left that everything has to be counted. */
  get #isScarce(): boolean {
    return this.#above - this.#written - this.#held <= this.#floor;
  }

  /**
   * Keeps PostgreSQL's log from growing past what it was given: that checkpoint which it makes itself does not stop
   * those who write meanwhile.
   */
  async #checkpoint(bytes: number): Promise<void> {
    this.#logged += bytes;
    if (this.#isScarce && this.#logged > this.#volume.logBytes / 2) {
      this.#checkpointing ??= this.#tables.checkpoint().finally(() => {
        this.#checkpointing = undefined;
        this.#logged = 0;
      });
    }
    await this.#checkpointing;
  }

  /** Room that nobody has yet. */
  get #left(): number {
    return this.#above - this.#written + this.#reusable - this.#held;
  }

  #require(bytes: number): void {
    if (this.#left >= bytes && this.#above >= -this.#floor / 2) return;
    this.#refusedAt = performance.now();
    this.#note(true);
    throw noRoom();
  }

  #wrote(bytes: number): void {
    this.#written += bytes;
    this.#writtenWhileMeasuring += bytes;
    this.#writtenWhileCounting += bytes;
    this.#reusable = Math.max(0, this.#reusable - bytes);
  }

  /** Measures the volume, at most once a second. */
  async #measure(): Promise<void> {
    if (this.#measuring === undefined && performance.now() < this.#measuredAt + FRESH_MS) return;
    await (this.#measuring ??= this.#look().finally(() => (this.#measuring = undefined)));
  }

  async #look(): Promise<void> {
    this.#writtenWhileMeasuring = 0;
    this.#above = (await this.#volume.measure()) - this.#floor;
    this.#written = this.#writtenWhileMeasuring;
    this.#measuredAt = performance.now();
    // It is over when there is some room for a while, lest the log repeat itself.
    if (this.#above < -this.#floor / 2 || this.#left <= 0) this.#note(true);
    else if (this.#left > this.#floor / 4 && performance.now() > this.#refusedAt + UPKEEP_MS)
      this.#note(false);
  }

  #note(isFull: boolean): void {
    if (this.#isFull === isFull) return;
    this.#isFull = isFull;
    const inMiB = (bytes: number): number => Math.round(bytes / MIB);
    const minimum = inMiB(this.#floor);
    const measured = {
      aboveMinimum: inMiB(this.#above - this.#written),
      insideTables: inMiB(this.#reusable),
      uploadsUnderWay: inMiB(this.#held),
    };
    if (isFull)
      this.#log.warn(
        { MiB: measured },
        `The disk of the database is nearly full (MIN_FREE_DISK, ${minimum} MiB): nothing new is taken until there is room. What is there can be opened and deleted.`,
      );
    else this.#log.info({ MiB: measured }, 'The disk of the database has room again: new things are taken.');
  }

  async #maintain(): Promise<void> {
    try {
      const { reserve } = this.#volume;
      if (!reserve.isThere && this.#above > 0) await reserve.make();
      if (!this.#isScarce) {
        this.#reusable = 0;
        await this.#tables.close();
      } else if (this.#isRecyclingDue) {
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

  #failed(error: unknown): void {
    if (this.#timer) this.#log.warn({ error: loggable(error) }, 'Room on the disk could not be made.');
  }

  /** Of large tables it takes its time, and is done more rarely, unless it is what everybody waits for. */
  get #isRecyclingDue(): boolean {
    return performance.now() >= this.#recycledAt + (this.#isFull ? 1 : 10) * this.#recyclingMs;
  }

  async #recycle(): Promise<void> {
    // PostgreSQL itself takes minutes to shorten a log that nobody writes to any more.
    if (await this.#volume.isLogTooLarge()) await this.#tables.checkpoint();
    await this.#letGoOfLog();
    try {
      await this.#tables.vacuum();
    } catch (error) {
      // Not even the maps of free space can grow.
      if (!isDiskFull(error) || !(await this.#volume.reserve.release())) throw error;
      this.#log.warn(
        `The disk of the database is full: its reserve of ${RESERVE_BYTES / MIB} MiB is given up, so that things can be deleted.`,
      );
      await this.#tables.vacuum();
    }
    this.#writtenWhileCounting = 0;
    const reusable = await this.#tables.reusable();
    this.#reusable = Math.max(0, reusable - this.#writtenWhileCounting);
  }

  /** Each connection keeps the file of the log open that it last wrote to, and so on the disk after its removal. */
  async #letGoOfLog(): Promise<void> {
    const segment = await this.#tables.logSegment();
    if (segment === this.#segment) return;
    this.#segment = segment;
    this.#renewConnections();
    await this.#tables.close();
  }
}

function floorOf(total: number, minimum: MinimumFree | undefined): number {
  if (minimum === undefined) return Math.min(DEFAULT.bytes, total * DEFAULT.share);
  return 'bytes' in minimum ? minimum.bytes : total * minimum.share;
}

/** The refusal of what would fill the disk. */
export const noRoom = (cause?: unknown): ServiceProblem =>
  new ServiceProblem(
    'insufficient_storage',
    'The disk of this server is nearly full, so nothing new is taken. What is there can be opened and deleted.',
    { cause },
  );
