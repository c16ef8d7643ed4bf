import { operations } from '@tempshare/contract';
import type { ErrorCode, ProblemError } from '@tempshare/sdk/types';
import { checkNames } from '../domain/names.ts';
import { codesOf, type ErrorCodeOf, type OperationId } from './allowed-errors.ts';

const DISRUPTIONS = ['network', 'timeout', 'lost_response', 'cut_off'] as const;

/** Errors of every operation. */
const ANYWHERE = ['rate_limited', 'internal_error', 'service_unavailable'] as const;

/**
 * Failures of a request on its way: `network`, the connection fails and nothing has happened; `timeout`, nothing
 * has happened and no response comes until the caller gives up; `lost_response`, it was carried out and the connection
 * failed before the response; `cut_off`, it was carried out and the response breaks off in the middle.
 */
export type Disruption = (typeof DISRUPTIONS)[number];

/** How an operation can be made to fail: on its way, or with a code that the contract knows for it. */
export type Failure<K extends OperationId | '*'> =
  Disruption | (K extends OperationId ? ErrorCodeOf<K> : (typeof ANYWHERE)[number]);

export interface FailureOptions {
  /** How many requests fail; default 1. `Infinity` until it is cancelled. A client's own retries count. */
  times?: number | undefined;
  /**
   * Whole seconds in `Retry-After`, from 1; default 1, for `too_many_attempts` 600. A client that obeys waits by its own
   * timers, not by the mock's clock.
   */
  retryAfter?: number | undefined;
  /** The problem's `detail`. */
  detail?: string | undefined;
  /** The problem's `errors`, for `validation_failed`. */
  errors?: ProblemError[] | undefined;
}

const OPTIONS = Object.keys({
  times: 1,
  retryAfter: 1,
  detail: 1,
  errors: 1,
} satisfies Record<keyof FailureOptions, 1>);

/** A failure that was asked for. */
export interface PlannedFailure {
  /** How many requests it will still meet. */
  readonly remaining: number;
  cancel(): void;
}

export interface Planned {
  readonly operation: OperationId | '*';
  readonly how: ErrorCode | Disruption;
  readonly options: FailureOptions;
  remaining: number;
}

/** The failures asked for: of those that meet a request, the one asked for first is spent first. */
export class Failures {
  #planned: Planned[] = [];
  #hanging = new Set<() => void>();

  /** @throws TypeError for an unknown operation or option, or a code that the contract does not know for it */
  plan(operation: OperationId | '*', how: ErrorCode | Disruption, options: FailureOptions): PlannedFailure {
    const { times = 1, retryAfter = 1 } = options;
    if (operation !== '*' && !Object.hasOwn(operations, operation))
      throw new TypeError(`there is no operation ${String(operation)}`);
    const codes = operation === '*' ? ANYWHERE : codesOf(operation);
    const ways: readonly string[] = [...codes, ...DISRUPTIONS];
    if (!ways.includes(how))
      throw new TypeError(`${operation} cannot fail with ${how}, but with ${ways.join(', ')}`);
    checkNames('fail', options, OPTIONS);
    if (times !== Infinity && !(Number.isInteger(times) && times > 0))
      throw new TypeError('times must be a whole number above 0, or Infinity');
    if (!(Number.isInteger(retryAfter) && retryAfter > 0))
      throw new TypeError('retryAfter must be whole seconds, at least 1');
    const planned: Planned = { operation, how, options, remaining: times };
    this.#planned.push(planned);
    return {
      get remaining() {
        return planned.remaining;
      },
      cancel: () => void (planned.remaining = 0),
    };
  }

  /** Spends the next failure of an operation, if it is of the kind asked for. */
  spend(id: OperationId, kind: 'disruption' | 'problem'): Planned | undefined {
    this.#planned = this.#planned.filter(({ remaining }) => remaining > 0);
    const next = this.#planned.find(({ operation }) => operation === '*' || operation === id);
    if (!next || isDisruption(next.how) !== (kind === 'disruption')) return undefined;
    next.remaining -= 1;
    return next;
  }

  /** Resolves when the caller gives up, or when all failures are cleared. */
  hang(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#hanging.delete(done);
        resolve();
      };
      this.#hanging.add(done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }

  clear(): void {
    for (const planned of this.#planned) planned.remaining = 0;
    this.#planned = [];
    for (const done of [...this.#hanging]) done();
  }
}

const isDisruption = (how: string): how is Disruption => (DISRUPTIONS as readonly string[]).includes(how);
