import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { OperationInfo } from '@tempshare/contract';
import { ServiceProblem } from '../../domain/problem.ts';

/** Whether the request or the response of an operation is the bytes of a file. */
export const carriesFile = ({ requestType, responseType }: OperationInfo): boolean =>
  [requestType, responseType].includes('application/octet-stream');

/** Maximum number of files in flight. */
export interface FileLimits {
  /** In this process. */
  inAll: number;
  /** In this process, for one key, or for one address without a key. */
  perCaller: number;
}

/** The connection of a file. */
export interface FileTransfer {
  /** Whether the caller has an API key: strangers, who may have any number of addresses, give way. */
  isKeyed: boolean;
  /** Number of bytes received and sent. */
  bytes(): number;
  /** Ends it before its time. */
  breakOff(problem: ServiceProblem): void;
}

interface Place {
  caller: string;
  transfer: FileTransfer;
  /** Bytes a second between the last two looks at it, the last of which was at `at`. */
  speed: number;
  bytes: number;
  at: number;
}

/** Retry-After of a refusal, in seconds. */
const RETRY_SECONDS = 10;
/** Bytes a second of a file that is left its place: the largest one takes 100 seconds then. */
const FAST = 262_144;
/** From so many files on, garbage is collected when their number has doubled or halved. */
const MANY = 16;
/** For how long at least the speed of a file is measured, in milliseconds. */
const LOOK_MS = 2_000;

/**
 * Bounds how many files come and go at once. Each takes some memory for as long as its client likes to be slow, which
 * may be hours; what a caller may ask for in a minute does not bound what it has under way. When all places are taken,
 * a newcomer gets that of the slowest file of the caller with the most of them, if it has fewer also then.
 */
export class FileSlots {
  readonly #limits: FileLimits;
  readonly #places = new Set<Place>();
  /** Number of slots that each caller holds. */
  readonly #callers = new Map<string, number>();
  /** The number of places taken when garbage was last collected. */
  #collectedAt = 0;

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  /**
   * Carries one file.
   * @throws ServiceProblem `rate_limited` when too many of the caller are on their way, `service_unavailable` when too
   * many of all are and none of them gives way.
   */
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

  /** Breaks off a slow file for a caller that has `own` of them, or of a stranger for one with a key. False when nobody has to give way. */
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

/** Time to wait for more garbage. A collection takes some 50 ms, so there is one in this time at most. */
const GARBAGE_DELAY_MS = 5_000;

let scheduled: NodeJS.Timeout | undefined;

/**
 * Collects garbage a few seconds later. V8 collects as it allocates, and so an idle process would keep for hours what
 * hundreds of downloads have left behind.
 */
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
