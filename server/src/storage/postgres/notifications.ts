import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';

/** The channel that all servers on a database listen to. */
export const CHANNEL = 'tempshare';
/** How long until a lost connection is tried again: the first time, and at most. */
const RETRY_MS = [50, 5_000] as const;
/** How often it is made sure that a silent connection is alive, and how long its response may take. */
const HEARTBEAT_MS = 15_000;
const RESPONSE_MS = 5_000;
/** How often everybody is notified where notifications do not arrive. */
const POLL_MS = 1_000;
/** How long a goodbye to the database may take. */
const GOODBYE_MS = 1_000;

/**
 * The part of a statement that notifies the subscribers of a topic, on all servers, once its transaction has committed.
 * @param topic An SQL expression.
 */
export const notifying = (topic: string): string => `pg_notify('${CHANNEL}', ${topic})`;

/**
 * Tells what has happened on any server, by LISTEN and NOTIFY. A subscriber learns only that something has happened
 * under its topic, or may have while nobody was listening, and asks the database what; so nothing is lost with a lost
 * connection. One connection serves the whole process. It is made for the first subscriber, and again whenever it breaks.
 *
 * A pooler between may take the LISTEN and hand on nothing. So a notification is sent another way now and then; where none
 * arrives, all subscribers are notified every second instead.
 */
export class Notifications {
  readonly #connection: ClientConfig;
  readonly #log: Logger;
  readonly #probe: ((payload: string) => Promise<unknown>) | undefined;
  readonly #heartbeatMs: number;
  readonly #responseMs: number;
  readonly #pollMs: number;
  readonly #subscribers = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #away = false;
  /** The notification that was sent the other way. */
  #awaited: { payload: string; heard: AbortController } | undefined;
  #mode: 'listen' | 'poll' | undefined;
  #polling: NodeJS.Timeout | undefined;
  #loop: Promise<void> | undefined;

  /** @param probe sends a notification over another connection */
  constructor(
    connection: ClientConfig,
    log: Logger,
    {
      probe,
      heartbeatMs = HEARTBEAT_MS,
      responseMs = RESPONSE_MS,
      pollMs = POLL_MS,
    }: {
      probe?: (payload: string) => Promise<unknown>;
      heartbeatMs?: number;
      responseMs?: number;
      pollMs?: number;
    } = {},
  ) {
    this.#connection = connection;
    this.#log = log;
    this.#probe = probe;
    this.#heartbeatMs = heartbeatMs;
    this.#responseMs = responseMs;
    this.#pollMs = pollMs;
  }

  /** How subscribers learn of what happens; undefined before that is known. */
  get mode(): 'listen' | 'poll' | undefined {
    return this.#mode;
  }

  /** Connects before anybody subscribes, so that it is known soon whether notifications arrive. */
  start(): void {
    this.#loop ??= this.#listen();
  }

  /**
   * Calls `notify` for whatever happens under a topic from now on, until the returned function is called. What happens
   * before the connection is there is notified of as soon as it is.
   */
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

  /** Stops listening. Nobody is notified from then on. */
  async close(): Promise<void> {
    this.#subscribers.clear();
    this.#closing.abort();
    clearInterval(this.#polling);
    void this.#client?.end().catch(() => undefined);
    await Promise.race([this.#loop, delay(GOODBYE_MS, undefined, { ref: false })]);
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const [shortest, longest] = RETRY_MS;
    let wait: number = shortest;
    while (!signal.aborted) {
      const connected = await this.#untilLost();
      if (connected) wait = shortest;
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(2 * wait, longest);
    }
  }

  /** Listens over one connection until it ends. Whether it was there at all. */
  async #untilLost(): Promise<boolean> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'tempshare notifications',
      connectionTimeoutMillis: this.#responseMs,
      query_timeout: this.#responseMs,
      keepAlive: true,
    });
    const ended = new AbortController();
    client.on('error', () => undefined);
    client.on('end', () => ended.abort());
    client.on('notification', ({ payload = '' }) => {
      if (payload === this.#awaited?.payload) this.#awaited.heard.abort();
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
        await this.#test(ended.signal);
        await delay(this.#heartbeatMs, undefined, { signal: ended.signal }).catch(() => undefined);
        await client.query('SELECT 1');
      }
    } catch (error) {
      this.#report('away', error);
    }
    void client.end().catch(() => undefined);
    return connected;
  }

  /** Finds out whether notifications arrive. */
  async #test(ended: AbortSignal): Promise<void> {
    if (!this.#probe) return;
    const heard = new AbortController();
    const { payload } = (this.#awaited = { payload: `probe ${randomUUID()}`, heard });
    try {
      await this.#probe(payload);
      const signal = AbortSignal.any([heard.signal, ended, this.#closing.signal]);
      await delay(this.#responseMs, undefined, { signal }).catch(() => undefined);
      if (heard.signal.aborted) this.#use('listen');
      else if (!signal.aborted) this.#use('poll');
    } catch {
      // The database is away for others, too.
    }
  }

  #use(mode: 'listen' | 'poll'): void {
    if (this.#mode === mode || this.#closing.signal.aborted) return;
    const before = this.#mode;
    this.#mode = mode;
    clearInterval(this.#polling);
    if (mode === 'poll') {
      this.#polling = setInterval(() => this.#notifyEverybody(), this.#pollMs).unref();
      this.#log.warn(
        'notifications of the database do not arrive, as behind a pooler: rooms are looked at every second. DATABASE_LISTEN_URL can lead around it',
      );
    } else if (before) this.#log.info('notifications of the database arrive again');
  }

  #notifyEverybody(): void {
    for (const subscribers of [...this.#subscribers.values()]) notifyAll(subscribers);
  }

  /** Says once that the connection is lost, and once that it is back. */
  #report(state: 'back' | 'away', error?: unknown): void {
    if (this.#closing.signal.aborted || this.#away === (state === 'away')) return;
    this.#away = state === 'away';
    if (this.#away)
      this.#log.warn({ error: loggable(error) }, 'live events are late: they wait for the database');
    else this.#log.info('live events go on');
  }
}

function notifyAll(subscribers: ReadonlySet<() => void> = new Set()): void {
  for (const subscriber of [...subscribers]) subscriber();
}
