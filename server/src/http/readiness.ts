import { setTimeout as delay } from 'node:timers/promises';
import { ServiceProblem } from '../domain/problem.ts';

/** Dependency check. Rejects with a message for operators. */
export type Probe = () => Promise<void>;

/** Time for which a result is reused. */
const FRESH_MS = 1_000;
const TIMEOUT_MS = 2_000;
const RETRY_SECONDS = 2;

/** Readiness of this process. Each probe runs at most once a second, however many callers ask. */
export class Readiness {
  readonly #probes: readonly Probe[];
  #draining = false;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;

  constructor(probes: readonly Probe[]) {
    this.#probes = probes;
  }

  /** Makes `check` fail from now on, so that load balancers send requests elsewhere. */
  drain(): void {
    this.#draining = true;
  }

  /** @throws ServiceProblem `service_unavailable` while draining, or if a probe fails or takes more than 2 s */
  async check(): Promise<void> {
    if (this.#draining) throw notReady('This server is about to stop. Send requests to another one.');
    if (this.#checking === undefined || performance.now() > this.#checkedAt + FRESH_MS) {
      this.#checkedAt = Infinity;
      this.#checking = this.#run().finally(() => (this.#checkedAt = performance.now()));
      this.#checking.catch(() => undefined);
    }
    await this.#checking;
  }

  async #run(): Promise<void> {
    const timeout = new AbortController();
    const late = delay(TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).then(() => {
      throw notReady(
        'The database does not respond in time.',
        new Error(`no response within ${TIMEOUT_MS} ms`),
      );
    });
    late.catch(() => undefined);
    try {
      await Promise.race([Promise.all(this.#probes.map((probe) => probe())), late]);
    } finally {
      timeout.abort();
    }
  }
}

function notReady(detail: string, cause?: Error): ServiceProblem {
  return new ServiceProblem('service_unavailable', detail, { retryAfter: RETRY_SECONDS, cause });
}
