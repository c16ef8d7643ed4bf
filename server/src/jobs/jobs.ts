import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { jobOver } from '../metrics/channels.ts';
import { loggable } from '../runtime/loggable.ts';
import { isUnavailable } from '../storage/postgres/database.ts';
import { createBoss, forgetFuture, revive } from './boss.ts';

/** Recurring work of one process per database at a time. */
export interface Recurring {
  /** Unique, and the same in all processes. */
  name: string;
  everySeconds: number;
  /** A failed step does not keep the next from running. */
  steps: readonly (() => Promise<void>)[];
}

export interface JobsOptions {
  connection: ClientConfig;
  pooled: boolean;
  log: Logger;
  recurring: readonly Recurring[];
}

/** Delays before a start is retried: while the database is away, and after it refused. */
const AWAY_MS = 5_000;
const REFUSED_MS = 60_000;
/** Time for running work to finish at a stop. Another process does the rest. */
const STOP_MS = 3_000;

/**
 * Recurring work on pg-boss. Each process offers a job for the current slot of `everySeconds`, twice a slot, and the
 * database takes one. Nothing is retried within a slot; errors are logged, never thrown.
 */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #stopping = new AbortController();
  #opening: Promise<PgBoss | undefined> = Promise.resolve(undefined);
  #timers: NodeJS.Timeout[] = [];
  readonly #workers = new Map<string, string>();
  #away = false;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Starts in the background, and retries until it succeeds. */
  start(): void {
    this.#opening = this.#open();
  }

  /** Takes no new work, and gives running work a moment to finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const close = async (): Promise<void> => {
      const boss = await this.#opening;
      this.#timers.forEach(clearInterval);
      await boss?.stop({ timeout: STOP_MS }).catch(() => undefined);
    };
    await Promise.race([close(), sleep(2 * STOP_MS, undefined, { ref: false })]);
  }

  async #open(): Promise<PgBoss | undefined> {
    const { connection, pooled, recurring } = this.#options;
    while (!this.#stopping.signal.aborted) {
      let boss: PgBoss | undefined;
      try {
        boss = await createBoss(connection, pooled);
        boss.on('error', (error) => this.#report(revive(error), 'The recurring jobs are held up.'));
        await boss.start();
        for (const job of recurring) await this.#work(boss, job);
        const opened = boss;
        this.#timers = recurring.map((job) =>
          setInterval(() => void this.#offer(opened, job), job.everySeconds * 500),
        );
        for (const job of recurring) void this.#offer(boss, job);
        return boss;
      } catch (error) {
        this.#report(error, 'The recurring jobs cannot start: what expires stays in the database.');
        await boss?.stop({ graceful: false }).catch(() => undefined);
        const wait = isUnavailable(error) ? AWAY_MS : REFUSED_MS;
        await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async #work(boss: PgBoss, { name, everySeconds, steps }: Recurring): Promise<void> {
    await boss.createQueue(name, { policy: 'short' });
    const worker = await boss.work(name, { pollingIntervalSeconds: everySeconds }, async () => {
      const began = performance.now();
      let failed = false;
      for (const step of steps) {
        if (this.#stopping.signal.aborted) return;
        await step().catch((error: unknown) => {
          failed = true;
          this.#report(error, `The job ${name} failed.`);
        });
      }
      jobOver.tell({ job: name, failed, seconds: (performance.now() - began) / 1_000 });
    });
    this.#workers.set(name, worker);
  }

  /** Offers a job for the current slot, and runs it at once if the database takes it. */
  async #offer(boss: PgBoss, { name, everySeconds }: Recurring): Promise<void> {
    try {
      await forgetFuture(boss, name);
      const id = await boss.send(name, null, { singletonSeconds: everySeconds, ...KEPT });
      if (id !== null) boss.notifyWorker(this.#workers.get(name) as string);
      this.#away = false;
    } catch (error) {
      this.#report(error, `The job ${name} could not be offered.`);
    }
  }

  /** Logs an error; while the database is away, only the first. */
  #report(error: unknown, what: string): void {
    if (this.#stopping.signal.aborted) return;
    const away = isUnavailable(error);
    if (!(away && this.#away)) this.#options.log[away ? 'warn' : 'error']({ error: loggable(error) }, what);
    this.#away = away;
  }
}

/** Not retried, since the next slot has its own job. The row keeps the slot taken, and may be seen for an hour. */
const KEPT = { retryLimit: 0, expireInSeconds: 3_600, retentionSeconds: 3_600, deleteAfterSeconds: 3_600 };
