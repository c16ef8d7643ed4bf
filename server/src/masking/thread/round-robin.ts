import { setImmediate } from 'node:timers/promises';

/** Duration of a slice in milliseconds. The current piece is completed. */
const SLICE_MS = 10;

export interface Task<Result> {
  id: number;
  pieces: AsyncGenerator<undefined, Result>;
  budget: number;
}

export type Outcome<Result> = { result: Result } | { failure: 'failed' | 'overrun' };

/** Runs several tasks on one thread, in time slices. */
export class RoundRobin<Result> {
  readonly #tasks = new Map<number, Task<Result> & { used: number; worked: number }>();
  readonly #done: (id: number, outcome: Outcome<Result>, worked: number) => void;
  readonly #onSlice: (id: number) => void;
  #running = false;

  /** @param done gets outcomes and durations @param onSlice gets the id of the task whose slice begins, 0 at its end */
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

  drop(id: number): void {
    this.#tasks.delete(id);
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#tasks.size > 0) {
      // Tasks added meanwhile run at the end of the same round.
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
