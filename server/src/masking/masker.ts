import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { maskingOver } from '../metrics/channels.ts';
import { scriptPath } from '../package.ts';
import type { Masking } from '@tempshare/masking';
import { MaskQueue, QUEUE_LIMITS, type QueuedTask, type QueueLimits } from './thread/queue.ts';
import type { FromWorker, ToWorker, WorkerBeat } from './thread/worker.ts';

export interface MaskerOptions {
  limits: QueueLimits;
  /** What the thread runs. */
  script: URL;
  /** Most memory of the thread's heap, in MiB. */
  heap: number;
  /** How long a request may take, waiting included; in milliseconds, as are those below. */
  timeout: number;
  /** How long one slice may take before the thread counts as hanging and is replaced. */
  hanging: number;
  /** How long a thread that has nothing to do is kept. */
  idle: number;
}

const OPTIONS: MaskerOptions = {
  limits: QUEUE_LIMITS,
  script: pathToFileURL(scriptPath('src/masking/thread/worker')),
  heap: 256,
  timeout: 30_000,
  hanging: 15_000,
  idle: 30_000,
};

/** In place of the task whose slice it is, while a thread loads its code; it may take several times as long. */
const STARTING = -1;
const START_FACTOR = 4;

/** How many threads may end under a task that may not be to blame. */
const MAX_THREADS = 3;

interface MaskTask extends QueuedTask {
  texts: string[];
  threads: number;
  settle: (outcome: Masking[] | Error) => void;
}

/**
 * Masks off the event loop, on one thread that works on texts of several keys round-robin: the small text of one key does
 * not wait for the big ones of another.
 */
export class Masker {
  readonly #options: MaskerOptions;
  readonly #queue: MaskQueue<MaskTask>;
  readonly #beat: WorkerBeat['beat'] = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker | undefined;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: Partial<MaskerOptions> = {}) {
    this.#options = { ...OPTIONS, ...options };
    this.#queue = new MaskQueue(this.#options.limits);
  }

  /**
   * Replaces every token and credential in each text, unless the signal calls it off.
   * @throws ServiceProblem `rate_limited` when too much of the key waits; `service_unavailable` when too much of all does,
   * when it takes too long, or when the thread ends under it; the signal's reason; Error when masking fails. None quotes
   * the texts.
   */
  async mask(texts: string[], caller: { key: string; signal?: AbortSignal }): Promise<Masking[]> {
    const { key, signal } = caller;
    const began = performance.now();
    const tell = (failed: boolean) =>
      maskingOver.tell({ failed, seconds: (performance.now() - began) / 1_000 });
    const { promise, resolve, reject } = Promise.withResolvers<Masking[]>();
    const task: MaskTask = {
      id: (this.#lastId = (this.#lastId % 0x7fffffff) + 1),
      key,
      length: texts.reduce((sum, { length }) => sum + length, 0),
      texts,
      threads: 0,
      settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
    };
    signal?.throwIfAborted();
    this.#queue.add(task);
    const leave = (): void => this.#drop(task, signal?.reason as Error);
    signal?.addEventListener('abort', leave);
    const timer = setTimeout(
      () => this.#drop(task, this.#queue.busy('Masking these texts took too long; nothing was stored.')),
      this.#options.timeout,
    );
    this.#next();
    try {
      const masked = await promise;
      tell(false);
      return masked;
    } catch (error) {
      if (error !== signal?.reason) tell(true);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Gives the thread what it may work on, and watches it while it has something. */
  #next(): void {
    for (let task = this.#queue.next(); task !== undefined; task = this.#queue.next()) this.#post(task);
    const working = this.#queue.working.length > 0;
    clearTimeout(this.#idle);
    if (!working && this.#worker) this.#idle = setTimeout(() => this.#rest(), this.#options.idle).unref();
    if (working === (this.#watch !== undefined)) return;
    clearInterval(this.#watch);
    this.#watch = working ? this.#watchBeat() : undefined;
  }

  /** Ends the thread, and gives its memory back. */
  #rest(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #post(task: MaskTask): void {
    task.threads++;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id: task.id, texts: task.texts } satisfies ToWorker);
  }

  #drop(task: MaskTask, reason: Error): void {
    this.#worker?.postMessage({ drop: task.id } satisfies ToWorker);
    this.#queue.remove(task);
    task.settle(reason);
    this.#next();
  }

  #start(): Worker {
    Atomics.store(this.#beat, 0, STARTING);
    const worker = new Worker(this.#options.script, {
      workerData: { beat: this.#beat } satisfies WorkerBeat,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heap },
    });
    worker.unref();
    worker.on('message', (message: FromWorker) => this.#finish(message));
    // An error ends the thread.
    worker.on('error', () => undefined);
    worker.once('exit', () => this.#replace(worker));
    return worker;
  }

  #finish({ id, outcome, worked }: FromWorker): void {
    const task = this.#queue.working.find((other) => other.id === id);
    if (!task) return;
    this.#queue.remove(task, worked);
    if ('result' in outcome) task.settle(outcome.result);
    else if (outcome.failure === 'failed') task.settle(new Error('Masking failed; nothing was stored.'));
    else task.settle(this.#queue.busy('Masking these texts took too long; nothing was stored.'));
    this.#next();
  }

  /** The thread has ended. The task whose slice it was fails; the others begin again on a new one. */
  #replace(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const culprit = Atomics.load(this.#beat, 0);
    for (const task of this.#queue.working) {
      if (task.id === culprit || task.threads >= MAX_THREADS) {
        this.#queue.remove(task);
        task.settle(this.#queue.busy('Masking these texts broke off; nothing was stored.'));
      } else this.#post(task);
    }
    this.#next();
  }

  #watchBeat(): NodeJS.Timeout {
    const beats = (): number => Atomics.load(this.#beat, 1);
    let [last, since] = [beats(), performance.now()];
    const look = (): void => {
      const limit = this.#options.hanging * (Atomics.load(this.#beat, 0) === STARTING ? START_FACTOR : 1);
      if (beats() !== last) [last, since] = [beats(), performance.now()];
      else if (performance.now() - since > limit) {
        since = performance.now();
        void this.#worker?.terminate();
      }
    };
    return setInterval(look, this.#options.hanging / 10);
  }
}
