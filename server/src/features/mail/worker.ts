import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Polling } from '../../jobs/polling.ts';
import { mailAttempted } from '../../metrics/channels.ts';
import { loggable } from '../../runtime/loggable.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { retryWhileAway } from '../../storage/postgres/retry.ts';
import type { Mail, MailQueue, Notice, Recipient, ResetRequest } from './mail.ts';
import type { MessageWriter } from './message.ts';
import * as store from './store.ts';
import type { SmtpTransport } from './transport.ts';

export interface MailLimits {
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  /** Duration of a claim: `totalTimeoutMs` and the time to record the outcome. */
  leaseMs: number;
  /** Delays after each failure. After the last one the mail is given up. */
  gaps: readonly number[];
  pollMs: readonly [number, number];
  atOnce: number;
  stopMs: number;
}

const MINUTE = 60_000;

const LIMITS: MailLimits = {
  connectTimeoutMs: 10_000,
  totalTimeoutMs: MINUTE,
  leaseMs: 2 * MINUTE,
  gaps: [
    5_000,
    30_000,
    ...[2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
    ...Array<number>(30).fill(60 * MINUTE),
  ],
  pollMs: [250, 1_000],
  atOnce: 4,
  stopMs: 5_000,
};

/** Creates the mail of a reset request in the transaction that stores it; undefined for nobody. */
export type ResolveReset = (
  trx: Db,
  request: ResetRequest,
) => Promise<{ mail: Mail; linkId: string; seconds: number } | undefined>;

type RecipientOf = (db: Db, notice: Notice) => Promise<Recipient | undefined>;

interface Parts {
  database: Db;
  queue: MailQueue;
  writer: MessageWriter;
  transport: SmtpTransport;
  resolveReset: ResolveReset;
  recipientOf: RecipientOf;
  log: Logger;
}

/**
 * Sends due mails, concurrently with other processes. A mail is claimed for a lease, sent without a database
 * connection, and deleted: at least once, and never twice at the same time.
 */
export class MailWorker {
  readonly #parts: Parts;
  readonly #limits: MailLimits;
  readonly #inFlight = new Map<AbortController, Promise<void>>();
  #polling: Polling | undefined;
  #isDatabaseAway = false;

  constructor(parts: Parts, limits: Partial<MailLimits> = {}) {
    this.#parts = parts;
    this.#limits = { ...LIMITS, ...limits };
  }

  start(): void {
    this.#polling = new Polling(() => this.#claimDue(), this.#limits.pollMs);
  }

  /** Stops claiming, waits for mails in flight, then cuts their connections. */
  async stop(): Promise<void> {
    this.#polling?.stop();
    const ended = Promise.resolve(this.#polling?.ended).then(() => this.#landed());
    await Promise.race([ended, delay(this.#limits.stopMs, undefined, { ref: false })]);
    for (const abort of this.#inFlight.keys()) abort.abort();
    await Promise.race([ended, delay(this.#limits.stopMs, undefined, { ref: false })]);
  }

  async #landed(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  /** Claims and sends due mails while there is room. @returns whether there were any */
  async #claimDue(): Promise<boolean> {
    const room = this.#limits.atOnce - this.#inFlight.size;
    if (room <= 0) return false;
    try {
      const claimedAt = performance.now();
      const rows = await store.claim(this.#parts.database, room, this.#limits.leaseMs);
      this.#databaseIs('back');
      for (const row of rows) this.#begin(row, claimedAt);
      return rows.length > 0;
    } catch (error) {
      this.#databaseIs('away', error);
      return false;
    }
  }

  #begin(row: store.MailRow, claimedAt: number): void {
    const abort = new AbortController();
    const over = this.#send(row, claimedAt, abort.signal)
      .catch((error: unknown) => {
        // After the lease another worker claims the mail.
        this.#parts.log.error({ mail: row.id, error: loggable(error) }, 'a mail was not sent');
      })
      .finally(() => {
        this.#inFlight.delete(abort);
        this.#polling?.wake();
      });
    this.#inFlight.set(abort, over);
  }

  async #send(row: store.MailRow, claimedAt: number, signal: AbortSignal): Promise<void> {
    const { database, writer, transport, log } = this.#parts;
    const { leaseMs, totalTimeoutMs, gaps } = this.#limits;
    const mail = await this.#resolve(row);
    if (!mail) return;
    // After a long pause of this process the lease may end before the attempt does.
    if (performance.now() + totalTimeoutMs > claimedAt + leaseMs) return;
    const result = await transport.send(writer.write(row.id, mail), this.#limits, signal);
    if (result.outcome === 'sent') {
      mailAttempted.tell({ outcome: 'sent' });
      // Otherwise it would be sent again.
      await retryWhileAway(() => store.remove(database, row));
      return;
    }
    const { outcome, code } = result;
    if (signal.aborted) return store.postpone(database, row, 0);
    const entry = { mail: row.id, kind: mail.kind, attempt: row.lease, code };
    const gap = outcome === 'refused' ? undefined : gaps[row.lease - 1];
    mailAttempted.tell({ outcome: gap === undefined ? 'given_up' : 'postponed' });
    if (gap === undefined) {
      log.error(entry, 'a mail was given up');
      await store.remove(database, row);
    } else {
      log.warn(entry, 'a mail was not sent, and is tried again');
      await store.postpone(database, row, gap);
    }
  }

  /** Returns the mail of a row. A reset request or notice without a recipient is deleted. */
  async #resolve(row: store.MailRow): Promise<Mail | undefined> {
    const { database, queue, resolveReset, recipientOf } = this.#parts;
    const content = queue.open(row);
    if ('userId' in content) {
      const recipient = await recipientOf(database, content);
      if (recipient) return { ...content, ...recipient };
      await store.remove(database, row);
      return undefined;
    }
    if (content.kind !== 'reset-request') return content;
    return database.transaction(async (trx) => {
      const made = await resolveReset(trx, content);
      if (!made) {
        await store.remove(trx, row);
        return undefined;
      }
      if (await queue.replace(trx, row, made)) return made.mail;
      throw new Error('The lease of a mail has ended.');
    });
  }

  #databaseIs(state: 'back' | 'away', error?: unknown): void {
    if (this.#isDatabaseAway === (state === 'away')) return;
    this.#isDatabaseAway = state === 'away';
    if (state === 'back') this.#parts.log.info('mails go on');
    else this.#parts.log.error({ error: loggable(error) }, 'mails wait for the database');
  }
}
