/**
 * A stand-in for the service in the tests of programs that use it: handlers for MSW 3 or newer that behave like the
 * service, in memory.
 */
import { http, type HttpHandler } from 'msw';
import { operations } from '../gen/operations.ts';
import type { Scope } from '../gen/types.gen.ts';
import type { WebhookEvent } from '../types.ts';
import { serve } from './serve.ts';
import { State } from './state.ts';
import { deliverDue } from './webhook-delivery.ts';

export interface MockOptions {
  /** The base URL that the program under test is given, such as `https://share.example/api/v1`. */
  baseUrl: string;
  /** The first key; made up when left out. A `svc_sk_live_` key makes live objects. */
  apiKey?: string;
  /** The first key's scopes; default: all. */
  scopes?: readonly Scope[];
  /** Requests per minute for each key (`key`) and without one (`anonymous`); no limit that a test meets when left out. */
  limits?: { key?: number; anonymous?: number };
}

export interface Mock {
  /** For `setupServer(...mock.handlers)` or `setupWorker(...mock.handlers)`. They answer everything below the base URL. */
  readonly handlers: HttpHandler[];
  readonly baseUrl: string;
  /** The first key. */
  readonly apiKey: string;
  /** The webhook events emitted so far, oldest first. */
  readonly events: readonly WebhookEvent[];
  /**
   * Makes the webhook attempts that are due at the endpoints registered, one after another: hands each request, signed
   * as the service signs it, to `send`, and records its answer. The mock sends nothing by itself. A failed attempt is
   * due again when `advance` has passed the time of the next one.
   *
   * @example
   * await mock.deliver((request) => app.fetch(request));
   */
  deliver(send: (request: Request) => Response | Promise<Response>): Promise<void>;
  /** Makes another key. Objects of one key are not there for another. */
  createKey(scopes?: readonly Scope[], environment?: 'live' | 'test'): string;
  /** Moves the mock's clock, which otherwise follows the real one, forward by milliseconds. */
  advance(ms: number): void;
  /** Forgets everything but the first key. */
  reset(): void;
}

const ALL_SCOPES = [...new Set(Object.values(operations).flatMap(({ scopes }) => scopes.flat()))].sort();
const UNLIMITED = 1_000_000;

/**
 * Makes a stand-in for the service.
 *
 * @example
 * const mock = createMock({ baseUrl: 'https://share.example/api/v1' });
 * const server = setupServer(...mock.handlers);
 * server.listen({ onUnhandledFrame: 'error' });
 * const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
 */
export function createMock(options: MockOptions): Mock {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const limits = { key: UNLIMITED, anonymous: UNLIMITED, ...options.limits };
  const state = new State(baseUrl.replace(/\/api\/v1$/, ''), limits);
  const environment = options.apiKey?.startsWith('svc_sk_live_') ? 'live' : 'test';
  const first = state.addKey(options.scopes ?? ALL_SCOPES, environment, options.apiKey);
  return {
    handlers: [http.all(`${baseUrl}/*`, ({ request }) => serve(state, baseUrl, request))],
    baseUrl,
    apiKey: first.text,
    get events() {
      state.sweep();
      return state.events.map(({ event }) => event);
    },
    deliver: (send) => deliverDue(state, send),
    createKey: (scopes = ALL_SCOPES, of = 'test') => state.addKey(scopes, of).text,
    advance: (ms) => state.advance(ms),
    reset: () => state.reset([first]),
  };
}
