import type { Logger } from 'pino';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Volume } from '../embedded/volume.ts';
import type { TableSpace } from './table-space.ts';

/** A number of bytes, or a share of the volume. */
export type MinimumFree = { bytes: number } | { share: number };

const MIB = 1024 * 1024;
const DEFAULT = { bytes: 256 * MIB, share: 0.1 };

/** How long a measurement of the volume counts. */
const FRESH_MS = 1_000;
/** For how long nothing is refused before it is said that there is room again. */
const CALM_MS = 5_000;
/** What a file takes beyond its bytes. */
const OVERHEAD = 1.04;

export interface DiskFloorOptions {
  tables: TableSpace;
  minimum: MinimumFree | undefined;
  log: Logger;
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

  constructor(volume: Volume, { tables, minimum, log }: DiskFloorOptions) {
    this.#volume = volume;
    this.#tables = tables;
    this.#log = log;
    this.#floor = floorOf(volume.total, minimum);
  }

  /** Whether nothing is taken at present. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether so little is left that everything has to be counted. */
  get isScarce(): boolean {
    return this.#above - this.#written - this.#held <= this.#floor;
  }

  /** Whether there is room beyond what is to stay free. */
  get isKept(): boolean {
    return this.#above > 0;
  }

  /** Room on the volume, as an operator sees it. */
  async state(): Promise<{ freeBytes: number; totalBytes: number; minimumBytes: number; isFull: boolean }> {
    const free = await this.#volume.measure();
    return {
      freeBytes: Math.max(0, Math.floor(free)),
      totalBytes: this.#volume.total,
      minimumBytes: Math.floor(this.#floor),
      isFull: this.#isFull,
    };
  }

  /** Measures the volume, at most once a second. */
  async measure(): Promise<void> {
    if (this.#measuring === undefined && performance.now() < this.#measuredAt + FRESH_MS) return;
    await (this.#measuring ??= this.#look().finally(() => (this.#measuring = undefined)));
  }

  /** Counts what fits into the tables; undefined: nothing that is known of. */
  async count(reusable: (() => Promise<number>) | undefined): Promise<void> {
    this.#writtenWhileCounting = 0;
    const bytes = (await reusable?.()) ?? 0;
    this.#reusable = Math.max(0, bytes - this.#writtenWhileCounting);
  }

  /** Takes room for something small. @throws ServiceProblem `insufficient_storage` */
  async admit(bytes: number): Promise<void> {
    await this.measure();
    this.#require(bytes);
    this.#wrote(bytes);
  }

  /** Looks for so much room that the floor is free once more after it. @throws ServiceProblem `insufficient_storage` */
  async spare(bytes: number): Promise<void> {
    await this.measure();
    if (this.#left < bytes + this.#floor) throw noRoom();
  }

  /** Holds room for a file. @throws ServiceProblem `insufficient_storage` */
  async hold(size: number): Promise<Room> {
    await this.measure();
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
        await this.measure();
        if (this.#above < -this.#floor / 2) throw noRoom();
        give(Math.min(left, bytes * OVERHEAD));
        this.#wrote(bytes * OVERHEAD);
      },
      release: () => give(left),
    };
  }

  /**
   * Keeps PostgreSQL's log from growing past what it was given: that checkpoint which it makes itself does not stop
   * those who write meanwhile.
   */
  async #checkpoint(bytes: number): Promise<void> {
    this.#logged += bytes;
    if (this.isScarce && this.#logged > this.#volume.logBytes / 2) {
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

  async #look(): Promise<void> {
    this.#writtenWhileMeasuring = 0;
    this.#above = (await this.#volume.measure()) - this.#floor;
    this.#written = this.#writtenWhileMeasuring;
    this.#measuredAt = performance.now();
    // It is over when there is some room for a while, lest the log repeat itself.
    if (this.#above < -this.#floor / 2 || this.#left <= 0) this.#note(true);
    else if (this.#left > this.#floor / 4 && performance.now() > this.#refusedAt + CALM_MS) this.#note(false);
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
}

/** The bytes of a disk that stay free. */
export function floorOf(total: number, minimum: MinimumFree | undefined): number {
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
