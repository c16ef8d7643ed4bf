import { setImmediate } from 'node:timers/promises';
import { isLast, isLost, isReadOnly, NotSentError, OutcomeUnknownError } from './database-errors.ts';
import { InFlight } from './in-flight.ts';
import { BatchError, causeOf, type Connection, type PgStatement } from './pg-internals.ts';
import type { Pool } from './pool.ts';

/** The statements of one request, usually one. */
export interface BatchedRequest {
  statements: readonly PgStatement[];
  /** Id of the row that the statements lock first, or read. */
  lockKey: string;
  /** Aborted when the client has gone. */
  signal: AbortSignal | undefined;
}

interface WaitingRequest extends BatchedRequest {
  since: number;
  resolve: (rows: object[][]) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Whether statements write, so that the outcome of a lost response is unknown. */
  writes: boolean;
  /** Maximum number of batches in flight. Two: PostgreSQL executes the second while the disk syncs the first. */
  concurrency?: number;
  /** Maximum number of requests in a batch. */
  maxRequests?: number;
  /** Settings of each transaction. */
  settings?: readonly PgStatement[];
  /** Timeouts of a batch of several requests, so that none waits long for another. */
  timeouts?: readonly PgStatement[];
}

/** The part of a pool that batches need. */
type Sender = Pick<Pool, 'acquire' | 'release' | 'sendBatch' | 'sendAlone'>;

/** Maximum number of batches without a response, overdue ones among them. */
const MAX_IN_FLIGHT = 6;
/** A statement with more bytes of parameters is sent alone, since others would wait for all of them. */
const LARGE = 32_768;
/** Maximum time that a request waits to be sent, in milliseconds. */
const MAX_WAIT_MS = 5_000;
/** How long a lock key is excluded from batches after a failure, in milliseconds, and how many are at most. */
const QUARANTINE_MS = 10_000;
const MAX_QUARANTINED = 1_000;

/**
 * Group commit: statements of requests that arrive together share one transaction, one write and one sync of the disk. An
 * idle server sends a request at once; a busy one sends together what has arrived while other batches were in flight.
 *
 * Invariants:
 * - A batch commits as a whole or not at all. Its callers get their rows after the commit.
 * - If a statement fails, the batch is rolled back and each request is sent again, alone. No caller sees the error of another.
 * - A request is sent again only if PostgreSQL has refused its batch. If the response is lost, or the connection ends during the
 *   commit, each write fails with OutcomeUnknownError.
 * - A batch runs in the order of its lock keys, so batches, also of several servers, do not deadlock.
 * - A request waits at most 5 s to be sent, and in a batch no longer than `timeouts` say. A lock key that has failed a batch is
 *   excluded from batches for 10 s.
 * - A request whose client has gone before it was sent is not sent.
 */
