import { isTimeout } from './database-errors.ts';
import { causeOf, destroy, type Connection } from './pg-internals.ts';

/** Idle time after which a connection is tested before use, in milliseconds. */
const SILENT_MS = 1_000;
const TEST_TIMEOUT_MS = 2_000;

/** Detects connections whose network silently drops packets. When one times out, all that were silent as long are closed. */
export class Liveness {
  readonly #connections = new Map<Connection, { heardAt: number; inUse: boolean; isOutdated: boolean }>();

  watch(connection: Connection): void {
    this.#connections.set(connection, { heardAt: performance.now(), inUse: false, isOutdated: false });
    connection.once('end', () => this.#connections.delete(connection));
  }

  /** Closes a connection on release. */
  retire(connection: Connection): void {
    const known = this.#connections.get(connection);
    if (known) known.isOutdated = true;
  }

  released(connection: Connection): void {
    const known = this.#connections.get(connection);
    if (known?.isOutdated) this.close(connection);
    else if (known) known.inUse = false;
  }

  renew(): void {
    for (const [connection, { inUse }] of [...this.#connections]) {
      if (inUse) this.retire(connection);
      else this.close(connection);
    }
  }

  async isAlive(connection: Connection): Promise<boolean> {
    const known = this.#connections.get(connection);
    if (!known) return false;
    known.inUse = true;
    if (performance.now() - known.heardAt < SILENT_MS) return true;
    const test = { text: 'SELECT 1', query_timeout: TEST_TIMEOUT_MS };
    return this.track(connection, () => connection.query(test), { isTest: true }).then(
      () => true,
      () => false,
    );
  }

  /** Sends a message and records the response time. @param isTest true if a timeout says nothing about connections in use */
  async track<Result>(
    connection: Connection,
    send: () => Promise<Result>,
    { isTest = false } = {},
  ): Promise<Result> {
    const sentAt = performance.now();
    try {
      const result = await send();
      this.#heard(connection);
      return result;
    } catch (error) {
      if (!isTimeout(causeOf(error))) this.#heard(connection);
      else this.#closeSilent(sentAt, { inUse: !isTest });
      throw error;
    }
  }

  close(connection: Connection): void {
    this.#connections.delete(connection);
    destroy(connection);
  }

  #heard(connection: Connection): void {
    const known = this.#connections.get(connection);
    if (known) known.heardAt = performance.now();
  }

  /** Closes connections silent since a time. Those in use may be slow, so they are closed only if all are silent. */
  #closeSilent(since: number, { inUse }: { inUse: boolean }): void {
    const networkIsUp = [...this.#connections.values()].some(({ heardAt }) => heardAt > since);
    for (const [connection, known] of [...this.#connections]) {
      if (known.heardAt > since || (known.inUse && (networkIsUp || !inUse))) continue;
      this.close(connection);
    }
  }
}
