import { ServiceProblem } from '../../domain/problem.ts';

/** What waits to be masked, or is being masked. */
export interface QueuedTask {
  id: number;
  /** Whose it is. */
  key: string;
  /** Characters of all its texts. */
  length: number;
}

export interface QueueLimits {
  /** Most characters and most tasks of one key that wait or are worked on. A single task may always enter. */
  keyCharacters: number;
  keyTasks: number;
  /** The same for all keys together. */
  characters: number;
  tasks: number;
  /** How many keys may have a task worked on at once. */
  keysAtOnce: number;
  /** Tasks of at most so many characters are worked on at once however many keys there are. */
  small: number;
}

export const QUEUE_LIMITS: QueueLimits = {
  keyCharacters: 8_000_000,
  keyTasks: 30,
  characters: 32_000_000,
  tasks: 300,
  keysAtOnce: 4,
  small: 50_000,
};

/** Milliseconds for a character before any was measured: the slowest that there is on a quiet machine. */
const FIRST_PACE = 0.001;
/** Shorter tasks say more about the machine than about the pace. */
const MEASURED_LENGTH = 10_000;

/**
 * Serves keys round-robin: one task of each key is worked on at a time, in the order in which the key sent them, and a key
 * that was served goes behind the others.
 */
export class MaskQueue<T extends QueuedTask> {
  readonly #limits: QueueLimits;
  /** Keys in the order in which they are served. */
  readonly #waiting = new Map<string, T[]>();
  readonly #working = new Map<string, T>();
  #pace = FIRST_PACE;

  constructor(limits: QueueLimits = QUEUE_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Queues a task behind those of its key.
   * @throws ServiceProblem `rate_limited` when too much of its key waits, `service_unavailable` when too much of all does.
   */
  add(task: T): void {
    const own = this.#sizeOf(task.key);
    const all = this.#sizeOf();
    const { keyCharacters, keyTasks, characters, tasks } = this.#limits;
    if (own.tasks >= keyTasks || (own.tasks > 0 && own.characters + task.length > keyCharacters)) {
      const retryAfter = this.#secondsFor(own.characters * this.#keys());
      throw new ServiceProblem(
        'rate_limited',
        `Too much text of this key is waiting to be masked. Retry after ${retryAfter} seconds.`,
        { retryAfter },
      );
    }
    if (all.tasks >= tasks || (all.tasks > 0 && all.characters + task.length > characters))
      throw this.busy('Too much text is waiting to be masked.');
    const waiting = this.#waiting.get(task.key);
    if (waiting) waiting.push(task);
    else this.#waiting.set(task.key, [task]);
  }

  /** The next task to work on, if one may be. */
  next(): T | undefined {
    const { keysAtOnce, small } = this.#limits;
    for (const [key, waiting] of this.#waiting) {
      const [task] = waiting as [T];
      if (this.#working.has(key) || (this.#working.size >= keysAtOnce && task.length > small)) continue;
      waiting.shift();
      this.#waiting.delete(key);
      if (waiting.length > 0) this.#waiting.set(key, waiting);
      this.#working.set(key, task);
      return task;
    }
    return undefined;
  }

  /** Forgets a task; `worked` is how many milliseconds it took if it was done. */
  remove(task: T, worked?: number): void {
    if (worked !== undefined && task.length >= MEASURED_LENGTH)
      this.#pace = 0.7 * this.#pace + 0.3 * (worked / task.length);
    if (this.#working.get(task.key) === task) this.#working.delete(task.key);
    const waiting = this.#waiting.get(task.key)?.filter((other) => other !== task);
    if (waiting?.length) this.#waiting.set(task.key, waiting);
    else this.#waiting.delete(task.key);
  }

  /** What is worked on. */
  get working(): T[] {
    return [...this.#working.values()];
  }

  /** A 503 with the time in which what waits now is done. */
  busy(detail: string): ServiceProblem {
    const retryAfter = this.#secondsFor(this.#sizeOf().characters);
    return new ServiceProblem('service_unavailable', `${detail} Retry after ${retryAfter} seconds.`, {
      retryAfter,
    });
  }

  #sizeOf(key?: string): { tasks: number; characters: number } {
    const tasks = [...this.#working.values(), ...[...this.#waiting.values()].flat()].filter(
      (task) => key === undefined || task.key === key,
    );
    return { tasks: tasks.length, characters: tasks.reduce((sum, { length }) => sum + length, 0) };
  }

  /** How many keys share the thread. */
  #keys(): number {
    return new Set([...this.#working.keys(), ...this.#waiting.keys()]).size;
  }

  #secondsFor(characters: number): number {
    return Math.max(1, Math.ceil((1.5 * characters * this.#pace) / 1000));
  }
}
