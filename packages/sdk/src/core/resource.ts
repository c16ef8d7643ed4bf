import type { APIPromise } from './api-promise.ts';
import type { Context } from '../internal/context.ts';
import { operation, type RequestOptions, type Row } from './operation.ts';

/** Body as a caller gives it: optional fields may be undefined, also with `exactOptionalPropertyTypes`. */
export type Given<B> = { [F in keyof B]: B[F] | (B extends Record<F, unknown> ? never : undefined) };

export class Resource {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** A method, since printing an object in full calls its getters: the settings hold the API key. */
  protected context(): Context {
    return this.#context;
  }

  protected call<D extends { url: string }>(
    row: Row<D['url']>,
    args: Omit<D, 'url'>,
    options?: RequestOptions,
  ): APIPromise<never> {
    return this.#context.invoke<never>(operation(...row), args, options);
  }
}
