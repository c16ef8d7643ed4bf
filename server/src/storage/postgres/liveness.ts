import { isTimeout } from './database-errors.ts';
import { causeOf, destroy, type Connection } from './pg-internals.ts';

/** Idle time after which a connection is tested before use, in milliseconds. */
const SILENT_MS = 1_000;
const TEST_TIMEOUT_MS = 2_000;

/** Detects connections whose network silently drops packets. When one times out, all that were silent as long are closed. */
export class Liveness {
  readonly #heardAt = new Map<Connection, number>();
  readonly #inUse = new Set<Connection>();
  /** Connections to close on release. */
  readonly #outdated = new Set<Connection>();

  watch(connection: Connection): void {
    this.#heardAt.set(connection, performance.now());
    connection.once('end', () => {
      this.#heardAt.delete(connection);
      this.#inUse.delete(connection);
      this.#outdated.delete(connection);
    });
  }

  retire(connection: Connection): void {
    this.#outdated.add(connection);
  }

  released(connection: Connection): void {
    this.#inUse.delete(connection);
    if (this.#outdated.delete(connection)) this.close(connection);
  }

  renew(): void {
    for (const connection of [...this.#heardAt.keys()]) {
      if (this.#inUse.has(connection)) this.#outdated.add(connection);
      else this.close(connection);
    }
  }

  async isAlive(connection: Connection): Promise<boolean> {
    const heardAt = this.#heardAt.get(connection);
    if (heardAt === undefined) return false;
    this.#inUse.add(connection);
    if (performance.now() - heardAt < SILENT_MS) return true;
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
    this.#heardAt.delete(connection);
    destroy(connection);
  }

  #heard(connection: Connection): void {
    if (this.#heardAt.has(connection)) this.#heardAt.set(connection, performance.now());
  }

  /** Closes connections silent since a time. Those in use may be slow, so they are closed only if all are silent. */
  #closeSilent(since: number, { inUse }: { inUse: boolean }): void {
    const networkIsUp = [...this.#heardAt.values()].some((heardAt) => heardAt > since);
    for (const [connection, heardAt] of [...this.#heardAt]) {
      if (heardAt > since || (this.#inUse.has(connection) && (networkIsUp || !inUse))) continue;
      this.close(connection);
    }
  }
}
