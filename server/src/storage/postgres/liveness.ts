import { isTimeout } from './database-errors.ts';
import { causeOf, destroy, type Connection } from './pg-internals.ts';

/** A connection that was silent for longer is tested before it gets a statement. */
const SILENT_MS = 1_000;
/** Maximum time of the test. */
const TEST_MS = 2_000;

/**
 * Finds connections whose network drops everything without an error. They fail together: when one times out, those that
 * have been silent as long are closed with it, so that no further request waits for them.
 */
export class Liveness {
  /** Time of the last response of each connection. */
  readonly #heardAt = new Map<Connection, number>();
  readonly #inUse = new Set<Connection>();
  /** Connections in use that are closed when they are released. */
  readonly #outdated = new Set<Connection>();

  /** Starts to watch a new connection. */
  watch(connection: Connection): void {
    this.#heardAt.set(connection, performance.now());
    connection.once('end', () => {
      this.#heardAt.delete(connection);
      this.#inUse.delete(connection);
      this.#outdated.delete(connection);
    });
  }

  /** Marks a connection to be closed when it is released. */
  retire(connection: Connection): void {
    this.#outdated.add(connection);
  }

  released(connection: Connection): void {
    this.#inUse.delete(connection);
    if (this.#outdated.delete(connection)) this.close(connection);
  }

  /** Replaces all connections, each as soon as it is idle. */
  renew(): void {
    for (const connection of [...this.#heardAt.keys()]) {
      if (this.#inUse.has(connection)) this.#outdated.add(connection);
      else this.close(connection);
    }
  }

  /** Checks a connection that is about to be used. */
  async isAlive(connection: Connection): Promise<boolean> {
    const heardAt = this.#heardAt.get(connection);
    if (heardAt === undefined) return false;
    this.#inUse.add(connection);
    if (performance.now() - heardAt < SILENT_MS) return true;
    const testedAt = performance.now();
    try {
      await connection.query({ text: 'SELECT 1', query_timeout: TEST_MS });
      this.#heard(connection);
      return true;
    } catch (error) {
      if (isTimeout(error)) this.#closeSilent(testedAt, { inUse: false });
      return false;
    }
  }

  /**
   * Sends something over a connection and notes when the response comes.
   * @param isTest whether a timeout says nothing about connections in use
   */
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

  /** Closes a connection; the pool does not use it again. */
  close(connection: Connection): void {
    this.#heardAt.delete(connection);
    destroy(connection);
  }

  #heard(connection: Connection): void {
    if (this.#heardAt.has(connection)) this.#heardAt.set(connection, performance.now());
  }

  /** Closes connections without a response since a time. Those in use may just be slow: they are closed only if all are silent. */
  #closeSilent(since: number, { inUse }: { inUse: boolean }): void {
    const networkIsUp = [...this.#heardAt.values()].some((heardAt) => heardAt > since);
    for (const [connection, heardAt] of [...this.#heardAt]) {
      if (heardAt > since || (this.#inUse.has(connection) && (networkIsUp || !inUse))) continue;
      this.close(connection);
    }
  }
}
