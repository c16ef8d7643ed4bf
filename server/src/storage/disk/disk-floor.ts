import type { Logger } from 'pino';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Volume } from '../embedded/volume.ts';
import type { TableSpace } from './table-space.ts';

export type MinimumFree = { bytes: number } | { share: number };

const MIB = 1024 * 1024;
const DEFAULT = { bytes: 256 * MIB, share: 0.1 };

const FRESH_MS = 1_000;
/** Time without refusals until the disk is reported as free again. */
const CALM_MS = 5_000;
/** Storage overhead of a file. */
const OVERHEAD = 1.04;

interface DiskFloorOptions {
  tables: TableSpace;
  minimum: MinimumFree | undefined;
  log: Logger;
}

interface Reservation {
  /** Uses part of the reservation. @throws ServiceProblem `insufficient_storage` if the volume is nearly full anyway */
  take(bytes: number): Promise<void>;
  /** Releases the unused part. */
  release(): void;
}

/** Keeps minimum free space for opening, deleting and maintenance. At most half of it is lent on free space inside tables. */
export class DiskFloor {
  readonly #volume: Volume;
  readonly #tables: TableSpace;
  readonly #log: Logger;
  readonly #floor: number;
  /** Space above the minimum at the last measurement, and bytes written since it began. */
  #above = 0;
  #written = 0;
  #writtenWhileMeasuring = 0;
  #measuring: Promise<void> | undefined;
  #measuredAt = -Infinity;
  /** Free space inside tables, less bytes written since it was counted. */
  #reusable = 0;
  #writtenWhileCounting = 0;
  /** Bytes reserved by uploads. */
  #held = 0;
  /** WAL written by uploads since the last checkpoint they waited for. */
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

  get isFull(): boolean {
    return this.#isFull;
  }

  /** True if so little is left that free space inside tables has to be counted. */
  get isScarce(): boolean {
    return this.#above - this.#written - this.#held <= this.#floor;
  }

  get isAboveFloor(): boolean {
    return this.#above > 0;
  }

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
    await (this.#measuring ??= this.#measureNow().finally(() => (this.#measuring = undefined)));
  }

  /** Counts free space inside tables. Undefined: unknown, taken as 0. */
  async count(reusable: (() => Promise<number>) | undefined): Promise<void> {
    this.#writtenWhileCounting = 0;
    const bytes = (await reusable?.()) ?? 0;
    this.#reusable = Math.max(0, bytes - this.#writtenWhileCounting);
  }

  /** Reserves room for a small write. @throws ServiceProblem `insufficient_storage` */
  async admit(bytes: number): Promise<void> {
    await this.measure();
    this.#requireAvailable(bytes);
    this.#countWritten(bytes);
  }

  /** Requires that the minimum stays free twice. @throws ServiceProblem `insufficient_storage` */
  async spare(bytes: number): Promise<void> {
    await this.measure();
    if (this.#available < bytes + this.#floor) throw diskFull();
  }

  /** Reserves room for a file. @throws ServiceProblem `insufficient_storage` */
  async reserve(size: number): Promise<Reservation> {
    await this.measure();
    let left = size * OVERHEAD;
    this.#requireAvailable(left);
    this.#held += left;
    const give = (bytes: number): void => {
      left -= bytes;
      this.#held -= bytes;
    };
    return {
      take: async (bytes) => {
        await this.#checkpoint(bytes);
        await this.measure();
        if (this.#above < -this.#floor / 2) throw diskFull();
        give(Math.min(left, bytes * OVERHEAD));
        this.#countWritten(bytes * OVERHEAD);
      },
      release: () => give(left),
    };
  }

  /** Bounds the WAL. Checkpoints that PostgreSQL starts itself do not hold back writers. */
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

  get #available(): number {
    return this.#above - this.#written + this.#reusable - this.#held;
  }

  #requireAvailable(bytes: number): void {
    if (this.#available >= bytes && this.#above >= -this.#floor / 2) return;
    this.#refusedAt = performance.now();
    this.#setFull(true);
    throw diskFull();
  }

  #countWritten(bytes: number): void {
    this.#written += bytes;
    this.#writtenWhileMeasuring += bytes;
    this.#writtenWhileCounting += bytes;
    this.#reusable = Math.max(0, this.#reusable - bytes);
  }

  async #measureNow(): Promise<void> {
    this.#writtenWhileMeasuring = 0;
    this.#above = (await this.#volume.measure()) - this.#floor;
    this.#written = this.#writtenWhileMeasuring;
    this.#measuredAt = performance.now();
    // Requires some free room for a while, to avoid repeated log entries.
    if (this.#above < -this.#floor / 2 || this.#available <= 0) this.#setFull(true);
    else if (this.#available > this.#floor / 4 && performance.now() > this.#refusedAt + CALM_MS)
      this.#setFull(false);
  }

  #setFull(isFull: boolean): void {
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

export function floorOf(total: number, minimum: MinimumFree | undefined): number {
  if (minimum === undefined) return Math.min(DEFAULT.bytes, total * DEFAULT.share);
  return 'bytes' in minimum ? minimum.bytes : total * minimum.share;
}

export const diskFull = (cause?: unknown): ServiceProblem =>
  new ServiceProblem(
    'insufficient_storage',
    'The disk of this server is nearly full, so nothing new is taken. What is there can be opened and deleted.',
    { cause },
  );
