import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { toEntry } from './audit.ts';
import { takeUnlogged } from './audit-store.ts';

const EVERY_MS = 1_000;
const BATCH = 500;

/**
 * Writes each audit entry as a line of the server's log, whichever process recorded it. The transaction that takes an
 * entry marks it, so servers write none twice. If a process is killed before the commit, the next one repeats the line
 * under the same id.
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
    // Independent of LOG_LEVEL.
    this.#lines = log.child({}, { level: 'info' });
  }

  start(): void {
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#working;
    await this.flush().catch(() => undefined);
  }

  /** Writes the entries that are not marked yet. */
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
        // Logged once per outage, since every second retries.
        if (!isFailing)
          this.#log.warn({ error: loggable(error) }, 'The audit log cannot be written as lines.');
        isFailing = true;
      }
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
