import type { Outcome } from './answer.ts';
import { createCall } from './call.ts';
import { isBrowserPage, readEnv } from './env.ts';
import { TempshareError } from './errors.ts';
import { Resources } from './gen/resources.ts';
import { createBoundFetch, createInvoke, type BoundFetch, type Invoke } from './invoke.ts';
import { createLog, type Logger, type LogLevel } from './log.ts';
import type { CallArguments, OperationInfo, RequestOptions } from './operation.ts';
import type { APIPromise } from './promise.ts';
import { createTransport, type Middleware } from './transport.ts';

/** An API key, or a function asked for it before each attempt, for keys that rotate. */
export type ApiKey = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** Default: the variable SERVICE_API_KEY. `null`, or neither, makes a recipient's client, which can only call what needs no key. */
  apiKey?: ApiKey | null | undefined;
  /** Where the API is, version included, such as `https://share.example/api/v1`. Default: the variable SERVICE_BASE_URL. */
  baseUrl?: string | undefined;
  /** Milliseconds for each attempt, its body included; default 60,000. `Infinity` means none. */
  timeout?: number | undefined;
  /** Attempts after the first; default 2. */
  maxRetries?: number | undefined;
  /** The longest `Retry-After` to wait for, in milliseconds; default 60,000. Above it the call fails at once, with `retryAfterMs`. */
  maxRetryAfter?: number | undefined;
  /** Sent in place of `globalThis.fetch`, for a proxy or a test. */
  fetch?: typeof fetch | undefined;
  /** Functions that run around each attempt, the first outermost; for tracing, or headers that change. */
  middleware?: readonly Middleware[] | undefined;
  /** Default: `console`. Gets methods, path templates, statuses, times and a few headers; no body, address, id or key. */
  logger?: Logger | undefined;
  /** Default: the variable SERVICE_LOG, else `warn`. */
  logLevel?: LogLevel | undefined;
  /** Added to each request; `null` removes one that would be sent. */
  defaultHeaders?: Record<string, string | null> | undefined;
  /** Allows an API key on a web page, where every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * The client of a Tempshare service.
 *
 * @example
 * const client = new Tempshare({ apiKey: 'svc_sk_live_…', baseUrl: 'https://share.example/api/v1' });
 *
 * @throws TempshareError for settings that cannot work; each message says what to set.
 */
export class Tempshare extends Resources {
  readonly #settings: Settings;
  readonly #invoke: Invoke;
  readonly #boundFetch: BoundFetch;

  constructor(options: ClientOptions = {}) {
    const settings = resolveSettings(options);
    const transport = createTransport({
      ...settings,
      apiKey: (operation) => resolveKey(settings.apiKey, operation),
      log: createLog(options.logger, options.logLevel),
    });
    const invoke = createInvoke(transport, settings.baseUrl);
    super(createCall(invoke));
    this.#settings = settings;
    this.#invoke = invoke;
    this.#boundFetch = createBoundFetch(transport);
  }

  /** Without a trailing slash. */
  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** A client with these settings changed and the others kept. */
  withOptions(options: ClientOptions): Tempshare {
    return new Tempshare({ ...this.#settings, ...options });
  }

  /** Makes a call by its row of the operation table, for operations that this version of the package does not know. */
  invoke<T>(operation: OperationInfo, args: CallArguments, options?: RequestOptions): APIPromise<T> {
    return this.#invoke<T>(operation, args, options);
  }

  /** This client's transport as the `fetch` of one call, for another typed skin over the same specification. */
  boundFetch(operation: OperationInfo, options?: RequestOptions, outcome?: Outcome): typeof fetch {
    return this.#boundFetch(operation, options, outcome);
  }

  get [Symbol.toStringTag](): string {
    return 'Tempshare';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Tempshare { baseUrl: '${this.baseUrl}' }`;
  }
}

type Settings = ClientOptions &
  Required<Pick<ClientOptions, 'baseUrl' | 'timeout' | 'maxRetries' | 'maxRetryAfter' | 'fetch'>>;

function resolveSettings(options: ClientOptions) {
  const baseUrl = readBaseUrl(options.baseUrl ?? readEnv('SERVICE_BASE_URL'));
  const apiKey = options.apiKey === undefined ? readEnv('SERVICE_API_KEY') : options.apiKey;
  if (apiKey !== undefined && apiKey !== null && typeof apiKey !== 'function') checkKey(apiKey);
  if (apiKey && isBrowserPage() && !options.dangerouslyAllowBrowser) {
    throw new TempshareError(
      'an API key on a web page is readable by every visitor: call the service from your server, or, if nobody else can open this page, set dangerouslyAllowBrowser: true',
    );
  }
  const { timeout = 60_000, maxRetries = 2, maxRetryAfter = 60_000 } = options;
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options;
  return { ...options, baseUrl, apiKey, timeout, maxRetries, maxRetryAfter, fetch } satisfies Settings;
}

function readBaseUrl(value: string | undefined): string {
  if (value === undefined) {
    throw new TempshareError(
      'the address of the service is missing: pass new Tempshare({ baseUrl }) or set the variable SERVICE_BASE_URL, for example to http://localhost:8080/api/v1',
    );
  }
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TempshareError(
      'baseUrl (or the variable SERVICE_BASE_URL) must be an http or https address without user, query or fragment, such as http://localhost:8080/api/v1',
    );
  }
  return url.href.replace(/\/+$/, '');
}

async function resolveKey(apiKey: ApiKey | null | undefined, operation: OperationInfo): Promise<string> {
  if (!apiKey) {
    throw new TempshareError(
      `${operation.id} needs an API key: pass new Tempshare({ apiKey }) or set the variable SERVICE_API_KEY; nothing was sent`,
    );
  }
  const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
  checkKey(key);
  return key;
}

/** Catches what happens to keys on their way into a program. The messages never show the key. */
function checkKey(key: unknown): void {
  if (typeof key !== 'string' || key === '') {
    throw new TempshareError('the API key is not a non-empty string');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TempshareError(
      'the API key contains white space or a character outside ASCII, often a line end read from a file: trim it',
    );
  }
  if (!key.startsWith('svc_sk_')) {
    throw new TempshareError(
      'the API key does not start with svc_sk_: pass the key alone, without "Bearer" or quotation marks',
    );
  }
}
