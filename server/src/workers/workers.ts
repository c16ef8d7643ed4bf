import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Measured } from '../metrics/metrics.ts';
import { scriptPath } from '../package.ts';
import { Failure } from '../start/failure.ts';
import type { EmbeddedPlace, FromWorker, ToWorker } from './messages.ts';

/**
 * A process that ends sooner after its start has failed; so many in a row, and a further one would fail as well. While
 * another still serves, as when the database is away for those that start, they are tried on.
 */
const FAILED_WITHIN_MS = 10_000;
const MOST_FAILURES = 5;
/** Delay before a restart after the first failure; it doubles after each further one, up to a limit. */
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Extra time for a process to end after its requests and files. */
const END_MS = 15_000;
/** Timeout for the metrics of a process. */
const MEASURE_MS = 3_000;

export interface WorkersOptions {
  count: number;
  embedded: EmbeddedPlace | undefined;
  /** The variables that the processes see. */
  environment: Record<string, string | undefined>;
  log: Logger;
  /** Listens. @returns the URL. */
  open: () => Promise<string>;
}

interface Worker {
  isFirst: boolean;
  process: ChildProcess;
  startedAt: number;
  isServing: boolean;
  /** Connections that it has been handed and has not yet taken. */
  handed: Map<number, Socket>;
  /** Callers that wait for its metrics, by the number of the request. */
  measuring: Map<number, (metrics: Measured) => void>;
  /** Its last answer. */
  measured?: Measured | undefined;
}

/** The processes that serve. The first starts alone, so that what keeps a server from starting is said once. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #retired: Measured[] = [];
  readonly #all = new Set<Worker>();
  /** Connections that arrived while nobody could take them. */
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

  /** Resolves with the address when requests are responded to. @throws when the first process ends before. */
  start(): Promise<string> {
    this.#launch(true);
    return this.#started.promise;
  }

  /** Rejects when processes end as soon as they are started. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /** Has one of the processes serve a connection, of which nothing has been read. */
  hand(socket: Socket): void {
    const worker = this.#nextToTake();
    if (!worker) return void this.#waiting.push(socket);
    const id = ++this.#lastId;
    worker.handed.set(id, socket);
    const message: ToWorker = { type: 'connection', id };
    // Connections that could not be sent go to another worker when this one is gone.
    worker.process.send(message, socket, { keepOpen: true }, () => undefined);
  }

  /** Round robin; one that is too busy, or halted, to take what it has been handed is handed no more than the others. */
  #nextToTake(): Worker | undefined {
    const fewest = Math.min(...this.#serving.map(({ handed }) => handed.size));
    const free = this.#serving.filter(({ handed }) => handed.size === fewest);
    return free[this.#next++ % free.length];
  }

  get #serving(): Worker[] {
    return [...this.#all].filter(({ isServing }) => isServing);
  }

  /** The metrics of the processes that serve, and what those that have ended had counted. */
  async measured(): Promise<Measured[]> {
    const id = ++this.#lastId;
    const answers = this.#serving.map(async (worker) => {
      const { promise, resolve } = Promise.withResolvers<Measured>();
      worker.measuring.set(id, resolve);
      this.#send(worker, { type: 'measure', id });
      const metrics = await Promise.race([promise, delay(MEASURE_MS, undefined, { ref: false })]);
      worker.measuring.delete(id);
      // One that is late counts as it did: a sum that falls would be taken for a start anew.
      return (worker.measured = metrics ?? worker.measured);
    });
    return [...this.#retired, ...(await Promise.all(answers))].filter((metrics) => metrics !== undefined);
  }

  /** Has the processes tell their clients that the server is about to stop. */
  announce(): void {
    this.#isStopping = true;
    for (const worker of this.#all) this.#send(worker, { type: 'announce' });
  }

  /** Has the processes finish what they have taken. Resolves when they have ended. */
  async finish({ requestMs, fileMs }: { requestMs: number; fileMs: number }): Promise<void> {
    for (const worker of this.#all) this.#send(worker, { type: 'finish' });
    if (this.#all.size === 0) return;
    const late = setTimeout(() => this.kill(), Math.max(requestMs, fileMs) + END_MS);
    await this.#ended.promise;
    clearTimeout(late);
  }

  /** Ends what is left at once. */
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
    // Everything that it has sent has been read then.
    child.once('close', (code, signal) => {
      this.#all.delete(worker);
      this.#retire(worker);
      for (const socket of worker.handed.values()) this.hand(socket);
      void this.#replace(worker, signal ?? `${code}`);
    });
    const { embedded } = this.#options;
    this.#send(worker, { type: 'start', isFirst, embedded });
  }

  /** Keeps what a process has counted, as it last said. */
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