export class GroupCommit {
  readonly #sender: Sender;
  readonly #options: Required<BatchOptions>;
  readonly #inFlight: InFlight;
  readonly #waiting: WaitingRequest[] = [];
  /** Excluded lock keys, with the time the exclusion ends. */
  readonly #quarantine = new Map<string, number>();
  /** The batch that waits for its connection. Requests join it until it has one. */
  #gathering: object | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(sender: Sender, options: BatchOptions) {
    this.#sender = sender;
    this.#options = { concurrency: 2, maxRequests: 16, settings: [], timeouts: [], ...options };
    this.#inFlight = new InFlight({ current: this.#options.concurrency, total: MAX_IN_FLIGHT });
  }

  /**
   * @returns the rows of each statement
   * @throws NotSentError, or the signal's reason if it is aborted before the statements are sent
   */
  run(request: BatchedRequest): Promise<object[][]> {
    if (this.#isQuarantined(request.lockKey) || request.statements.some(isLarge))
      return this.#sendAlone(request);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, since: performance.now(), resolve, reject });
      if (!this.#expiry) this.#expire();
      this.#sendNext();
    });
  }

  #sendNext(): void {
    if (this.#gathering || this.#waiting.length === 0 || this.#inFlight.isFull) return;
    const batch = {};
    const gathered = (): void => {
      if (this.#gathering === batch) this.#gathering = undefined;
      this.#sendNext();
    };
    this.#gathering = batch;
    this.#inFlight.run(() => this.#gather(gathered), gathered);
  }

  async #gather(gathered: () => void): Promise<void> {
    const since = performance.now();
    let connection: Connection;
    try {
      connection = await this.#sender.acquire();
      // Requests, and disconnections of clients, that arrive in the same turn of the event loop still count.
      await setImmediate();
    } catch (error) {
      // Later requests may get the next connection.
      while ((this.#waiting[0]?.since ?? Infinity) <= since) this.#waiting.shift()?.reject(error);
      return;
    }
    const batch = this.#waiting.splice(0, this.#options.maxRequests).filter(isWanted);
    gathered();
    try {
      if (batch.length > 0) await this.#send(connection, batch.sort(byLockKey));
    } finally {
      this.#sender.release(connection);
    }
  }

  async #send(connection: Connection, batch: readonly WaitingRequest[]): Promise<void> {
    const { settings, timeouts } = this.#options;
    const before = batch.length > 1 ? [...settings, ...timeouts] : settings;
    const statements = batch.flatMap((request) => request.statements);
    try {
      const results = await this.#sender.sendBatch(connection, [...before, ...statements]);
      results.splice(0, before.length);
      for (const { statements: own, resolve, reject } of batch) {
        const rows = results.splice(0, own.length);
        const unread = rows.find((result) => result.status === 'rejected');
        if (unread) reject(this.#toError(unread.reason));
        else resolve(rows.map((result) => (result as PromiseFulfilledResult<object[]>).value));
      }
    } catch (error) {
      const cause = causeOf(error);
      if (!(error instanceof BatchError) || batch.length === 1 || isLost(cause)) {
        for (const { reject } of batch) reject(this.#toError(cause));
        return;
      }
      // If the connection ends or takes no writes, the failed statement is not the reason.
      const senders = batch.flatMap((request) => request.statements.map(() => request));
      const failed = senders[error.at - before.length];
      if (failed && !isLast(cause) && !isReadOnly(cause)) {
        if (this.#quarantine.size === MAX_QUARANTINED) this.#quarantine.clear();
        this.#quarantine.set(failed.lockKey, performance.now() + QUARANTINE_MS);
      }
      for (const request of batch) void this.#sendAlone(request).then(request.resolve, request.reject);
    }
  }

  async #sendAlone({ statements, signal }: BatchedRequest): Promise<object[][]> {
    const { settings } = this.#options;
    return (await this.#sender.sendAlone([...settings, ...statements], signal)).slice(settings.length);
  }

  #toError(error: unknown): unknown {
    return this.#options.writes && isLost(error) ? new OutcomeUnknownError(error) : error;
  }

  #isQuarantined(lockKey: string): boolean {
    const until = this.#quarantine.get(lockKey);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    return !this.#quarantine.delete(lockKey);
  }

  /** Rejects requests that have waited too long, now and when the next one will have. */
  readonly #expire = (): void => {
    const latest = performance.now() - MAX_WAIT_MS;
    while ((this.#waiting[0]?.since ?? Infinity) <= latest) this.#waiting.shift()?.reject(new NotSentError());
    const [first] = this.#waiting;
    this.#expiry = first && setTimeout(this.#expire, first.since - latest + 1).unref();
  };
}

const byLockKey = (a: BatchedRequest, b: BatchedRequest): number =>
  Number(a.lockKey > b.lockKey) - Number(a.lockKey < b.lockKey);

function isLarge({ values = [] }: PgStatement): boolean {
  let size = 0;
  for (const value of values)
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
  return size > LARGE;
}

/** Whether the client is still there; rejects the request if not. */
function isWanted({ signal, reject }: WaitingRequest): boolean {
  if (signal?.aborted) reject(signal.reason);
  return !signal?.aborted;
}
