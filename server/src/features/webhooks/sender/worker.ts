import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ItemVault } from '../../../crypto/item-vault.ts';
import { deliveryAttempted } from '../../../metrics/channels.ts';
import { loggable } from '../../../runtime/loggable.ts';
import { isUnavailable, OutcomeUnknownError, type Db } from '../../../storage/postgres/database.ts';
import { Polling } from '../../../jobs/polling.ts';
import { Semaphore } from '../../../limits/semaphore.ts';
import { boundBacklogs } from './backlog.ts';
import { deliver, outcomeOf } from './deliver.ts';
import { sealResponse } from '../deliveries/sealed-response.ts';
import type { NotifyDisabled } from '../endpoints/endpoint.ts';
import { giveUpDisabled } from '../deliveries/store.ts';
import { disable, judge, settle, type Outcome } from './outcome-store.ts';
import { claim, endTrials, findDue, release, type ClaimedDelivery, type DueEndpoint } from './queue-store.ts';
import { LEASE_MS, PAUSES, RETRY_GAPS } from './schedule.ts';
import { shareSlots, type SlotLimits } from './slots.ts';
import type { TargetPolicy } from '../endpoints/target.ts';

/** What a worker keeps to; times in milliseconds. */
export interface WorkerLimits extends SlotLimits {
  /** Between the failure of an attempt and the next one. */
  gaps: readonly number[];
  /** How long an endpoint is left alone that lets attempts wait in vain, by how many in a row. */
  pauses: readonly number[];
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  /** How long a delivery is taken for. Beyond `totalTimeoutMs` it is the time to write down what came of it. */
  leaseMs: number;
  /** How long to wait when nothing is due: the first time, and at most. */
  pollMs: readonly [number, number];
  /** How long a stop waits for attempts under way. */
  stopMs: number;
  /** Pending deliveries of the failing endpoints of a key, from which on new events skip them. */
  maxPending: number;
  /** How often these are counted. */
  countMs: number;
}

const LIMITS: WorkerLimits = {
  gaps: RETRY_GAPS,
  pauses: PAUSES,
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 15_000,
  leaseMs: LEASE_MS,
  pollMs: [250, 1_000],
  maxInFlight: 1_024,
  promptMs: 500,
  maxPrompt: 128,
  maxPerHost: 32,
  maxPerEndpoint: 4,
  keyPart: 16,
  hostPart: 4,
  stopMs: 5_000,
  maxPending: 2_000,
  countMs: 2_000,
};

/** How many outcomes are written at a time: hundreds of attempts may end together, and requests need the pool as well. */
const WRITES = 4;
/** How many deliveries of an endpoint whose key is not usable are failed at a time. */
const FAIL_BATCH = 100;

interface Flight {
  delivery: ClaimedDelivery;
  since: number;
  abort: AbortController;
  over: Promise<void>;
}

/**
 * Sends what is due, side by side with the workers of other servers. A delivery is taken for a while (its lease), sent
 * without holding a connection to the database, and what came of it is written down: for the delivery in one statement,
 * and, where something follows for the endpoint, in another. When a worker dies the lease runs out and another one sends
 * again: at least once, and never two at a time.
 */
export class DeliveryWorker {
  readonly #db: Db;
  readonly #vault: ItemVault;
  readonly #policy: TargetPolicy;
  readonly #log: Logger;
  readonly #notifyDisabled: NotifyDisabled | undefined;
  readonly #limits: WorkerLimits;
  readonly #inFlight = new Set<Flight>();
  /** The endpoints with something pending, as of the last look. */
  #waiting: readonly string[] = [];
  readonly #writes = new Semaphore(WRITES);
  #polling: Polling | undefined;
  #databaseAway = false;
  #countAt = 0;

  constructor(
    deps: {
      database: Db;
      vault: ItemVault;
      webhookTargets: TargetPolicy;
      log: Logger;
      notifyDisabled?: NotifyDisabled | undefined;
    },
    limits: Partial<WorkerLimits> = {},
  ) {
    this.#db = deps.database;
    this.#vault = deps.vault;
    this.#policy = deps.webhookTargets;
    this.#log = deps.log;
    this.#notifyDisabled = deps.notifyDisabled;
    this.#limits = { ...LIMITS, ...limits };
  }

  start(): void {
    this.#polling = new Polling(() => this.#takeDue(), this.#limits.pollMs);
  }

