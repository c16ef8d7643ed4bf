import { Worker } from 'node:worker_threads';
import { ServiceProblem } from '../../http/problem.ts';
import type { Masking } from './mask.ts';

/** Far beyond what the longest input takes; the thread is ended then, and nothing is stored. */
const TIMEOUT_MS = 20_000;
const WAITING = 20;

/** Masks off the event loop, one text after the other: a megabyte of hostile text keeps a thread busy for seconds. */
export class Masker {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /**
   * Replaces every token and credential in a text.
   * @throws ServiceProblem `service_unavailable` when too many wait; Error when masking fails. Neither quotes the text.
   */
  async mask(text: string): Promise<Masking> {
    if (this.#waiting >= WAITING) {
      throw new ServiceProblem('service_unavailable', 'Too many texts are being masked. Retry shortly.', {
        retryAfter: 2,
      });
    }
    this.#waiting++;
    const turn = this.#last.then(() => this.#run(text));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }

  #run(text: string): Promise<Masking> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const finish = (masking?: Masking): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('exit', ended);
        if (masking) resolve(masking);
        else reject(new Error('Masking failed; nothing was stored.'));
      };
      const answered = (answer: { masking?: Masking }): void => finish(answer.masking);
      const ended = (): void => finish();
      const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
      worker.on('message', answered).on('exit', ended);
      worker.postMessage(text);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./mask-worker.ts', import.meta.url));
    worker.unref();
    // An error ends the thread, which the one waiting learns by its exit.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}
