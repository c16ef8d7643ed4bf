import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { OperationInfo } from '@tempshare/contract';
import { ServiceProblem } from '../../domain/problem.ts';

export const carriesFile = ({ requestType, responseType }: OperationInfo): boolean =>
  [requestType, responseType].includes('application/octet-stream');

/** Maximum numbers of files in flight in this process. */
export interface FileLimits {
  inAll: number;
  /** For one API key, or for one network without a key. */
  perCaller: number;
}

export interface FileTransfer {
  /** Callers without an API key give way, since they may have any number of addresses. */
  isKeyed: boolean;
  bytes(): number;
  breakOff(problem: ServiceProblem): void;
}

interface Place {
  caller: string;
  transfer: FileTransfer;
  /** Bytes a second between the last two measurements, the last of which was at `at`. */
  speed: number;
  bytes: number;
  at: number;
}

const RETRY_SECONDS = 10;
/** Files at least this fast, in bytes a second, keep their slot. The largest one takes 100 seconds then. */
const FAST = 262_144;
/** From this number on, garbage is collected when the number of files has doubled or halved. */
const MANY = 16;
/** Minimum time between two measurements. */
const LOOK_MS = 2_000;

/**
 * Bounds the files in flight: each takes memory for as long as its client is slow, which may be hours. When all slots
 * are taken, a newcomer gets that of the slowest file of the caller with the most, if it still has fewer then.
 */
export class FileSlots {
  readonly #limits: FileLimits;
  readonly #places = new Set<Place>();
  readonly #callers = new Map<string, number>();
  /** Number of files when garbage was last collected. */
  #collectedAt = 0;

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  /** @throws ServiceProblem `rate_limited` beyond the caller's limit, `service_unavailable` if no slot is free */
  async take<Result>(caller: string, transfer: FileTransfer, work: () => Promise<Result>): Promise<Result> {
    const { inAll, perCaller } = this.#limits;
    const own = this.#count(caller);
    if (own >= perCaller) {
      throw new ServiceProblem(
        'rate_limited',
        `At most ${perCaller} files of one caller can be on their way at once.`,
        { retryAfter: RETRY_SECONDS },
      );
    }
    if (this.#places.size >= inAll && !this.#makeRoom(own, transfer.isKeyed)) throw tooMany();
    const place = { caller, transfer, speed: Infinity, bytes: transfer.bytes(), at: performance.now() };
    this.#places.add(place);
    this.#callers.set(caller, own + 1);
    this.#collect();
    try {
      return await work();
    } finally {
      this.#leave(place);
    }
  }

  #count(caller: string): number {
    return this.#callers.get(caller) ?? 0;
  }

  /** Frees a slot for a caller that has `own` of them. One with a key also displaces one without. */
  #makeRoom(own: number, isKeyed: boolean): boolean {
    let slowest: Place | undefined;
    let most = own + 2;
    for (const place of this.#places) {
      measure(place);
      const count = this.#count(place.caller);
      const givesWay = count >= most || (isKeyed && !place.transfer.isKeyed);
      if (place.speed >= FAST || !givesWay) continue;
      if (!slowest || count > most || place.speed < slowest.speed) slowest = place;
      most = Math.max(most, count);
    }
    if (!slowest) return false;
    this.#leave(slowest);
    slowest.transfer.breakOff(tooMany());
    return true;
  }

  #leave(place: Place): void {
    if (!this.#places.delete(place)) return;
    const left = this.#count(place.caller) - 1;
    if (left > 0) this.#callers.set(place.caller, left);
    else this.#callers.delete(place.caller);
    this.#collect();
  }

  #collect(): void {
    const [few, many] = [this.#collectedAt, this.#places.size].toSorted((a, b) => a - b) as [number, number];
    if (many < MANY || many < 2 * few) return;
    this.#collectedAt = this.#places.size;
    collectSoon();
  }
}

function measure(place: Place): void {
  const now = performance.now();
  const ms = now - place.at;
  if (ms < LOOK_MS) return;
  const bytes = place.transfer.bytes();
  Object.assign(place, { speed: ((bytes - place.bytes) * 1000) / ms, bytes, at: now });
}

const tooMany = (): ServiceProblem =>
  new ServiceProblem('service_unavailable', 'Too many files are on their way now.', {
    retryAfter: RETRY_SECONDS,
  });

/** Time to wait for more garbage. A collection takes some 50 ms. */
const GARBAGE_DELAY_MS = 5_000;

let scheduled: NodeJS.Timeout | undefined;

/** V8 collects as it allocates, so an idle process would keep the garbage of hundreds of downloads for hours. */
function collectSoon(): void {
  scheduled ??= setTimeout(() => {
    scheduled = undefined;
    collect();
  }, GARBAGE_DELAY_MS).unref();
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: { type: 'major'; execution: 'async' }) => Promise<void>;
  void gc({ type: 'major', execution: 'async' });
}
