import { isBrowserPage, readEnv } from '../internal/environment.ts';
import { createLog, type Logger, type LogLevel } from './log.ts';
import type { Encryption, GivenHeaders, OperationInfo } from './operation.ts';
import type { Middleware } from './middleware.ts';
import { checkNames } from '../internal/check-names.ts';
import { parseUrl } from '../internal/parse-url.ts';
import { mergeOverrides } from '../internal/request-headers.ts';
import { must } from './tempshare-error.ts';
import { checkLimits, createTransport, type Transport } from '../internal/transport.ts';

/** An API key, or a function asked for it before each attempt, for keys that rotate. */
export type ApiKey = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** Default: the variable SERVICE_API_KEY. `null`, or neither, makes a recipient's client, which can only call what needs no key. */
  apiKey?: ApiKey | null | undefined;
  /** URL of the API with its version, such as `https://share.example/api/v1`. Default: the variable SERVICE_BASE_URL. */
  baseUrl?: string | undefined;
  /**
   * Origin of the service's pages, to which links lead, if it differs from that of `baseUrl`, such as
   * `https://share.example` beside an internal `baseUrl`. A link to any other origin never gets its key. Default: the
   * variable SERVICE_APP_URL.
   */
  appUrl?: string | undefined;
  /** How `create` of transfers, secrets and rooms seals when the call does not say; default `e2e`. */
  encryption?: Encryption | undefined;
  /** Milliseconds for each attempt, its body included; default 60,000. `Infinity` means none. */
  timeout?: number | undefined;
  /** Attempts after the first; default 2. */
  maxRetries?: number | undefined;
  /** The longest `Retry-After` to wait for, in milliseconds; default 60,000. Above it the call fails at once, with `retryAfterMs`. */
  maxRetryAfter?: number | undefined;
  /** Called with an address and an init in place of `globalThis.fetch`, for a proxy or a test. */
  fetch?: typeof fetch | undefined;
  /** The first is the outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Default: `console`. Gets methods, path templates, statuses, times and a few headers; no body, address, id or key. */
  logger?: Logger | undefined;
  /** Default: the variable SERVICE_LOG, else `warn`. */
  logLevel?: LogLevel | undefined;
  defaultHeaders?: GivenHeaders | undefined;
  /** Allows an API key on a web page, where every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

const SETTINGS = Object.keys({
  apiKey: 1,
  baseUrl: 1,
  appUrl: 1,
  encryption: 1,
  timeout: 1,
  maxRetries: 1,
  maxRetryAfter: 1,
  fetch: 1,
  middleware: 1,
  logger: 1,
  logLevel: 1,
  defaultHeaders: 1,
  dangerouslyAllowBrowser: 1,
} satisfies Record<keyof ClientOptions, 1>);

export type Settings = ClientOptions &
  Required<
    Pick<ClientOptions, 'baseUrl' | 'encryption' | 'timeout' | 'maxRetries' | 'maxRetryAfter' | 'fetch'>
  >;

/** @throws TempshareError for settings that cannot work; each message says what to set. */
export function resolveSettings(options: ClientOptions): Settings {
  const {
    apiKey = readEnv('SERVICE_API_KEY'),
    baseUrl = readEnv('SERVICE_BASE_URL'),
    appUrl = readEnv('SERVICE_APP_URL'),
    encryption = 'e2e',
    timeout = 60_000,
    maxRetries = 2,
    maxRetryAfter = 60_000,
    fetch = (input, init) => globalThis.fetch(input, init),
    middleware = [],
    logger = console,
    dangerouslyAllowBrowser,
  } = options;
  checkNames('setting of a client', options, SETTINGS);
  if (apiKey !== undefined && apiKey !== null && !isFunction(apiKey)) checkKey(apiKey);
  must(
    !apiKey || dangerouslyAllowBrowser || !isBrowserPage(),
    'every visitor of a web page can read its API key: call from your server, or set dangerouslyAllowBrowser: true',
  );
  checkLimits(timeout, maxRetries);
  mergeOverrides(options.defaultHeaders);
  must(typeof maxRetryAfter === 'number' && maxRetryAfter >= 0, 'maxRetryAfter must be milliseconds from 0');
  must(['e2e', 'server'].includes(encryption), "encryption must be 'e2e' or 'server'");
  must(
    Array.isArray(middleware) && [fetch].concat(middleware).every(isFunction),
    'fetch must be a function, middleware a list of functions',
  );
  return {
    ...options,
    apiKey,
    baseUrl: readAddress(baseUrl, BASE_URL),
    appUrl: appUrl && readAddress(appUrl, APP_URL),
    encryption,
    timeout,
    maxRetries,
    maxRetryAfter,
    fetch,
    logger,
  };
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

export function transportFor(settings: Settings): Transport {
  return createTransport({
    ...settings,
    apiKey: (operation) => resolveKey(settings.apiKey, operation),
    log: createLog(settings.logger, settings.logLevel),
  });
}

const BASE_URL = [
  'pass { baseUrl } or set the variable SERVICE_BASE_URL',
  'http://localhost:8080/api/v1',
] as const;
const APP_URL = ['appUrl or the variable SERVICE_APP_URL is malformed', 'https://share.example'] as const;

function readAddress(value = '', [advice, example]: readonly [string, string]): string {
  const url = parseUrl(value)?.href ?? '';
  must(
    /^https?:\/\/[^/@]+\/[^?#]*$/.test(url),
    `${advice}: an http(s) address without user, query or fragment, such as ${example}`,
  );
  return url.replace(/\/+$/, '');
}

async function resolveKey(
  apiKey: ApiKey | null | undefined,
  operation: OperationInfo,
): Promise<string | undefined> {
  if (!apiKey) {
    must(
      operation.auth !== 'bearer',
      `${operation.id} needs an API key: pass { apiKey } or set the variable SERVICE_API_KEY; nothing was sent`,
    );
    return undefined;
  }
  const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
  checkKey(key);
  return key;
}

function checkKey(key: unknown): void {
  must(
    typeof key === 'string' && /^svc_sk_[\x21-\x7e]+$/.test(key),
    'the API key must start with svc_sk_ and be visible ASCII, without "Bearer" and quotes',
  );
}
