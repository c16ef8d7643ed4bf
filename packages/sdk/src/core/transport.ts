import { accept, readProblem, readText, type Outcome } from './response.ts';
import type { Continuation } from './resume.ts';
import { longestTimer, openAttempt, sleep as realSleep, type Attempt } from './attempt.ts';
import { userAgent } from './environment.ts';
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  errorForAnswer,
} from './errors.ts';
import { headersForLog, type Log } from './log.ts';
import { bySilence, type GivenHeaders, type OperationInfo, type RequestOptions } from './operation.ts';
import type { Exchange, Middleware } from './middleware.ts';
import { callHeaders, mergeOverrides } from './request-headers.ts';
import { callsForRetry, examined, isRepeatable, onDemand, readRetryAfter, retryDelay } from './retry.ts';
import { must } from './tempshare-error.ts';

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
  /** Waits between attempts; for tests. Resolves early when the signal aborts. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Makes a body anew for each attempt, such as a stream, which can be read once. */
export type MakeBody = () => Body | Promise<Body>;
type Body = NonNullable<RequestInit['body']>;
type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Not every browser can. */
interface MayCapture {
  captureStackTrace?(error: Error): void;
}

/** What is sent, before the transport adds its own. */
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
  [bySilence]?: boolean;
}

/**
 * Sends a request and tells of a success or throws: what is under every skin of this package.
 * Authentication, idempotency, retries, time limits, redirects, logging and errors are all here.
 */
export type Transport = (target: Target, call: Call) => Promise<Outcome>;

export function createTransport(options: TransportOptions): Transport {
  const { log, middleware, sleep = realSleep } = options;
  const agent = userAgent();
  const longestWait = Math.min(options.maxRetryAfter, longestTimer);

  return async ({ url, headers: given, body: source }, call) => {
    const { operation, outcome = { attempts: 0 }, signal: caller } = call;
    const { timeout = options.timeout, maxRetries = options.maxRetries } = call;
    checkLimits(timeout, maxRetries);
    must(caller?.aborted !== undefined || !caller, 'signal must be an AbortSignal');
    const overrides = mergeOverrides(options.defaultHeaders, call.headers);
    const shared = callHeaders(given, agent, operation, call, overrides);
    const facts = { operation, idempotencyKey: shared.get('idempotency-key') ?? undefined, attempts: 0, url };
    const repeatable = isRepeatable(operation, facts.idempotencyKey);
    const { method } = operation;
    const name = `${method} ${operation.path}`;
    // By which the log lines of one call, its attempts among them, are found again.
    const id = crypto.randomUUID().slice(0, 8);
    const seen = () => ({ call: id, attempt: facts.attempts });

    const send = async (attempt: Attempt, more?: Record<string, string>): Promise<Response> => {
      const { signal } = attempt;
      const headers = new Headers(shared);
      if (operation.auth !== 'none' && !overrides.has('authorization')) {
        const key = await attempt.within(options.apiKey(operation));
        if (key) headers.set('authorization', `Bearer ${key}`);
      }
      for (const name in more) headers.set(name, more[name]!);
      if (facts.attempts > 1) headers.set('x-retry-count', String(facts.attempts - 1));
      log('debug', `${name}: sending`, () => ({ ...seen(), headers: headersForLog(headers) }));
      const exchange: Exchange = async (url, init) => {
        try {
          signal.throwIfAborted(); // Middleware may send long after the attempt has ended.
          return await options.fetch(url, init);
        } catch (cause) {
          throw signal.aborted ? signal.reason : new APIConnectionError(facts, cause);
        }
      };
      const needed = operation.answer === 'bytes' || typeof source === 'function' || middleware?.length;
      const parts = needed ? await attempt.within(onDemand()) : undefined;
      const made = typeof source === 'function' ? await attempt.within(source()) : source;
      const body = made instanceof ReadableStream ? parts!.streamWithin(signal, made as Stream) : made;
      const init = { method, headers, body, redirect: 'manual', signal, duplex: 'half' } as const;
      const response = await attempt.within(
        middleware?.length
          ? parts!.throughMiddleware(middleware, exchange, url, init, {
              operation,
              attempt: facts.attempts,
            })
          : exchange(url, init),
      );
      const text = await attempt.within(readText(response, facts));
      const { status } = response;
      log('debug', `${name}: ${status}`, () => ({ ...seen(), headers: headersForLog(response.headers) }));
      if (response.ok) {
        if (!more)
          await accept(response, text, attempt, facts, outcome, parts, further, !shared.has('range'));
        return response;
      }
      const retryAfterMs = readRetryAfter(response.headers, Date.now());
      const problem = await readProblem(response, attempt);
      throw errorForAnswer(facts, { status, headers: response.headers, problem, retryAfterMs });
    };

    const took = (attempt: Attempt) => () => ({
      call: id,
      attempt: attempt.count,
      ms: Date.now() - attempt.started,
    });
    const retry: Continuation['retry'] = async (failure, attempt, used, signal) => {
      // A timer's own stack says nothing of who called.
      if (failure instanceof APITimeoutError) (Error as MayCapture).captureStackTrace?.(failure);
      const again = await callsForRetry(failure, repeatable, facts, attempt);
      attempt.drop(failure);
      if (caller?.aborted) return;
      const retryAfterMs = failure instanceof APIError ? failure.retryAfterMs : undefined;
      if (!again || used > maxRetries || (retryAfterMs ?? 0) > longestWait) {
        log('info', `${name}: failed`, took(attempt));
        throw failure;
      }
      const delay = retryDelay(used, retryAfterMs);
      log('info', `${name}: retry in ${Math.round(delay)} ms`, took(attempt));
      await sleep(delay, signal);
    };
    const attempts = async (used: number, more?: Record<string, string>) => {
      for (;;) {
        if (caller?.aborted) throw new APIUserAbortError(facts, caller.reason);
        facts.attempts += 1;
        used += 1;
        const attempt = openAttempt(caller, timeout, facts, call[bySilence]);
        try {
          const response = await send(attempt, more);
          log('info', `${name}: ${response.status}`, took(attempt));
          return { attempt, response };
        } catch (failure) {
          await retry(failure, attempt, used, caller);
        }
      }
    };
    const further: Continuation = {
      async failureOf(cause) {
        await examined(cause, facts);
        return new APIConnectionError(facts, cause);
      },
      retry,
      attempts,
      signal: caller,
    };
    await attempts(0);
    return outcome;
  };
}

/** @throws TempshareError for limits that cannot be kept */
export function checkLimits(timeout: number, maxRetries: number): void {
  must(typeof timeout === 'number' && timeout > 0, 'timeout must be milliseconds above 0');
  must(Number.isInteger(maxRetries) && maxRetries >= 0, 'maxRetries must be a whole number from 0');
}
