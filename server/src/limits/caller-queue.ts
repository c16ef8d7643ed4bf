/** Turns in the last one to two minutes from which a caller is busy. */
const BUSY = 2;
const MINUTE_MS = 60_000;

/**
 * Queue that is fair between callers, however many entries each has. Callers without a recent turn have a lane of their
 * own, which alternates with that of busy callers, so that neither holds up the other.
 */
export class CallerQueue<T> {
  /** Waiting entries by caller, in the order of their turns. */
  readonly #lanes = { new: new Map<string, Set<T>>(), busy: new Map<string, Set<T>>() };
  #next: 'new' | 'busy' = 'new';
  #size = 0;
  /** Turns of each caller, in this minute and the one before. */
  #turns = { current: new Map<string, number>(), previous: new Map<string, number>(), since: -Infinity };

  get size(): number {
    return this.#size;
  }

  sizeOf(caller: string): number {
    return (this.#lanes.new.get(caller)?.size ?? 0) + (this.#lanes.busy.get(caller)?.size ?? 0);
  }

  longest(): { caller: string; size: number } | undefined {
    let longest: { caller: string; size: number } | undefined;
    for (const lane of [this.#lanes.busy, this.#lanes.new]) {
      for (const caller of lane.keys()) {
        const size = this.sizeOf(caller);
        if (size > (longest?.size ?? 0)) longest = { caller, size };
      }
    }
    return longest;
  }

  add(caller: string, entry: T): void {
    const { new: fresh, busy } = this.#lanes;
    const lane = busy.has(caller) || (!fresh.has(caller) && this.#turnsOf(caller) >= BUSY) ? busy : fresh;
    lane.set(caller, (lane.get(caller) ?? new Set<T>()).add(entry));
    this.#size++;
  }

  /** Counts a turn of a caller that did not wait. `next` counts the others. */
  count(caller: string): void {
    this.#age();
    this.#turns.current.set(caller, (this.#turns.current.get(caller) ?? 0) + 1);
  }

  next(): T | undefined {
    const lanes = this.#next === 'new' ? (['new', 'busy'] as const) : (['busy', 'new'] as const);
    const lane = lanes.find((name) => this.#lanes[name].size > 0);
    if (!lane) return undefined;
    const caller = this.#firstOf(lane);
    const own = this.#lanes[lane].get(caller) as Set<T>;
    const [entry] = own as Set<T> & [T];
    this.remove(caller, entry);
    this.count(caller);
    this.#next = lane === 'new' ? 'busy' : 'new';
    if (own.size > 0) {
      this.#lanes[lane].delete(caller);
      const behind = this.#turnsOf(caller) >= BUSY ? this.#lanes.busy : this.#lanes[lane];
      behind.set(caller, own);
    }
    return entry;
  }

  removeLast(caller: string): T | undefined {
    const entry = [...(this.#lanes.busy.get(caller) ?? this.#lanes.new.get(caller) ?? [])].at(-1);
    if (entry !== undefined) this.remove(caller, entry);
    return entry;
  }

  remove(caller: string, entry: T): void {
    for (const lane of Object.values(this.#lanes)) {
      const own = lane.get(caller);
      if (!own?.delete(entry)) continue;
      this.#size--;
      if (own.size === 0) lane.delete(caller);
    }
  }

  /** First caller of a lane that is not empty. New callers without a turn come first. */
  #firstOf(lane: 'new' | 'busy'): string {
    const callers = [...this.#lanes[lane].keys()];
    const fresh = lane === 'new' ? callers.find((caller) => this.#turnsOf(caller) === 0) : undefined;
    return fresh ?? (callers[0] as string);
  }

  #turnsOf(caller: string): number {
    this.#age();
    return (this.#turns.current.get(caller) ?? 0) + (this.#turns.previous.get(caller) ?? 0);
  }

  #age(): void {
    const now = performance.now();
    const { current, since } = this.#turns;
    if (now - since < MINUTE_MS) return;
    const previous = now - since < 2 * MINUTE_MS ? current : new Map<string, number>();
    this.#turns = { current: new Map(), previous, since: now };
  }
}
