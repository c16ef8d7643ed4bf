import { write, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum number of characters that may wait for the reader of the log; further lines are lost. */
const MOST_WAITING = 4_194_304;
/** Delay before a full pipe is retried. */
const FULL_MS = 100;
/** Number of attempts at the rest when the process ends. */
const LAST_TRIES = 10;

/**
 * Writes lines to a file descriptor without making the caller wait. Lines that cannot be written, because the disk is full
 * or the reader is slow, are dropped. Their number is logged when there is room again.
 */
export class LogStream {
  readonly #fd: number;
  #waiting = '';
  /** Text of the current write, and whether a system call for it is in flight. */
  #writing: Buffer = Buffer.alloc(0);
  #isInFlight = false;
  #isBusy = false;
  #lost = 0;

  constructor(fd: number) {
    this.#fd = fd;
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > MOST_WAITING) {
      this.#lost++;
      return;
    }
    if (this.#lost > 0) {
      this.#waiting += lossOf(this.#lost);
      this.#lost = 0;
    }
    this.#waiting += line;
    if (!this.#isBusy) void this.#work();
  }

  /** Writes waiting lines, as far as the descriptor accepts them at once. */
  flushSync(): void {
    let rest = Buffer.concat([...(this.#isInFlight ? [] : [this.#writing]), Buffer.from(this.#waiting)]);
    this.#waiting = '';
    for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; tries++) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest));
      } catch (error) {
        if (!isFull(error)) return;
      }
    }
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting !== '') {
      this.#writing = Buffer.from(this.#waiting);
      this.#waiting = '';
      while (this.#writing.length > 0) await this.#writeSome();
    }
    this.#isBusy = false;
  }

  async #writeSome(): Promise<void> {
    try {
      this.#isInFlight = true;
      const count = await written(this.#fd, this.#writing).finally(() => (this.#isInFlight = false));
      this.#writing = this.#writing.subarray(count);
    } catch (error) {
      if (isFull(error)) return void (await delay(FULL_MS, undefined, { ref: false }));
      this.#lost += linesIn(this.#writing);
      this.#writing = Buffer.alloc(0);
    }
  }
}

const written = (fd: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    write(fd, bytes, (error, count) => (error ? reject(error) : resolve(count)));
  });

/** True if a pipe accepts nothing at the moment. */
const isFull = (error: unknown): boolean => (error as { code?: string }).code === 'EAGAIN';

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

/** A warning, as pino writes it. */
const lossOf = (lost: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lost, msg: 'lines of the log could not be written' })}\n`;
