import { causeOf, type Connection } from './batch.ts';
import { isTimeout } from './database-errors.ts';

/** A connection that was silent for longer proves that it is alive before it gets a statement. */
const SILENT_MS = 1_000;
/** How long the proof may take. */
const PROOF_MS = 2_000;

/**
 * Finds connections whose network swallows everything, without a word to either end. They die together: when one is
 * found dead, those that have been silent as long are closed with it, and nobody waits for them.
 */
export class Liveness {
  /** When each connection last gave a sign of life. */
  readonly #heardAt = new Map<Connection, number>();
  readonly #inUse = new Set<Connection>();
  /** Those in use that are closed when they are released. */
  readonly #outdated = new Set<Connection>();

  /** Begins to watch a connection that has been made. */
  watch(connection: Connection & { once(event: 'end', listener: () => void): unknown }): void {
    this.#heardAt.set(connection, performance.now());
    connection.once('end', () => {
      this.#heardAt.delete(connection);
      this.#inUse.delete(connection);
      this.#outdated.delete(connection);
    });
  }

  /** Has a connection closed when it is released. */
  retire(connection: Connection): void {
    this.#outdated.add(connection);
  }

  /** Told that nobody uses a connection any more. */
  released(connection: Connection): void {
    this.#inUse.delete(connection);
    if (this.#outdated.delete(connection)) this.close(connection);
  }

  /** Has all connections replaced, each as soon as nobody uses it. */
  renew(): void {
    for (const connection of [...this.#heardAt.keys()]) {
      if (this.#inUse.has(connection)) this.#outdated.add(connection);
      else this.close(connection);
    }
  }

  /** Whether a connection of the pool can be used. */
  async isAlive(connection: Connection): Promise<boolean> {
    const heardAt = this.#heardAt.get(connection);
    if (heardAt === undefined) return false;
    this.#inUse.add(connection);
    if (performance.now() - heardAt < SILENT_MS) return true;
    const provedAt = performance.now();
    try {
      await connection.query({ text: 'SELECT 1', query_timeout: PROOF_MS });
      this.#heard(connection);
      return true;
    } catch (error) {
      if (isTimeout(error)) this.#closeSilent(provedAt, { inUse: false });
      return false;
    }
  }

  /**
   * What is sent over a connection, which gives a sign of life with its response.
   * @param isTest when no response in time tells nothing of connections in use
   */
  async heed<Result>(
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

  /** Closes a connection, which is not used again from now on. */
  close(connection: Connection): void {
    this.#heardAt.delete(connection);
    connection.connection.stream.destroy();
  }

  #heard(connection: Connection): void {
    if (this.#heardAt.has(connection)) this.#heardAt.set(connection, performance.now());
  }

  /** Closes those that have given no sign since; those in use only if none has, which may just take long otherwise. */
  #closeSilent(since: number, { inUse }: { inUse: boolean }): void {
    const networkIsThere = [...this.#heardAt.values()].some((heardAt) => heardAt > since);
    for (const [connection, heardAt] of [...this.#heardAt]) {
      if (heardAt > since || (this.#inUse.has(connection) && (networkIsThere || !inUse))) continue;
      this.close(connection);
    }
  }
}