  /** Takes nothing more, lets attempts under way end for a while, then cuts them and gives their deliveries back. */
  async stop(): Promise<void> {
    this.#polling?.stop();
    const deadline = delay(this.#limits.stopMs, undefined, { ref: false });
    await Promise.race([Promise.resolve(this.#polling?.ended).then(() => this.#landed()), deadline]);
    const cut = [...this.#inFlight];
    for (const { abort } of cut) abort.abort();
    if (cut.length === 0) return;
    await Promise.race([this.#landed(), delay(this.#limits.stopMs, undefined, { ref: false })]);
    await this.#release(cut.map(({ delivery }) => delivery));
  }

  /** When no attempt is under way. */
  async #landed(): Promise<void> {
    await Promise.all([...this.#inFlight].map(({ over }) => over));
  }

  /** Begins what is due, as far as there is room. Whether there was anything. */
  async #takeDue(): Promise<boolean> {
    try {
      const { due, waiting } = await findDue(this.#db, this.#waiting);
      this.#waiting = waiting;
      this.#databaseIs('back');
      await this.#boundBacklogs();
      const grants = this.#share(due);
      if (grants.length === 0) return false;
      const askedAt = performance.now();
      const { claimed, failed, untried } = await claim(this.#db, grants, this.#limits.leaseMs);
      if (this.#polling?.isStopped) await this.#release(claimed);
      else for (const delivery of claimed) this.#begin(delivery, askedAt);
      await endTrials(this.#db, untried);
      return claimed.length + failed > 0;
    } catch (error) {
      this.#databaseIs('away', error);
      return false;
    }
  }

  async #boundBacklogs(): Promise<void> {
    if (performance.now() < this.#countAt) return;
    this.#countAt = performance.now() + this.#limits.countMs;
    for (const endpoint of await boundBacklogs(this.#db, this.#limits.maxPending))
      this.#log.warn(
        { endpoint },
        'events skip a webhook endpoint, since it fails and too much waits for it',
      );
  }

  /** What may be taken of each endpoint with something due; where it is only to be failed, no slot is needed. */
  #share(due: readonly DueEndpoint[]): Parameters<typeof claim>[1] {
    const inFlight = [...this.#inFlight].map(({ delivery, since }) => ({ ...delivery, since }));
    const shared = shareSlots(
      due.filter(({ usable }) => usable),
      inFlight,
      this.#limits,
    );
    const unusable = due.filter(({ usable }) => !usable);
    return [...shared, ...unusable.map((endpoint) => ({ ...endpoint, trial: false, count: FAIL_BATCH }))];
  }

  #begin(delivery: ClaimedDelivery, claimedAt: number): void {
    const abort = new AbortController();
    // From then on it counts for less, and others may have room.
    const waiting = setTimeout(() => this.#polling?.wake(), this.#limits.promptMs);
    const over = this.#attempt(delivery, claimedAt, abort.signal)
      .catch((error: unknown) => {
        // The lease runs out, and the delivery is taken again.
        this.#log.error({ delivery: delivery.id, error: loggable(error) }, 'a webhook attempt broke off');
      })
      .finally(() => {
        clearTimeout(waiting);
        this.#inFlight.delete(flight);
        this.#polling?.wake();
      });
    const flight: Flight = { delivery, since: performance.now(), abort, over };
    this.#inFlight.add(flight);
  }

  async #attempt(delivery: ClaimedDelivery, claimedAt: number, signal: AbortSignal): Promise<void> {
    const { connectTimeoutMs, totalTimeoutMs, leaseMs } = this.#limits;
    const startedAt = performance.now();
    // After a long pause of this process the lease may end before the attempt does.
    if (startedAt + totalTimeoutMs > claimedAt + leaseMs) return;
    const options = { policy: this.#policy, connectTimeoutMs, totalTimeoutMs, signal };
    const attempt = await deliver(delivery, this.#vault, options);
    if (signal.aborted && attempt.status === null) return;
    const { response } = attempt;
    const judged = outcomeOf(delivery, attempt, this.#limits);
    deliveryAttempted.tell({ outcome: judged.error ?? 'delivered', seconds: judged.durationMs / 1_000 });
    const outcome = {
      ...judged,
      sealedResponse: response && sealResponse(this.#vault, delivery, delivery, response),
    };
    const persist = <Result>(write: Write<Result>, again: typeof isUnavailable): Promise<Result> => {
      const once = () => {
        const now = performance.now();
        // After the lease the trial may be another server's.
        const of = { ...delivery, trial: delivery.trial && now < claimedAt + leaseMs };
        return write(this.#db, of, { ...outcome, startedMsAgo: now - startedAt });
      };
      return persistently(() => this.#writes.run(once), { until: claimedAt + leaseMs, signal, again });
    };
    if (!(await persist(settle, isUnavailable))) return;
    const reason = await persist(judge, isUndone);
    if (reason === null) return;
    const notify = this.#notifyDisabled;
    const disableOnce = (db: Db, { endpointId }: ClaimedDelivery) =>
      disable(db, { endpointId, reason, notify });
    if (!(await persist(disableOnce, isUnavailable))) return;
    this.#log.warn({ endpoint: delivery.endpointId, reason }, 'a webhook endpoint is disabled');
    await giveUpDisabled(this.#db, delivery.endpointId);
  }

  async #release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await release(this.#db, deliveries).catch((error: unknown) => this.#databaseIs('away', error));
  }

  /** Says once that the database is away, and once that it is back. */
  #databaseIs(state: 'back' | 'away', error?: unknown): void {
    if (this.#databaseAway === (state === 'away')) return;
    this.#databaseAway = state === 'away';
    if (state === 'back') this.#log.info('webhook deliveries go on');
    else this.#log.error({ error: loggable(error) }, 'webhook deliveries wait for the database');
  }
}

type Write<Result> = (db: Db, of: ClaimedDelivery, outcome: Outcome) => Promise<Result>;

/** Whether the database was away, and certainly did nothing: what an attempt does to an endpoint is counted once. */
const isUndone = (error: unknown): boolean => isUnavailable(error) && !(error instanceof OutcomeUnknownError);

/** Repeats a write after errors that another try may mend, until the lease is over or the worker stops. */
async function persistently<Result>(
  write: () => Promise<Result>,
  { until, signal, again }: { until: number; signal: AbortSignal; again: (error: unknown) => boolean },
): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!again(error) || signal.aborted || performance.now() > until) throw error;
      await delay(500);
    }
  }
}
