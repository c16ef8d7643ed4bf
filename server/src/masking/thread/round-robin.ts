import { setImmediate } from 'node:timers/promises';

/** How long a task may go on, in milliseconds, before the next one goes on. The piece it is at is finished. */
const SLICE_MS = 10;

/** Work that is done piece by piece. */
export interface Task<Result> {
  id: number;
  pieces: AsyncGenerator<undefined, Result>;
  /** Most processor time, in milliseconds. */
  budget: number;
}

export type Outcome<Result> = { result: Result } | { failure: 'failed' | 'overrun' };

/** Does several tasks at once on one thread: each has a slice of time, then the next one, and so on. */
export class RoundRobin<Result> {
  readonly #tasks = new Map<number, Task<Result> & { used: number; worked: number }>();
  readonly #done: (id: number, outcome: Outcome<Result>, worked: number) => void;
  readonly #onSlice: (id: number) => void;
  #running = false;

  /**
   * `done` gets each outcome and the milliseconds that the task was worked on; `onSlice` learns whose slice begins, 0 when
   * it is over.
   */
  constructor(
    done: (id: number, outcome: Outcome<Result>, worked: number) => void,
    onSlice: (id: number) => void = () => undefined,
  ) {
    this.#done = done;
    this.#onSlice = onSlice;
  }

  add(task: Task<Result>): void {
    this.#tasks.set(task.id, { ...task, used: 0, worked: 0 });
    if (!this.#running) void this.#run();
  }

  /** Forgets a task; nothing is reported. */
  drop(id: number): void {
    this.#tasks.delete(id);
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#tasks.size > 0) {
      // What is added meanwhile is served at the end of the same round.
      for (const task of this.#tasks.values()) {
        this.#onSlice(task.id);
        const outcome = await slice(task);
        this.#onSlice(0);
        if (outcome && this.#tasks.delete(task.id)) this.#done(task.id, outcome, task.worked);
        // Lets messages in.
        await setImmediate();
      }
    }
    this.#running = false;
  }
}

async function slice<Result>(
  task: Task<Result> & { used: number; worked: number },
): Promise<Outcome<Result> | undefined> {
  const processor = process.threadCpuUsage();
  const start = performance.now();
  try {
    do {
      const piece = await task.pieces.next();
      if (piece.done) return { result: piece.value };
    } while (performance.now() - start < SLICE_MS);
  } catch {
    return { failure: 'failed' };
  } finally {
    const { user, system } = process.threadCpuUsage(processor);
    task.used += (user + system) / 1000;
    task.worked += performance.now() - start;
  }
  return task.used > task.budget ? { failure: 'overrun' } : undefined;
}
