/** Callers with as many turns in the last minute or two count as busy. */
const BUSY = 2;
const MINUTE_MS = 60_000;

/**
 * A queue that is fair between callers. Callers take turns, however many entries each of them has. Callers that had no turn
 * lately have a lane of their own, which alternates with the lane of busy callers: a newcomer does not wait for every busy
 * caller, and newcomers without number do not hold up busy ones.
 */
export class CallerQueue<T> {
  /** Waiting entries by caller, in the order of their turns. */
  readonly #lanes = { new: new Map<string, Set<T>>(), busy: new Map<string, Set<T>>() };
  #next: 'new' | 'busy' = 'new';
  #size = 0;
  /** Number of turns of each caller, in this minute and the one before. */
  #turns = { current: new Map<string, number>(), previous: new Map<string, number>(), since: -Infinity };

  get size(): number {
    return this.#size;
  }

  /** Number of entries of one caller. */
  sizeOf(caller: string): number {
    return (this.#lanes.new.get(caller)?.size ?? 0) + (this.#lanes.busy.get(caller)?.size ?? 0);
  }

  /** The caller with the most entries, and how many; undefined when nobody waits. */
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

  /** Adds an entry. All entries of a caller wait in one lane. */
  add(caller: string, entry: T): void {
    const { new: fresh, busy } = this.#lanes;
    const lane = busy.has(caller) || (!fresh.has(caller) && this.#turnsOf(caller) >= BUSY) ? busy : fresh;
    lane.set(caller, (lane.get(caller) ?? new Set<T>()).add(entry));
    this.#size++;
  }

  /** Counts a turn of a caller that did not have to wait. `next` counts those that did. */
  count(caller: string): void {
    this.#age();
    this.#turns.current.set(caller, (this.#turns.current.get(caller) ?? 0) + 1);
  }

  /** Takes out the next entry. */
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

  /** Takes out the entry of a caller that was added last. */
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

  /** The next caller of a lane that is not empty: of new ones, one that had no turn yet comes before one that had. */
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
