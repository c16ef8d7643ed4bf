import { ServiceProblem } from '../../domain/problem.ts';

export interface QueuedTask {
  id: number;
  key: string;
  /** Characters of all texts. */
  length: number;
}

export interface QueueLimits {
  /** Maximum characters and tasks of one key. A single task is always accepted. */
  keyCharacters: number;
  keyTasks: number;
  /** Maximum characters and tasks of all keys. */
  characters: number;
  tasks: number;
  /** Maximum number of keys served concurrently. */
  keysAtOnce: number;
  /** Size of tasks in characters up to which that maximum does not apply. */
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

/** Initial estimate in milliseconds per character: the slowest texts on an idle machine. */
const FIRST_PACE = 0.001;
/** Minimum length of texts that update the estimate. */
const MEASURED_LENGTH = 10_000;

/** Serves keys round-robin, with one task of each at a time. */
export class MaskQueue<T extends QueuedTask> {
  readonly #limits: QueueLimits;
  /** Waiting tasks, in the order in which keys are served. */
  readonly #waiting = new Map<string, T[]>();
  readonly #working = new Map<string, T>();
  #pace = FIRST_PACE;

  constructor(limits: QueueLimits = QUEUE_LIMITS) {
    this.#limits = limits;
  }

  /** @throws ServiceProblem `rate_limited` if the key's queue is full, `service_unavailable` if the whole one is */
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

  /** Removes a task. `worked` is its duration in milliseconds, if it is done. */
  remove(task: T, worked?: number): void {
    if (worked !== undefined && task.length >= MEASURED_LENGTH)
      this.#pace = 0.7 * this.#pace + 0.3 * (worked / task.length);
    if (this.#working.get(task.key) === task) this.#working.delete(task.key);
    const waiting = this.#waiting.get(task.key)?.filter((other) => other !== task);
    if (waiting?.length) this.#waiting.set(task.key, waiting);
    else this.#waiting.delete(task.key);
  }

  get working(): T[] {
    return [...this.#working.values()];
  }

  /** A 503 with the estimated duration of the queue. */
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

  #keys(): number {
    return new Set([...this.#working.keys(), ...this.#waiting.keys()]).size;
  }

  #secondsFor(characters: number): number {
    return Math.max(1, Math.ceil((1.5 * characters * this.#pace) / 1000));
  }
}
