import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ItemVault } from '../../../crypto/item-vault.ts';
import { deliveryAttempted } from '../../../metrics/channels.ts';
import { loggable } from '../../../runtime/loggable.ts';
import { isUnavailable, OutcomeUnknownError, type Db } from '../../../storage/postgres/database.ts';
import { Polling } from '../../../jobs/polling.ts';
import { Semaphore } from '../../../limits/semaphore.ts';
import { boundBacklogs } from './backlog.ts';
import { deliver } from './deliver.ts';
import { findDue, type DueEndpoint } from './due-store.ts';
import type { NotifyDisabled } from '../endpoints/endpoint.ts';
import { giveUpDisabled } from '../deliveries/store.ts';
import { disable, judge, settle, type Outcome } from './outcome-store.ts';
import { claim, endTrials, release, type ClaimedDelivery } from './queue-store.ts';
import { LEASE_MS, PAUSES, RETRY_GAPS } from './schedule.ts';
import { shareSlots, type SlotLimits } from './slots.ts';
import type { TargetPolicy } from '../endpoints/target.ts';

export interface WorkerLimits extends SlotLimits {
  gaps: readonly number[];
  pauses: readonly number[];
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  /** Duration of a claim. The time beyond `totalTimeoutMs` is for recording the outcome. */
  leaseMs: number;
  /** First and longest wait while nothing is due. */
  pollMs: readonly [number, number];
  stopMs: number;
  /** Pending deliveries of a key's failing endpoints from which new events skip them. */
  maxPending: number;
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

/** Concurrent writes of outcomes. Hundreds of attempts may end together, and requests need the pool, too. */
const WRITES = 4;
/** Deliveries of an endpoint with an invalid key that fail in one batch. */
const FAIL_BATCH = 100;

interface Flight {
  delivery: ClaimedDelivery;
  since: number;
  abort: AbortController;
  over: Promise<void>;
}

/**
 * Sends due deliveries, concurrently with workers of other servers. A delivery is claimed for the length of a lease
 * and sent without a database connection; then its outcome is recorded. If a worker dies, its lease expires and
 * another worker sends again. Deliveries are sent at least once, and never twice at the same time.
 */
export class DeliveryWorker {
  readonly #db: Db;
  readonly #vault: ItemVault;
  readonly #policy: TargetPolicy;
  readonly #log: Logger;
  readonly #notifyDisabled: NotifyDisabled | undefined;
  readonly #limits: WorkerLimits;
  readonly #inFlight = new Set<Flight>();
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

  /** Stops claiming, waits for attempts in flight, then aborts them and releases their claims. */
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

  async #landed(): Promise<void> {
    await Promise.all([...this.#inFlight].map(({ over }) => over));
  }

  async #takeDue(): Promise<boolean> {
    try {
      const { due, waiting } = await findDue(this.#db, this.#waiting);
      this.#waiting = waiting;
      this.#databaseIs('back');
      await this.#boundBacklogs();
      const grants = this.#share(due);
      if (grants.length === 0) return false;
      const claimedAt = performance.now();
      const { claimed, failed, untried } = await claim(this.#db, grants, this.#limits.leaseMs);
      if (this.#polling?.isStopped) await this.#release(claimed);
      else for (const delivery of claimed) this.#begin(delivery, claimedAt);
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

  /** Computes grants. Endpoints whose deliveries only fail need no slot. */
  #share(due: readonly DueEndpoint[]): Parameters<typeof claim>[1] {
    const shared = shareSlots({
      candidates: due.filter(({ usable }) => usable),
      occupants: [...this.#inFlight].map(({ delivery, since }) => ({ ...delivery, since })),
      limits: this.#limits,
    });
    const unusable = due.filter(({ usable }) => !usable);
    return [...shared, ...unusable.map((endpoint) => ({ ...endpoint, trial: false, count: FAIL_BATCH }))];
  }

  #begin(delivery: ClaimedDelivery, claimedAt: number): void {
    const abort = new AbortController();
    // The attempt counts for less from then on, so others may have room.
    const waiting = setTimeout(() => this.#polling?.wake(), this.#limits.promptMs);
    const over = this.#attempt(delivery, claimedAt, abort.signal)
      .catch((error: unknown) => {
        // After the lease another worker claims the delivery.
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
    const { gaps, pauses } = this.#limits;
    const options = { gaps, pauses, policy: this.#policy, connectTimeoutMs, totalTimeoutMs, signal };
    const outcome = await deliver(delivery, this.#vault, options);
    if (!outcome) return;
    deliveryAttempted.tell({ outcome: outcome.error ?? 'delivered', seconds: outcome.durationMs / 1_000 });
    const persist = <Result>(write: Write<Result>, again: typeof isUnavailable): Promise<Result> => {
      const once = () => {
        const now = performance.now();
        // After the lease another server may hold the trial.
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

  #databaseIs(state: 'back' | 'away', error?: unknown): void {
    if (this.#databaseAway === (state === 'away')) return;
    this.#databaseAway = state === 'away';
    if (state === 'back') this.#log.info('webhook deliveries go on');
    else this.#log.error({ error: loggable(error) }, 'webhook deliveries wait for the database');
  }
}

type Write<Result> = (db: Db, of: ClaimedDelivery, outcome: Outcome) => Promise<Result>;

/** Matches errors of statements that certainly had no effect, since an attempt counts only once for an endpoint. */
const isUndone = (error: unknown): boolean => isUnavailable(error) && !(error instanceof OutcomeUnknownError);

/** Retries a write after transient errors until the lease ends or the worker stops. */
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
