/** Code shared by the adapters: a request's body and headers in, a reply out. */
import { TempshareError } from '../core/tempshare-error.ts';
import { WebhookVerificationError } from './errors.ts';
import { checkNames } from '../internal/check-names.ts';
import { must } from '../core/tempshare-error.ts';
import type { WebhookHandler } from './handler.ts';
import type { WebhookHeaders } from './types.ts';

export interface AdapterOptions {
  /** The longest body to read, in bytes; default 65,536. The service sends at most 4,096. */
  limit?: number | undefined;
  /**
   * Called with why a webhook was refused (a `WebhookVerificationError`; the reply is 400) or what its handler threw (500,
   * so that the service delivers it again). Not called for bodies that are too long or break off.
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

export interface Reply {
  status: number;
  problem?: string;
}

export const LIMIT = 65_536;
export const PROBLEM_TYPE = 'application/problem+json';
export const TOO_LARGE = problem(413, 'The body is longer than a webhook');
export const BROKEN_OFF = problem(400, 'The body broke off');
export const FAILED = problem(500, 'The handler of the webhook failed');

/**
 * Error for a framework's error handler after a handler, or `onError`, has thrown `cause`. It stands before the cause
 * because frameworks answer with an error's own `status`, and 410 would make the service stop delivering.
 */
export class WebhookHandlerError extends TempshareError {
  static override readonly kind: string = 'WebhookHandlerError';
  readonly status = 500;
  readonly statusCode = 500;

  constructor(cause: unknown, text = 'the handler of a webhook failed') {
    super(text, { cause });
    // Express logs nothing but the stack.
    if (cause instanceof Error) this.stack = `${this.name}: ${this.message}: ${cause.stack}`;
  }
}

/** @throws WebhookHandlerError unless `onError` takes what the handler throws */
export async function receive(
  webhooks: WebhookHandler,
  { body, headers }: { body: unknown; headers: WebhookHeaders },
  { onError, warn = console.warn }: AdapterOptions & { warn?: (text: string) => unknown },
): Promise<Reply> {
  let verified = false;
  try {
    const event = await webhooks.unwrap(body as Uint8Array, headers);
    verified = true;
    await webhooks.dispatch(event);
    return { status: 204 };
  } catch (error) {
    const code = !verified && error instanceof WebhookVerificationError ? error.code : undefined;
    if (onError) await onError(error);
    else if (code) warn(`webhook refused: ${code}: ${(error as Error).message}`);
    else throw new WebhookHandlerError(error);
    return code ? problem(400, 'The webhook was refused', code) : FAILED;
  }
}

/** @throws TempshareError for what is no handler, such as options for one, and for an option that is unknown or cannot work */
export function checkAdapter(
  webhooks: WebhookHandler | undefined,
  options: AdapterOptions,
  ...others: string[]
): void {
  must(webhooks?.unwrap, 'an adapter takes what createWebhookHandler() has made');
  checkNames('option of an adapter', options, ['limit', 'onError', ...others]);
  const { limit = LIMIT, onError } = options;
  must(Number.isSafeInteger(limit) && limit > 0, 'limit must be a whole number of bytes, above 0');
  must(onError === undefined || typeof onError === 'function', 'onError must be a function');
}

/** An error to hand to a framework: what `onError` throws may be nothing at all, or have a status of its own. */
export function passedOn(error: unknown): WebhookHandlerError {
  return error instanceof WebhookHandlerError
    ? error
    : new WebhookHandlerError(error, 'the onError of a webhook handler failed');
}

export function gather(limit: number): { add(piece: Uint8Array): boolean; bytes(): Uint8Array } {
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add(piece) {
      length += piece.length;
      pieces.push(piece);
      return length <= limit;
    },
    bytes() {
      const bytes = new Uint8Array(length);
      for (let at = 0; pieces.length > 0;) {
        const piece = pieces.shift() as Uint8Array;
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    },
  };
}

function problem(status: number, title: string, code?: string): Reply {
  return { status, problem: JSON.stringify({ title, status, code }) };
}
