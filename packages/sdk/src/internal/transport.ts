import type { Outcome } from '../core/api-promise.ts';
import { longestTimer, openAttempt, sleep as realSleep, type Attempt } from './attempt.ts';
import { examine } from './connection-failure.ts';
import { userAgent } from './environment.ts';
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  errorForResponse,
  type CallInfo,
} from '../core/errors.ts';
import { headersForLog, type Log, type LogLevel } from '../core/log.ts';
import { throughMiddleware, type Exchange, type Middleware } from '../core/middleware.ts';
import {
  idleTimeout,
  type GivenHeaders,
  type OperationInfo,
  type RequestOptions,
} from '../core/operation.ts';
import { callHeaders, mergeOverrides } from './request-headers.ts';
import { checkBytes, decode, readProblem, readText } from './response.ts';
import { resumedBody, type Received, type Resumable } from './resumed-body.ts';
import { callsForRetry, mayBeDone, readRetryAfter, retryDelay } from './retry.ts';
import { noStore } from './no-store.ts';
import { sendWith, streamWithin, withWebBody, type Reading } from './streams.ts';
import { isStream } from './tag.ts';
import { must } from '../core/tempshare-error.ts';

/** A client's settings as the transport needs them, all filled in. */
export interface TransportOptions {
  /** Gives the key, if there is one; asked before each attempt of an operation that needs or takes one. */
  apiKey: (operation: OperationInfo) => string | undefined | Promise<string | undefined>;
  /** Milliseconds for each attempt, its body included. */
  timeout: number;
  maxRetries: number;
  /** The longest `Retry-After` that is waited for, in milliseconds. */
  maxRetryAfter: number;
  defaultHeaders?: GivenHeaders | undefined;
  fetch: typeof fetch;
  /** The first is the outermost. */
  middleware?: readonly Middleware[] | undefined;
  log: Log;
  /** When the key ends, once a response has said so and a warning was logged. */
  keyEnd?: string;
  /** Waits between attempts; for tests. Resolves early when the signal aborts. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Makes a body anew for each attempt, such as a stream, which can be read once. */
export type MakeBody = () => Body | Promise<Body>;
type Body = NonNullable<RequestInit['body']>;

/** Not every browser can. */
interface MayCapture {
  captureStackTrace?(error: Error): void;
}

/** Request before the transport adds its own headers. */
export interface Target {
  url: string;
  headers?: HeadersInit | undefined;
  body?: Body | MakeBody | undefined;
}

/** The options of a call and the operation it is of. */
export interface Call extends RequestOptions {
  operation: OperationInfo;
  /** Filled in on success. */
  outcome?: Outcome | undefined;
  [idleTimeout]?: boolean;
}

/**
 * Sends a request until it succeeds or fails for good: what is under every client of this package.
 * Authentication, idempotency, retries, time limits, redirects, logging and errors are all here.
 */
export type Transport = (target: Target, call: Call) => Promise<Outcome>;

export function createTransport(options: TransportOptions): Transport {
  const agent = userAgent();
  return (target, call) => send(options, agent, target, call);
}

async function send(
  options: TransportOptions,
  agent: string | undefined,
  target: Target,
  call: Call,
): Promise<Outcome> {
  const { operation, outcome = { attempts: 0 }, signal: caller } = call;
  const { timeout = options.timeout, maxRetries = options.maxRetries } = call;
  checkLimits(timeout, maxRetries);
  must(caller?.aborted !== undefined || !caller, 'signal must be an AbortSignal');
  const overrides = mergeOverrides(options.defaultHeaders, call.headers);
  const headers = callHeaders(target.headers, agent, operation, call, overrides);
  const { url } = target;
  const idempotencyKey = headers.get('idempotency-key') ?? undefined;
  const info = { operation, idempotencyKey, attempts: 0, url, unclear: false };
  const log = callLog(options.log, info);
  const longestWait = Math.min(options.maxRetryAfter, longestTimer);

  const attemptOnce = async (attempt: Attempt, range?: Range): Promise<Response> => {
    const keyed = operation.auth !== 'none' && !overrides.has('authorization');
    const key = keyed ? await attempt.within(options.apiKey(operation)) : undefined;
    const sent = attemptHeaders(headers, key, attempt, range);
    log('debug', 'sending', attempt, sent);
    const { body: source } = target;
    const body = typeof source === 'function' ? await attempt.within(source()) : source;
    const response = await attempt.within(exchange(options, { url, body }, sent, attempt, info));
    const json = response.ok && operation.response !== 'bytes';
    const text = json ? await attempt.within(readText(response, info)) : '';
    const { status, headers: received } = response;
    log('debug', status, attempt, received);
    const keyEnd = received.get('api-key-expires-at');
    if (keyEnd && !options.keyEnd) log('warn', `key ends ${(options.keyEnd = keyEnd)}`, attempt);
    if (!response.ok) {
      const retryAfterMs = readRetryAfter(received, Date.now());
      const problem = await readProblem(response, attempt);
      throw errorForResponse(info, { status, headers: received, problem, retryAfterMs });
    }
    if (range) return response;
    if (json) {
      outcome.data = decode(text, response, info);
      outcome.response = () => new Response(text || null, response);
      attempt.close();
    } else {
      checkBytes(response, info);
      const whole = resumedBody({ attempt, response }, resumable, !headers.has('range'));
      outcome.response = () => whole;
    }
    const requestId = received.get('x-request-id') ?? undefined;
    Object.assign(outcome, { attempts: info.attempts, idempotencyKey: info.idempotencyKey, requestId });
    return response;
  };

  const attempts = async (used: number, range?: Range): Promise<Received> => {
    for (;;) {
      if (caller?.aborted) throw new APIUserAbortError(info, caller.reason);
      info.attempts += 1;
      used += 1;
      const attempt = openAttempt(caller, timeout, info, call[idleTimeout]);
      try {
        const response = await attemptOnce(attempt, range);
        log('info', response.status, attempt);
        return { attempt, response };
      } catch (failure) {
        await retry(failure, attempt, used, caller);
      }
    }
  };

  const retry: Resumable['retry'] = async (failure, attempt, used, signal) => {
    // A timer's own stack says nothing of who called.
    if (failure instanceof APITimeoutError) (Error as MayCapture).captureStackTrace?.(failure);
    const again = callsForRetry(failure, info);
    attempt.drop(failure);
    if (caller?.aborted) return;
    const retryAfterMs = failure instanceof APIError ? failure.retryAfterMs : undefined;
    if (!again || used > maxRetries || (retryAfterMs ?? 0) > longestWait) {
      log('info', 'failed', attempt);
      throw failure;
    }
    info.unclear ||= mayBeDone(failure, info);
    const delay = retryDelay(used, retryAfterMs);
    log('info', `retry in ${Math.round(delay)} ms`, attempt);
    await (options.sleep ?? realSleep)(delay, signal);
  };

  const failureOf = (cause?: unknown) => {
    examine(cause, url);
    return new APIConnectionError(info, cause);
  };
  const resumable: Resumable = { attempts, retry, failureOf, signal: caller };
  await attempts(0);
  return outcome;
}

/** Headers that request the rest of a body. */
type Range = Record<string, string>;

/** The headers of one attempt: those of the call, the key, and which attempt it is. */
function attemptHeaders(
  shared: Headers,
  key: string | undefined,
  attempt: Attempt,
  range: Range = {},
): Headers {
  const headers = new Headers(shared);
  if (key) headers.set('authorization', `Bearer ${key}`);
  for (const name in range) headers.set(name, range[name]!);
  if (attempt.count > 1) headers.set('x-retry-count', String(attempt.count - 1));
  return headers;
}

/** Sends one attempt, through the middleware if there is any. */
async function exchange(
  { fetch, middleware = [] }: TransportOptions,
  { url, body: given }: { url: string; body: Body | undefined },
  headers: Headers,
  { signal, count }: Attempt,
  info: CallInfo,
): Promise<Response> {
  const { operation } = info;
  const reading: Reading = { left: 0 };
  const body = isStream(given) ? streamWithin(signal, given, reading) : given;
  const init = {
    method: operation.method,
    headers,
    body,
    redirect: 'manual',
    signal,
    duplex: 'half',
    ...noStore(),
  } as const;
  const fail = (cause: unknown): never => {
    throw signal.aborted ? signal.reason : new APIConnectionError(info, cause);
  };
  const viaFetch: Exchange = async (url, init) => {
    const response = await sendWith(fetch, url, init).catch(fail);
    must('get' in Object((Object(response) as Response).headers), 'fetch must resolve with a Response');
    const { ok, status } = response;
    const bodiless = ok && operation.response === 'bytes' && !response.body;
    // An event stream has no end to wait for.
    const endless = bodiless && /events$/.test(operation.path);
    // An error may come before the end of the upload.
    const mayBeLeft = ok ? 0 : status === 400 ? 1 : 2;
    must(!endless && reading.left <= mayBeLeft, 'fetch must stream bodies: use that of undici');
    return withWebBody(response, bodiless).catch(fail);
  };
  if (middleware.length === 0) return viaFetch(url, init);
  return throughMiddleware(middleware, viaFetch, url, init, { operation, attempt: count });
}

/** Logs a line of a call: with its headers what an attempt sends or gets, without them how the attempt has ended. */
function callLog(log: Log, { operation }: CallInfo) {
  const name = `${operation.method} ${operation.path}`;
  // The same on all lines of one call. Pages over plain http have no randomUUID.
  const call = Math.random().toString(16).slice(2, 10).padEnd(8, '0');
  return (
    level: Exclude<LogLevel, 'off'>,
    event: string | number,
    attempt: Attempt,
    headers?: Headers,
  ): void =>
    log(level, `${name}: ${event}`, () => ({
      call,
      attempt: attempt.count,
      ...(headers ? { headers: headersForLog(headers) } : { ms: Date.now() - attempt.started }),
    }));
}

/** @throws TempshareError for limits that cannot be kept */
export function checkLimits(timeout: number, maxRetries: number): void {
  must(typeof timeout === 'number' && timeout > 0, 'timeout must be milliseconds above 0');
  must(Number.isInteger(maxRetries) && maxRetries >= 0, 'maxRetries must be a whole number from 0');
}
