/**
 * A stand-in for the service in the tests of programs that use it: handlers for MSW 2.10 and newer that behave like the
 * service, in memory.
 */
import { allScopes } from '@tempshare/contract';
import { openLink } from '@tempshare/sdk/open';
import { http } from 'msw';
import { capacities } from './domain/capacity.ts';
import { checkNames } from './domain/names.ts';
import { features } from './features/index.ts';
import { deliverDue } from './features/webhooks/attempts.ts';
import { eventLog } from './features/webhooks/events.ts';
import { receive, receivedBy } from './http/receive.ts';
import type { MockRequest } from './http/received.ts';
import { serve } from './http/serve.ts';
import type { Mock, MockOptions } from './mock.ts';
import { State } from './state.ts';

export type { ErrorCodeOf, OperationId } from './failures/allowed-errors.ts';
export type { Disruption, Failure, FailureOptions, PlannedFailure } from './failures/failures.ts';
export type { DeliveredAttempt, Mock, MockCapacity, MockLimits, MockOptions } from './mock.ts';
export type { MockRequest, RequestTo } from './http/received.ts';

/**
 * Makes a stand-in for the service.
 *
 * @example
 * const mock = createMock({ baseUrl: 'https://share.example/api/v1' });
 * const server = setupServer(...mock.handlers);
 * server.listen({ onUnhandledFrame: 'error' });
 * const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
 *
 * @throws TypeError for a `baseUrl` or `now` that cannot be read, `limits` that are not whole numbers from 0, and what is
 *   not known: an option, a scope
 */
export function createMock(options: MockOptions): Mock {
  const baseUrl = readBaseUrl(options);
  checkNames('createMock', options, OPTIONS);
  const state = new State(baseUrl, features, {
    limits: options.limits,
    capacity: capacities(options.capacity),
    start: readTime(options.now),
  });
  const environment = options.apiKey?.startsWith('svc_sk_live_') ? 'live' : 'test';
  const first = state.addKey(options.scopes ?? allScopes, environment, {
    ...(options.apiKey !== undefined && { text: options.apiKey }),
  });
  const directly: typeof fetch = (input, init) => serve(state, new Request(input, init), { limited: false });
  return {
    handlers: [http.all(below(baseUrl), ({ request }) => receive(state, request))],
    baseUrl,
    apiKey: first.text,
    get requests() {
      return receivedBy(state) as unknown as readonly MockRequest[];
    },
    get events() {
      state.sweep();
      return eventLog(state).map(({ event }) => event);
    },
    fail: (operation, how, more = {}) => state.failures.plan(operation, how, more),
    limit: (changed) => state.quotas.change(changed),
    recover: () => state.recover(),
    open: (link, more) => openLink(link, { ...more, baseUrl, fetch: directly, maxRetries: 0 }),
    deliver: (send) => deliverDue(state, send),
    createKey: (scopes = allScopes, of = 'test', options = {}) => state.addKey(scopes, of, options).text,
    advance: (ms) => state.advance(ms),
    reset: () => state.reset([first]),
  };
}

const OPTIONS = Object.keys({
  baseUrl: 1,
  apiKey: 1,
  scopes: 1,
  limits: 1,
  capacity: 1,
  now: 1,
} satisfies Record<keyof MockOptions, 1>);

/** Pattern of every URL below another. A text pattern would make MSW 2 decode paths, and fail on `%zz`. */
const below = (baseUrl: string): RegExp =>
  new RegExp(`^${baseUrl.replaceAll(/[^\w/:]/g, String.raw`\$&`)}/`, 'i');

function readBaseUrl(options: Partial<MockOptions> | undefined): string {
  const text = String(options?.baseUrl);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new TypeError('baseUrl must be an http or https address such as https://share.example/api/v1');
  return new URL(text).href.replace(/\/+$/, '');
}

function readTime(now: MockOptions['now']): number | undefined {
  const time = now === undefined ? undefined : new Date(now).getTime();
  if (Number.isNaN(time)) throw new TypeError('now must be a Date or a time such as 2026-01-31T12:00:00Z');
  return time;
}
