import { setImmediate } from 'node:timers/promises';
import { isResponseLost, NotSentError, OutcomeUnknownError, refusesStatement } from './database-errors.ts';
import { InFlight } from './in-flight.ts';
import { BatchError, causeOf, type Connection, type PgStatement } from './pg-internals.ts';
import type { Pool } from './pool.ts';

/** Statements of one request, usually one. */
interface BatchedRequest {
  statements: readonly PgStatement[];
  lockKey: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal | undefined;
}

interface WaitingRequest extends BatchedRequest {
  since: number;
  resolve: (rows: object[][]) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** True if the statements write, so that a lost response leaves the outcome unknown. */
  writes: boolean;
  /** Maximum number of batches in flight. With two, PostgreSQL executes one while the disk syncs the other. */
  concurrency?: number;
  maxRequests?: number;
  settings?: readonly PgStatement[];
  /** Timeouts of a batch of several requests, so that none waits long for another. */
  timeouts?: readonly PgStatement[];
}

type Sender = Pick<Pool, 'acquire' | 'release' | 'sendBatch' | 'sendAlone'>;

/** Maximum number of batches without a response, including overdue ones. */
const MAX_IN_FLIGHT = 6;
/** Maximum size of a batched statement's parameters, in bytes, since all requests wait for the largest. */
const LARGE = 32_768;
/** Maximum time until a request is sent, in milliseconds. */
const MAX_WAIT_MS = 5_000;
/** Duration of a quarantine in milliseconds, and maximum number of quarantined lock keys. */
const QUARANTINE_MS = 10_000;
const MAX_QUARANTINED = 1_000;

/**
 * Group commit. Statements of concurrent requests share a transaction, a round trip and a disk sync. On an idle server
 * a request is sent at once. On a busy one it waits for a batch in flight.
 *
 * Invariants:
 * - Atomicity: a batch commits or rolls back as a whole. Callers get their rows after the commit.
 * - Separate errors: after a failure each request is sent again, alone. No caller sees the error of another.
 * - No double write: only a refused batch is sent again. If the response is lost, writes fail with OutcomeUnknownError.
 * - No deadlock: a batch runs in the order of its lock keys, on all servers.
 * - Bounded wait: at most 5 s until a request is sent, and within a batch at most `timeouts`.
 * - Quarantine: a lock key that has failed a batch is excluded from batches for 10 s.
 * - Disconnected clients: their requests are not sent.
 */
export class GroupCommit {
  readonly #sender: Sender;
  readonly #options: Required<BatchOptions>;
  readonly #inFlight: InFlight;
  readonly #waiting: WaitingRequest[] = [];
  /** End of the quarantine by lock key. */
  readonly #quarantine = new Map<string, number>();
  /** Batch that waits for a connection and still accepts requests. */
  #gathering: object | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(sender: Sender, options: BatchOptions) {
    this.#sender = sender;
    this.#options = { concurrency: 2, maxRequests: 16, settings: [], timeouts: [], ...options };
    this.#inFlight = new InFlight({ current: this.#options.concurrency, total: MAX_IN_FLIGHT });
  }

  /** @throws NotSentError, or the signal's reason if it is aborted before sending */
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
      // Includes requests and disconnections of the same turn of the event loop.
      await setImmediate();
    } catch (error) {
      // Later requests may get the next connection.
      while ((this.#waiting[0]?.since ?? Infinity) <= since) this.#waiting.shift()?.reject(error);
      return;
    }
    const batch = this.#waiting.splice(0, this.#options.maxRequests).filter(isConnected);
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
      if (!(error instanceof BatchError) || batch.length === 1 || isResponseLost(cause)) {
        for (const { reject } of batch) reject(this.#toError(cause));
        return;
      }
      // A lost connection or a read-only database is not the statement's fault.
      const senders = batch.flatMap((request) => request.statements.map(() => request));
      const failed = senders[error.at - before.length];
      if (failed && refusesStatement(cause)) {
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
    return this.#options.writes && isResponseLost(error) ? new OutcomeUnknownError(error) : error;
  }

  #isQuarantined(lockKey: string): boolean {
    const until = this.#quarantine.get(lockKey);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    return !this.#quarantine.delete(lockKey);
  }

  /** Rejects overdue requests, and schedules the next check. */
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

/** Rejects the request of a client that is gone. */
function isConnected({ signal, reject }: WaitingRequest): boolean {
  if (signal?.aborted) reject(signal.reason);
  return !signal?.aborted;
}
