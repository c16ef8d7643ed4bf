/** Those who wait, round-robin by caller: whoever was served goes behind the other callers, however many more of it wait. */
export class CallerQueue<T> {
  /** Callers in the order in which they are served. */
  readonly #callers = new Map<string, Set<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many of one caller wait. */
  sizeOf(caller: string): number {
    return this.#callers.get(caller)?.size ?? 0;
  }

  add(caller: string, entry: T): void {
    const own = this.#callers.get(caller) ?? new Set();
    this.#callers.set(caller, own.add(entry));
    this.#size++;
  }

  /** Takes out the next one. */
  next(): T | undefined {
    for (const [caller, own] of this.#callers) {
      const [entry] = own as Set<T> & [T];
      this.remove(caller, entry);
      if (own.size > 0) {
        this.#callers.delete(caller);
        this.#callers.set(caller, own);
      }
      return entry;
    }
    return undefined;
  }

  remove(caller: string, entry: T): void {
    const own = this.#callers.get(caller);
    if (!own?.delete(entry)) return;
    this.#size--;
    if (own.size === 0) this.#callers.delete(caller);
  }
}
