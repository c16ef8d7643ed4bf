const brand: unique symbol = Symbol.for('tempshare.error') as never;

/**
 * What this package throws. `instanceof` goes by the class's name within the hierarchy, so it holds
 * across two installed copies of the package.
 */
export class TempshareError extends Error {
  /** The class's name, kept through minification. */
  static readonly kind: string = 'TempshareError';
  /**
   * Of an upload that failed: the id of the transfer or file that was announced for it, if that may still be there. Not
   * shown when the error is printed.
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

/** @throws TempshareError with the text unless it holds */
export function must(holds: unknown, text: string): asserts holds {
  if (!holds) throw new TempshareError(text);
}

/** What is known of a success that is not one. */
interface AnswerFacts {
  code?: 'unexpected_answer' | 'foreign_link';
  status?: number;
  contentType?: string | undefined;
  requestId?: string | undefined;
  attempts?: number;
  idempotencyKey?: string | undefined;
  operation?: string;
}

/**
 * A success whose body is not what the contract says: what answers may be another service, or none, such as a portal or
 * a proxy. Nothing of the body is told.
 */
export class AnswerError extends TempshareError {
  static override readonly kind: string = 'AnswerError';
  /** `foreign_link`: the link leads elsewhere than to the service, so that it did not get its key. */
  declare readonly code: 'unexpected_answer' | 'foreign_link';
  /** The HTTP status, of an answer that is no JSON object at all. So are the others. */
  declare readonly status: number | undefined;
  declare readonly contentType: string | undefined;
  declare readonly requestId: string | undefined;
  /** How many requests were sent. */
  declare readonly attempts: number | undefined;
  /** The key all attempts carried: what answered may have passed the call on. */
  declare readonly idempotencyKey: string | undefined;
  /** The operationId, such as `transfers.create`. */
  declare readonly operation: string | undefined;

  constructor(message: string, facts: AnswerFacts = {}) {
    super(message);
    Object.assign(this, { code: 'unexpected_answer', ...facts });
  }
}
