import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { toEntry } from './audit.ts';
import { takeUnlogged } from './audit-store.ts';

const EVERY_MS = 1_000;
const BATCH = 500;

/**
 * Writes each entry of the audit log as a line of the server's log, whichever process has recorded it. An entry is noted
 * as written in the transaction that takes it, so several servers write none twice. A process that is killed between the
 * line and the commit leaves the entry to the next one, which repeats the line under the same id.
 */
export class AuditLines {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #lines: Logger;
  readonly #stopping = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    // Lines of the audit log are written whatever LOG_LEVEL says.
    this.#lines = log.child({}, { level: 'info' });
  }

  start(): void {
    this.#working = this.#work();
  }

  /** Writes what has been committed by now, and ends. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#working;
    await this.flush().catch(() => undefined);
  }

  /** Writes the entries that are no lines yet. */
  async flush(): Promise<void> {
    for (let taken = BATCH; taken === BATCH;) {
      taken = await this.#database.transaction(async (trx) => {
        const rows = await takeUnlogged(trx, BATCH);
        for (const row of rows)
          this.#lines.info({ audit: { ...toEntry(row), accountId: row.account_id } }, 'audit log');
        return rows.length;
      });
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.flush();
        isFailing = false;
      } catch (error) {
        // Once, until it works again: it is tried every second.
        if (!isFailing)
          this.#log.warn({ error: loggable(error) }, 'The audit log cannot be written as lines.');
        isFailing = true;
      }
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
