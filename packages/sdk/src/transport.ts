import { accept, readProblem, receive, refuseRedirect, type Outcome } from './answer.ts';
import { openAttempt, sleep as realSleep, type Attempt } from './attempt.ts';
import { APIConnectionError, APIError, APIUserAbortError, errorForAnswer, TempshareError } from './errors.ts';
import { headersForLog, type Log } from './log.ts';
import { isOperationUrl, type OperationInfo, type RequestOptions } from './operation.ts';
import { callHeaders, mergeOverrides } from './request-headers.ts';
import { callsForRetry, isRepeatable, readRetryAfter, retryDelay } from './retry.ts';

/** A client's settings as the transport needs them, all filled in. */
export interface TransportOptions {
  /** Without a trailing slash; nothing is sent anywhere else. */
  baseUrl: string;
  /** Gives the key; asked before each attempt of an operation that needs one. */
  apiKey: (operation: OperationInfo) => string | Promise<string>;
  /** Milliseconds for each attempt, its body included. */
  timeout: number;
  maxRetries: number;
  /** The longest `Retry-After` that is waited for, in milliseconds. */
  maxRetryAfter: number;
  defaultHeaders?: Record<string, string | null> | undefined;
  fetch: typeof fetch;
  /** The first is the outermost. */
  middleware?: readonly Middleware[] | undefined;
  log: Log;
  /** Waits between attempts; for tests. Resolves early when the signal aborts. */
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Makes a body anew for each attempt, such as a stream, which can be read once. */
export type MakeBody = () => BodyInit | Promise<BodyInit>;

/**
 * Runs around each attempt of each call: may look at the request, send another one, look at the answer or put another
 * in its place. What it throws ends the call as it is, except an APIConnectionError, which is tried again.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: { readonly operation: OperationInfo; readonly attempt: number },
) => Promise<Response>;

/** The options of a call and the operation it is of. */
export interface Call extends RequestOptions {
  operation: OperationInfo;
  /** In place of the request's own body. */
  body?: MakeBody | undefined;
  /** Filled in on success. */
  outcome?: Outcome | undefined;
}

/**
 * Sends a request and answers with a success or throws: the `fetch` under every skin of this package.
 * Authentication, idempotency, retries, time limits, redirects, logging and errors are all here.
 */
export type Transport = (request: Request, call: Call) => Promise<Response>;

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, log, middleware, sleep = realSleep } = options;

  return async (request, call) => {
    const { operation, outcome = { attempts: 0 } } = call;
    const { timeout = options.timeout, maxRetries = options.maxRetries } = call;
    checkLimits(timeout, maxRetries);
    if (!isOperationUrl(request.url, baseUrl, operation)) {
      throw new TempshareError(
        `the address of this call is not ${baseUrl}${operation.path}: an id is empty, "." or "..", or the base URL is another; nothing was sent`,
      );
    }
    const overrides = mergeOverrides(options.defaultHeaders, call.headers);
    const headers = callHeaders(request, operation, call, overrides);
    const facts = { operation, idempotencyKey: headers.get('idempotency-key') ?? undefined, attempts: 0 };
    const repeatable = isRepeatable(operation, facts.idempotencyKey);
    const buffered =
      call.body || ['GET', 'HEAD'].includes(operation.method) ? undefined : await request.arrayBuffer();
    const caller = call.signal ? AbortSignal.any([call.signal, request.signal]) : request.signal;
    const name = `${operation.method} ${operation.path}`;

    const send = async (attempt: Attempt): Promise<Response> => {
      if (operation.auth === 'bearer' && !overrides.has('authorization')) {
        const key = await attempt.within(Promise.resolve(options.apiKey(operation)));
        headers.set('authorization', `Bearer ${key}`);
      }
      if (facts.attempts > 1) headers.set('x-retry-count', String(facts.attempts - 1));
      log('debug', `${name}: sending`, () => ({ attempt: facts.attempts, headers: headersForLog(headers) }));
      const fail = (cause: unknown): never => {
        throw attempt.signal.aborted ? attempt.signal.reason : new APIConnectionError(facts, cause);
      };
      const body = call.body ? await attempt.within(Promise.resolve(call.body())) : buffered;
      const init: RequestInit & { duplex?: 'half' } = {
        method: operation.method,
        headers,
        body,
        redirect: 'manual',
        signal: attempt.signal,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      };
      const exchange = middleware?.length
        ? throughMiddleware(middleware, (request) => options.fetch(request).catch(fail), {
            operation,
            attempt: facts.attempts,
          })(new Request(request.url, init))
        : options.fetch(request.url, init).catch(fail);
      const response = await attempt.within(exchange);
      const received = await attempt.within(receive(response, operation)).catch(fail);
      const { status } = response;
      log('debug', `${name}: ${status}`, () => ({ headers: headersForLog(response.headers) }));
      if (response.ok) return accept(received, attempt, facts, outcome);
      refuseRedirect(response, facts);
      const retryAfterMs = readRetryAfter(response.headers, Date.now());
      const problem = await readProblem(response, attempt);
      throw errorForAnswer(facts, { status, headers: response.headers, problem, retryAfterMs });
    };

    for (;;) {
      if (caller.aborted) throw new APIUserAbortError(facts, caller.reason);
      facts.attempts += 1;
      const attempt = openAttempt(caller, timeout, facts);
      const started = Date.now();
      const seen = () => ({ attempt: facts.attempts, ms: Date.now() - started });
      try {
        const response = await send(attempt);
        log('info', `${name}: ${response.status}`, seen);
        return response;
      } catch (failure) {
        attempt.close();
        const retryAfterMs = failure instanceof APIError ? failure.retryAfterMs : undefined;
        const again = facts.attempts <= maxRetries && (retryAfterMs ?? 0) <= options.maxRetryAfter;
        if (!again || !callsForRetry(failure, repeatable)) throw failure;
        const delay = retryDelay(facts.attempts, retryAfterMs);
        log('info', `${name}: retry in ${Math.round(delay)} ms`, seen);
        await sleep(delay, caller);
      }
    }
  };
}

function throughMiddleware(
  middleware: readonly Middleware[],
  last: (request: Request) => Promise<Response>,
  context: Parameters<Middleware>[2],
): (request: Request) => Promise<Response> {
  return middleware.reduceRight<typeof last>(
    (next, layer) => (request) => layer(request, next, context),
    last,
  );
}

function checkLimits(timeout: number, maxRetries: number): void {
  if (!(timeout > 0)) {
    throw new TempshareError('timeout must be a number of milliseconds above 0; Infinity means none');
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TempshareError('maxRetries must be 0 or a positive whole number');
  }
}
