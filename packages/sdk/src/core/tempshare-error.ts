const brand: unique symbol = Symbol.for('tempshare.error') as never;

/**
 * Base class of the errors of this package. `instanceof` goes by the class's name within the hierarchy, so it holds
 * across two installed copies of the package.
 */
export class TempshareError extends Error {
  static readonly kind: string = 'TempshareError';
  /**
   * Id of an item created by a call that failed afterwards, such as the transfer of an upload, if it may still be
   * there. Not shown when the error is printed.
   */
  declare readonly announcedId?: string | undefined;

  override get name(): string {
    return (this.constructor as typeof TempshareError).kind;
  }

  override set name(value: string) {
    Object.defineProperty(this, 'name', { value, configurable: true, writable: true });
  }

  get [brand](): true {
    return true;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value);
    if (typeof value !== 'object' || value === null || !(brand in value)) return false;
    for (let proto: unknown = value; proto; proto = Object.getPrototypeOf(proto))
      if ((proto.constructor as typeof TempshareError | undefined)?.kind === this.kind) return true;
    return false;
  }
}

/** Names what the call leaves behind; not enumerable, and so not printed. */
export function leaving<E>(error: E, announcedId: string | undefined): E {
  if (error instanceof TempshareError)
    Object.defineProperty(error, 'announcedId', { value: announcedId, configurable: true, writable: true });
  return error;
}

export function must(holds: unknown, text: string): asserts holds {
  if (!holds) throw new TempshareError(text);
}

interface ResponseInfo {
  code?: 'unexpected_response' | 'foreign_link';
  status?: number;
  contentType?: string | undefined;
  requestId?: string | undefined;
  attempts?: number;
  operation?: string;
}

/**
 * A success whose body is not what the contract says: it may come from another service, a portal or a proxy. The error
 * holds nothing of the body.
 */
export class UnexpectedResponseError extends TempshareError {
  static override readonly kind: string = 'UnexpectedResponseError';
  /** `foreign_link`: the link leads elsewhere than to the service, so that it did not get its key. */
  declare readonly code: 'unexpected_response' | 'foreign_link';
  /** The HTTP status. This and the fields below are set only where the body is no JSON object at all. */
  declare readonly status: number | undefined;
  declare readonly contentType: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly attempts: number | undefined;
  /** The key all attempts carried: a proxy may have passed the call on. */
  declare readonly idempotencyKey: string | undefined;
  declare readonly operation: string | undefined;

  constructor(message: string, info: ResponseInfo = {}) {
    super(message);
    Object.assign(this, { code: 'unexpected_response', ...info });
  }
}
