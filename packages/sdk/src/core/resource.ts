import type { Invoke } from './invoke.ts';
import type { CallArguments, Encryption, OperationInfo, RequestOptions } from './operation.ts';
import type { APIPromise } from './api-promise.ts';
import type { Settings } from './options.ts';

/** What of an operation does not follow from its method and path. */
export type Exceptions = Partial<Pick<OperationInfo, 'answer' | 'auth' | 'idempotent' | 'takes'>>;

/**
 * Makes a call of an operation, such as `POST /transfers`; what each resource method comes down to. `D` is the generated
 * type of the operation's request, which holds its path and its arguments.
 */
export interface Call {
  <D extends { url: string }>(
    id: string,
    line: `${Uppercase<string>} ${D['url']}`,
    args: Omit<D, 'url'>,
    options?: RequestOptions,
    exceptions?: Exceptions,
  ): APIPromise<never>;
  /** How what is created is sealed when the call does not say. */
  readonly encryption: Encryption;
  /** Where links may lead to get their key. */
  readonly linkOrigins: readonly string[];
  /** The client's, for what is followed over many calls. */
  readonly limits: Limits;
}

/** What a caller gives as a body: what may be left out may be undefined, with `exactOptionalPropertyTypes`, too. */
export type Given<B> = { [F in keyof B]: B[F] | (B extends Record<F, unknown> ? never : undefined) };

export type Limits = Pick<Settings, 'timeout' | 'maxRetries' | 'maxRetryAfter'>;

/** What every resource is: a part of the contract, sent through one client. */
export class Resource {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  protected get call(): Call {
    return this.#call;
  }
}

export function createCall(
  invoke: Invoke,
  { baseUrl, appUrl, encryption, timeout, maxRetries, maxRetryAfter }: Settings,
): Call {
  const call = (
    id: string,
    line: string,
    args: CallArguments,
    options?: RequestOptions,
    exceptions?: Exceptions,
  ) => invoke<never>(operationInfo(id, line, exceptions), args, options);
  const linkOrigins = [baseUrl, ...(appUrl ? [appUrl] : [])].map((url) => new URL(url).origin);
  return Object.assign(call, {
    encryption,
    linkOrigins,
    limits: { timeout, maxRetries, maxRetryAfter },
  });
}

/** The row of an operation by its method and path. */
export function operationInfo(id: string, line: string, exceptions?: Exceptions): OperationInfo {
  const [method, path] = line.split(' ') as [string, string];
  const auth = path.startsWith('/public/') ? 'none' : 'bearer';
  const idempotent = method === 'POST' && auth === 'bearer';
  return { id, method, path, auth, idempotent, ...exceptions };
}
