import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Measured } from '../metrics/metrics.ts';
import { scriptPath } from '../package.ts';
import { Failure } from '../start/failure.ts';
import type { EmbeddedPlace, FromWorker, ToWorker } from './messages.ts';

/**
 * A process that ends within this time has failed. After so many failures in a row, with none serving, the server ends.
 */
const FAILED_WITHIN_MS = 10_000;
const MOST_FAILURES = 5;
/** Delay before a restart after a failure. It doubles with each further one, up to a limit. */
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Extra time for a process to end after its requests and files. */
const END_MS = 15_000;
const MEASURE_MS = 3_000;

export interface WorkersOptions {
  count: number;
  embedded: EmbeddedPlace | undefined;
  environment: Record<string, string | undefined>;
  log: Logger;
  /** Returns the URL. */
  open: () => Promise<string>;
}

interface Worker {
  isFirst: boolean;
  process: ChildProcess;
  startedAt: number;
  isServing: boolean;
  /** Connections that were handed over, and not yet taken. */
  handed: Map<number, Socket>;
  /** Callers that wait for metrics, by request number. */
  measuring: Map<number, (metrics: Measured) => void>;
  measured?: Measured | undefined;
}

/** The first process starts alone, so that what keeps a server from starting is said once. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #retired: Measured[] = [];
  readonly #all = new Set<Worker>();
  /** Connections that arrived while no process could take them. */
  #waiting: Socket[] = [];
  readonly #started = Promise.withResolvers<string>();
  readonly #broken = Promise.withResolvers<never>();
  readonly #ended = Promise.withResolvers<void>();
  #url: Promise<string> | undefined;
  #isStarted = false;
  #isStopping = false;
  #failures = 0;
  #lastId = 0;
  #next = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#broken.promise.catch(() => undefined);
  }

  /** Returns the URL once requests are responded to. @throws if the first process ends before */
  start(): Promise<string> {
    this.#launch(true);
    return this.#started.promise;
  }

  /** Rejects when processes keep ending right after their start. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /** Passes on a connection of which nothing has been read. */
  hand(socket: Socket): void {
    const worker = this.#nextToTake();
    if (!worker) return void this.#waiting.push(socket);
    const id = ++this.#lastId;
    worker.handed.set(id, socket);
    const message: ToWorker = { type: 'connection', id };
    // Connections that could not be sent go to another worker when this one is gone.
    worker.process.send(message, socket, { keepOpen: true }, () => undefined);
  }

  /** Round robin among those with the fewest connections not yet taken, since a busy or halted process takes none. */
  #nextToTake(): Worker | undefined {
    const fewest = Math.min(...this.#serving.map(({ handed }) => handed.size));
    const free = this.#serving.filter(({ handed }) => handed.size === fewest);
    return free[this.#next++ % free.length];
  }

  get #serving(): Worker[] {
    return [...this.#all].filter(({ isServing }) => isServing);
  }

  /** Metrics of the processes that serve, and the last counts of those that have ended. */
  async measured(): Promise<Measured[]> {
    const id = ++this.#lastId;
    const answers = this.#serving.map(async (worker) => {
      const { promise, resolve } = Promise.withResolvers<Measured>();
      worker.measuring.set(id, resolve);
      this.#send(worker, { type: 'measure', id });
      const metrics = await Promise.race([promise, delay(MEASURE_MS, undefined, { ref: false })]);
      worker.measuring.delete(id);
      // A late process counts as before: a sum that falls would be taken for a restart.
      return (worker.measured = metrics ?? worker.measured);
    });
    return [...this.#retired, ...(await Promise.all(answers))].filter((metrics) => metrics !== undefined);
  }

  announce(): void {
    this.#isStopping = true;
    for (const worker of this.#all) this.#send(worker, { type: 'announce' });
  }

  /** Resolves when all processes have ended. */
  async finish({ requestMs, fileMs }: { requestMs: number; fileMs: number }): Promise<void> {
    for (const worker of this.#all) this.#send(worker, { type: 'finish' });
    if (this.#all.size === 0) return;
    const late = setTimeout(() => this.kill(), Math.max(requestMs, fileMs) + END_MS);
    await this.#ended.promise;
    clearTimeout(late);
  }

  kill(): void {
    this.#isStopping = true;
    for (const worker of this.#all) worker.process.kill('SIGKILL');
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  #launch(isFirst: boolean): void {
    if (this.#isStopping) return;
    const child = fork(scriptPath('src/workers/worker'), {
      env: this.#options.environment,
      execArgv: [...new Set([...process.execArgv, '--disable-sigusr1'])],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const worker: Worker = {
      isFirst,
      process: child,
      startedAt: performance.now(),
      isServing: false,
      handed: new Map(),
      measuring: new Map(),
    };
    this.#all.add(worker);
    child.on('message', (message: FromWorker) => void this.#receive(worker, message));
    child.once('exit', () => (worker.isServing = false));
    child.once('error', (error) => this.#options.log.error({ error: error.message }, 'A process failed.'));
    // Everything that the process sent has been read by then.
    child.once('close', (code, signal) => {
      this.#all.delete(worker);
      this.#retire(worker);
      for (const socket of worker.handed.values()) this.hand(socket);
      void this.#replace(worker, signal ?? `${code}`);
    });
    const { embedded } = this.#options;
    this.#send(worker, { type: 'start', isFirst, embedded });
  }

  /** Keeps the counts of an ended process. */
  #retire({ measured }: Worker): void {
    const counted = measured?.filter(({ type }) =>
      ['counter', 'histogram'].includes(type as unknown as string),
    );
    if (counted) this.#retired.push(counted);
  }

  #send({ process }: Worker, message: ToWorker): void {
    // One that is gone needs no message.
    process.send(message, () => undefined);
  }

  async #receive(worker: Worker, message: FromWorker): Promise<void> {
    switch (message.type) {
      case 'open':
        this.#url ??= this.#options.open();
        try {
          this.#send(worker, { type: 'opened', url: await this.#url });
        } catch (error) {
          this.#started.reject(error);
        }
        break;
      case 'serving':
        worker.isServing = true;
        for (const socket of this.#waiting.splice(0)) this.hand(socket);
        if (!this.#isStarted) {
          this.#isStarted = true;
          this.#started.resolve((await this.#url) as string);
          for (let more = 1; more < this.#options.count; more++) this.#launch(false);
        }
        break;
      case 'taken':
        worker.handed.get(message.id)?.destroy();
        worker.handed.delete(message.id);
        break;
      case 'measured':
        worker.measuring.get(message.id)?.(message.metrics);
    }
  }

  async #replace(worker: Worker, end: string): Promise<void> {
    if (this.#isStopping) {
      if (this.#all.size === 0) this.#ended.resolve();
      return;
    }
    const { pid } = worker.process;
    if (!this.#isStarted)
      // One that ends by itself has said why.
      return this.#started.reject(
        new Failure(end === '1' ? '' : `The server could not start: its process ended with ${end}.`),
      );
    const hasFailed = performance.now() < worker.startedAt + FAILED_WITHIN_MS;
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    this.#options.log.error({ pid, end }, 'A process that serves has ended. Another takes its place.');
    if (this.#failures >= MOST_FAILURES && this.#serving.length === 0)
      return this.#broken.reject(
        new Failure(
          `The server ends: ${MOST_FAILURES} processes in a row ended right after their start, the last with ${end}.`,
        ),
      );
    if (hasFailed) await delay(Math.min(PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS));
    this.#launch(worker.isFirst);
  }
}
