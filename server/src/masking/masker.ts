import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { maskingOver } from '../metrics/channels.ts';
import { scriptPath } from '../package.ts';
import type { Masking } from '@tempshare/masking';
import { MaskQueue, QUEUE_LIMITS, type QueuedTask, type QueueLimits } from './thread/queue.ts';
import type { FromWorker, ToWorker, WorkerBeat } from './thread/worker.ts';

interface MaskerOptions {
  limits: QueueLimits;
  script: URL;
  /** Heap limit of the thread, in MiB. */
  heap: number;
  /** Timeout of a request including its wait, in milliseconds as below. */
  timeout: number;
  /** Maximum duration of a slice. A longer one means that the thread hangs and is replaced. */
  hanging: number;
  /** Lifetime of an idle thread. */
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

/** Marker in place of a task id while a thread loads its code, which may take several times as long. */
const STARTING = -1;
const START_FACTOR = 4;

/** Maximum number of crashed threads per task that may not be to blame. */
const MAX_THREADS = 3;

interface MaskTask extends QueuedTask {
  texts: string[];
  threads: number;
  settle: (outcome: Masking[] | Error) => void;
}

/** Masks texts on a worker thread, round-robin over API keys, so that large texts do not delay small ones. */
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
   * Masks every token and credential in the texts. Errors never quote them.
   * @throws ServiceProblem `rate_limited` if the key's queue is full; `service_unavailable` if the whole queue is full,
   *   or masking takes too long or crashes
   * @throws the signal's reason; Error if masking fails
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

  /** Sends the next tasks, and watches the thread while it works. */
  #next(): void {
    for (let task = this.#queue.next(); task !== undefined; task = this.#queue.next()) this.#post(task);
    const working = this.#queue.working.length > 0;
    clearTimeout(this.#idle);
    if (!working && this.#worker)
      this.#idle = setTimeout(() => this.#stopIdleThread(), this.#options.idle).unref();
    if (working === (this.#watch !== undefined)) return;
    clearInterval(this.#watch);
    this.#watch = working ? this.#watchBeat() : undefined;
  }

  #stopIdleThread(): void {
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
    // The thread ends after an error.
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

  /** Handles the end of the thread: the task of the current slice fails, the others restart on a new thread. */
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
