import type { Outcome } from '../core/api-promise.ts';
import { longestTimer, openAttempt, sleep as realSleep, type Attempt } from './attempt.ts';
import { examine } from './connection-failure.ts';
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
import type { GivenHeaders, idleTimeout, OperationInfo, RequestOptions } from '../core/operation.ts';
import { callHeaders, mergeOverrides } from './request-headers.ts';
import { checkBytes, decode, readProblem, readText } from './response.ts';
import { resumedBody, type Received, type Resumable } from './resumed-body.ts';
import { callsForRetry, mayBeDone, readRetryAfter, retryDelay } from './retry.ts';
import { noStore } from './no-store.ts';
import { sendWith, streamWithin, withWebBody, type Reading } from './streams.ts';
import { isStream } from './tag.ts';
import { must } from '../core/tempshare-error.ts';

export interface TransportOptions {
  /** Gives the key, if there is one; asked before each attempt of an operation that needs or takes one. */
  apiKey: (operation: OperationInfo) => string | undefined | Promise<string | undefined>;
  timeout: number;
  maxRetries: number;
  maxRetryAfter: number;
  defaultHeaders?: GivenHeaders | undefined;
  fetch: typeof fetch;
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

interface MayCapture {
  captureStackTrace?(error: Error): void;
}

export interface Target {
  url: string;
  headers?: HeadersInit | undefined;
  body?: Body | MakeBody | undefined;
}

export interface Call extends RequestOptions {
  operation: OperationInfo;
  outcome?: Outcome | undefined;
  [idleTimeout]?: boolean;
}

/** Sends a request until it succeeds or fails for good. Every client of this package is on top of it. */
export type Transport = (target: Target, call: Call) => Promise<Outcome>;

export const createTransport =
  (options: TransportOptions): Transport =>
  (target, call) =>
    send(options, target, call);

async function send(options: TransportOptions, target: Target, call: Call): Promise<Outcome> {
  const { operation, outcome = { attempts: 0 }, signal: caller } = call;
  const { timeout = options.timeout, maxRetries = options.maxRetries } = call;
  checkLimits(timeout, maxRetries);
  must(caller?.aborted !== undefined || !caller, 'signal must be an AbortSignal');
  const overrides = mergeOverrides(options.defaultHeaders, call.headers);
  const headers = callHeaders(target.headers, call, overrides);
  const { url } = target;
  const idempotencyKey = headers.get('idempotency-key') ?? undefined;
  const info = { operation, idempotencyKey, attempts: 0, url, unclear: false };
  const log = callLog(options.log, info);
  const longestWait = Math.min(options.maxRetryAfter, longestTimer);

  const attemptOnce = async (attempt: Attempt, range?: Range): Promise<Response> => {
    const keyed = operation.auth !== 'none' && !overrides.has('authorization');
    const key = keyed ? await attempt.within(options.apiKey(operation)) : undefined;
    const sent = attemptHeaders(headers, attempt, {
      ...range,
      ...(key && { authorization: `Bearer ${key}` }),
    });
    const logAttempt = log(attempt);
    logAttempt('debug', 'sending', sent);
    const { body: source } = target;
    const body = typeof source === 'function' ? await attempt.within(source()) : source;
    const response = await attempt.within(exchange(options, { url, body, headers: sent }, attempt));
    const json = response.ok && operation.response !== 'bytes';
    const text = json ? await attempt.within(readText(response, info)) : '';
    const { status, headers: received } = response;
    logAttempt('debug', status, received);
    const keyEnd = received.get('api-key-expires-at');
    if (keyEnd && !options.keyEnd) logAttempt('warn', `key ends ${(options.keyEnd = keyEnd)}`);
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
      const attempt = openAttempt(info, timeout, call);
      try {
        const response = await attemptOnce(attempt, range);
        log(attempt)('info', response.status);
        return { attempt, response };
      } catch (failure) {
        await retry(failure, { attempt, used, signal: caller });
      }
    }
  };

  const retry: Resumable['retry'] = async (failure, { attempt, used, signal }) => {
    // A timer's own stack says nothing of who called.
    if (failure instanceof APITimeoutError) (Error as MayCapture).captureStackTrace?.(failure);
    const again = callsForRetry(failure, info);
    attempt.drop(failure);
    if (caller?.aborted) return;
    const retryAfterMs = failure instanceof APIError ? failure.retryAfterMs : undefined;
    if (!again || used > maxRetries || (retryAfterMs ?? 0) > longestWait) {
      log(attempt)('info', 'failed');
      throw failure;
    }
    info.unclear ||= mayBeDone(failure, info);
    const delay = retryDelay(used, retryAfterMs);
    log(attempt)('info', `retry in ${Math.round(delay)} ms`);
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

type Range = Record<string, string>;

function attemptHeaders(shared: Headers, attempt: Attempt, own: Record<string, string>): Headers {
  const headers = new Headers(shared);
  for (const name in own) headers.set(name, own[name]!);
  if (attempt.count > 1) headers.set('x-retry-count', String(attempt.count - 1));
  return headers;
}

async function exchange(
  { fetch, middleware = [] }: TransportOptions,
  { url, body: given, headers }: { url: string; body: Body | undefined; headers: Headers },
  { info, signal, count }: Attempt,
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
  const context = { operation, attempt: count };
  return (middleware.length > 0 ? throughMiddleware(middleware, viaFetch, context) : viaFetch)(url, init);
}

/** Logs a line of a call: with its headers what an attempt sends or gets, without them how the attempt has ended. */
function callLog(log: Log, { operation }: CallInfo) {
  const name = `${operation.method} ${operation.path}`;
  // The same on all lines of one call. Pages over plain http have no randomUUID.
  const call = Math.random().toString(16).slice(2, 10).padEnd(8, '0');
  return ({ count: attempt, started }: Attempt) =>
    (level: Exclude<LogLevel, 'off'>, event: string | number, headers?: Headers): void =>
      log(level, `${name}: ${event}`, () => ({
        call,
        attempt,
        ...(headers ? { headers: headersForLog(headers) } : { ms: Date.now() - started }),
      }));
}

export function checkLimits(timeout: number, maxRetries: number): void {
  must(typeof timeout === 'number' && timeout > 0, 'timeout must be milliseconds above 0');
  must(Number.isInteger(maxRetries) && maxRetries >= 0, 'maxRetries must be a whole number from 0');
}
