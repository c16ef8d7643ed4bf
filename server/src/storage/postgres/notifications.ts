import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';

export const CHANNEL = 'tempshare';
/** Backoff after a lost connection, first and maximum. */
const RETRY_MS = [50, 5_000] as const;
const CLOSE_MS = 1_000;

interface NotificationOptions {
  /** Sends a notification over another connection. */
  probe?: (payload: string) => Promise<unknown>;
  /** Interval and timeout of connection tests, in milliseconds. */
  heartbeatMs: number;
  responseMs: number;
  /** Polling interval if notifications do not arrive, in milliseconds. */
  pollMs: number;
}

const DEFAULTS = { heartbeatMs: 15_000, responseMs: 5_000, pollMs: 1_000 };

/** SQL that notifies subscribers of a topic on all servers at the commit. @param topic SQL expression */
export const notifying = (topic: string): string => `pg_notify('${CHANNEL}', ${topic})`;

/**
 * Delivers changes between servers by LISTEN and NOTIFY, on one connection per process. Subscribers learn that
 * something may have changed, and query the database. So a lost connection loses nothing. Poolers may accept LISTEN and
 * deliver nothing. A probe over another connection detects this; subscribers are then polled every second.
 */
export class Notifications {
  readonly #connection: ClientConfig;
  readonly #log: Logger;
  readonly #options: NotificationOptions;
  readonly #subscribers = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #isDown = false;
  #pendingProbe: { payload: string; heard: AbortController } | undefined;
  #mode: 'listen' | 'poll' | undefined;
  #polling: NodeJS.Timeout | undefined;
  #loop: Promise<void> | undefined;

  constructor(connection: ClientConfig, log: Logger, options: Partial<NotificationOptions> = {}) {
    this.#connection = connection;
    this.#log = log;
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Delivery mode; undefined until it is known. */
  get mode(): 'listen' | 'poll' | undefined {
    return this.#mode;
  }

  /** Connects before the first subscriber, so that the mode is known early. */
  start(): void {
    this.#loop ??= this.#listen();
  }

  /** Calls `notify` for changes until the returned function is called, and once when the connection is established. */
  subscribe(topic: string, notify: () => void): () => void {
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, subscribers.add(notify));
    this.start();
    return () => {
      subscribers.delete(notify);
      if (subscribers.size === 0 && this.#subscribers.get(topic) === subscribers)
        this.#subscribers.delete(topic);
    };
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
    this.#closing.abort();
    clearInterval(this.#polling);
    void this.#client?.end().catch(() => undefined);
    await Promise.race([this.#loop, delay(CLOSE_MS, undefined, { ref: false })]);
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const [shortest, longest] = RETRY_MS;
    let wait: number = shortest;
    while (!signal.aborted) {
      const connected = await this.#listenUntilLost();
      if (connected) wait = shortest;
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(2 * wait, longest);
    }
  }

  /** Listens until the connection ends. True if it was established. */
  async #listenUntilLost(): Promise<boolean> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'tempshare notifications',
      connectionTimeoutMillis: this.#options.responseMs,
      query_timeout: this.#options.responseMs,
      keepAlive: true,
    });
    const ended = new AbortController();
    client.on('error', () => undefined);
    client.on('end', () => ended.abort());
    client.on('notification', ({ payload = '' }) => {
      if (payload === this.#pendingProbe?.payload) this.#pendingProbe.heard.abort();
      notifyAll(this.#subscribers.get(payload));
    });
    this.#client = client;
    let connected = false;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      connected = true;
      this.#report('back');
      this.#notifyEverybody();
      while (!this.#closing.signal.aborted) {
        await this.#probeDelivery(ended.signal);
        await delay(this.#options.heartbeatMs, undefined, { signal: ended.signal }).catch(() => undefined);
        await client.query('SELECT 1');
      }
    } catch (error) {
      this.#report('away', error);
    }
    void client.end().catch(() => undefined);
    return connected;
  }

  async #probeDelivery(ended: AbortSignal): Promise<void> {
    const { probe, responseMs } = this.#options;
    if (!probe) return;
    const heard = new AbortController();
    const { payload } = (this.#pendingProbe = { payload: `probe ${randomUUID()}`, heard });
    try {
      await probe(payload);
      const signal = AbortSignal.any([heard.signal, ended, this.#closing.signal]);
      await delay(responseMs, undefined, { signal }).catch(() => undefined);
      if (heard.signal.aborted) this.#setMode('listen');
      else if (!signal.aborted) this.#setMode('poll');
    } catch {
      // The database is unavailable for all.
    }
  }

  #setMode(mode: 'listen' | 'poll'): void {
    if (this.#mode === mode || this.#closing.signal.aborted) return;
    const before = this.#mode;
    this.#mode = mode;
    clearInterval(this.#polling);
    if (mode === 'poll') {
      this.#polling = setInterval(() => this.#notifyEverybody(), this.#options.pollMs).unref();
      this.#log.warn(
        'notifications of the database do not arrive, as behind a pooler: rooms are looked at every second. DATABASE_LISTEN_URL can lead around it',
      );
    } else if (before) this.#log.info('notifications of the database arrive again');
  }

  #notifyEverybody(): void {
    for (const subscribers of [...this.#subscribers.values()]) notifyAll(subscribers);
  }

  /** Logs the loss of the connection and its return once. */
  #report(state: 'back' | 'away', error?: unknown): void {
    if (this.#closing.signal.aborted || this.#isDown === (state === 'away')) return;
    this.#isDown = state === 'away';
    if (this.#isDown)
      this.#log.warn({ error: loggable(error) }, 'live events are late: they wait for the database');
    else this.#log.info('live events go on');
  }
}

function notifyAll(subscribers: ReadonlySet<() => void> = new Set()): void {
  for (const subscriber of [...subscribers]) subscriber();
}
