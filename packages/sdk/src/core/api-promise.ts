export interface Outcome {
  attempts: number;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  data?: unknown;
  /** The response: a fresh unread copy each time, but the one stream of a `bytes` operation. */
  response?: () => Response;
}

/** A result with the circumstances of its call. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  requestId: string | undefined;
  /** How many requests were sent; of a call that uploads a file, those of the upload, too. */
  attempts: number;
  idempotencyKey: string | undefined;
}

export interface Composition {
  /** Waits for the main call, whose circumstances are those of the composed one. */
  adopt<A>(this: void, call: APIPromise<A>): Promise<A>;
  /** Adds requests that were sent beside it. */
  count(this: void, requests: number): void;
}

/**
 * The result of a call. Await it for the data, or ask for what came with it.
 *
 * @example
 * const { data, requestId, attempts } = await client.transfers.create(body).withResponse();
 */
export class APIPromise<T> implements Promise<T> {
  readonly #data: Promise<T>;
  readonly #outcome: Outcome;

  constructor(data: Promise<T>, outcome: Outcome) {
    this.#data = data;
    this.#outcome = outcome;
  }

  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#data;
    const { requestId, attempts, idempotencyKey } = this.#outcome;
    return { data, response: await this.asResponse(), requestId, attempts, idempotencyKey };
  }

  /**
   * The response, its body unread. Fails as the call does: an error status throws here too. Of a call that seals, the
   * body holds the link with its key, which the service does not have.
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

/** A call of several requests. Not a method of the class, so that bundlers can leave it out. */
export function composed<T>(work: (composition: Composition) => Promise<T>): APIPromise<T> {
  const outcome: Outcome = { attempts: 0 };
  const adopt = async <A>(call: APIPromise<A>): Promise<A> => {
    const { data, response, ...circumstances } = await call.withResponse();
    Object.assign(outcome, circumstances, { response: () => response });
    return data;
  };
  const count = (requests: number) => void (outcome.attempts += requests);
  const data = work({ adopt, count }).then((data) => {
    const { response } = outcome;
    // The link in the service's own response has not the key that makes it whole.
    outcome.response = () => {
      const own = new Response(JSON.stringify(data), response!());
      own.headers.delete('content-length');
      return own;
    };
    return data;
  });
  return new APIPromise(data, outcome);
}
