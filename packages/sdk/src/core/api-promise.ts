import type { Outcome } from './response.ts';

/** A result with the circumstances of its call. */
export interface WithResponse<T> {
  data: T;
  /** The answer itself, its body unread. */
  response: Response;
  /** The answer's `X-Request-Id`. */
  requestId: string | undefined;
  /** How many requests were sent; of a call that uploads a file, those of the upload, too. */
  attempts: number;
  /** The key that all of them carried. */
  idempotencyKey: string | undefined;
}

/** Told of requests that were sent beside the call, such as those of an upload. */
export type Count = (requests: number) => void;

/**
 * The result of a call. Await it for the data, or ask for what came with it.
 *
 * @example
 * const { data, requestId, attempts } = await client.transfers.create(body).withResponse();
 */
export class APIPromise<T> implements Promise<T> {
  readonly #data: Promise<T>;
  readonly #outcome: Outcome;

  /** @param outcome what a transport fills in before `data` resolves */
  constructor(data: Promise<T>, outcome: Outcome) {
    this.#data = data;
    this.#outcome = outcome;
  }

  /** A call that is prepared first and whose data is changed afterwards; its circumstances are those of the call. */
  static prepared<A, T>(
    start: Promise<{ call: APIPromise<A>; finish: (data: A, count: Count) => T | Promise<T> }>,
  ): APIPromise<T> {
    const outcome: Outcome = { attempts: 0 };
    const data = start.then(async ({ call, finish }) => {
      const answer = await call;
      Object.assign(outcome, call.#outcome);
      const data = await finish(answer, (requests) => (outcome.attempts += requests));
      // The link that the service answered has not the key that makes it whole.
      outcome.response = () => new Response(JSON.stringify(data), call.#outcome.response!());
      return data;
    });
    return new this(data, outcome);
  }

  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#data;
    const { requestId, attempts, idempotencyKey } = this.#outcome;
    return { data, response: await this.asResponse(), requestId, attempts, idempotencyKey };
  }

  /**
   * The answer, its body unread. Fails as the call does: an error status throws here too. Of a call that seals the body
   * holds the link with its key, which the service did not answer.
   */
  async asResponse(): Promise<Response> {
    await this.#data;
    return this.#outcome.response!();
  }

  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#data.then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#data.catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#data.finally(onFinally);
  }

  get [Symbol.toStringTag](): string {
    return 'APIPromise';
  }
}
