import type { WebhookEvent } from '@tempshare/sdk';
import type { OpenedLink, OpenOptions } from '@tempshare/sdk/open';
import type { Scope, WebhookAttempt } from '@tempshare/sdk/types';
import type { HttpHandler } from 'msw';
import type { OperationId } from './failures/allowed-errors.ts';
import type { Failure, FailureOptions, PlannedFailure } from './failures/failures.ts';
import type { MockRequest } from './http/received.ts';

export interface MockOptions {
  /** The base URL that the program under test is given, such as `https://share.example/api/v1`. */
  baseUrl: string;
  /** The first key; made up when left out. A `svc_sk_live_` key makes live objects. */
  apiKey?: string | undefined;
  /** The first key's scopes; default: all. */
  scopes?: readonly Scope[] | undefined;
  /** No limit that a test meets when left out. */
  limits?: MockLimits | undefined;
  /** How much it takes; left out, as a server has it that sets nothing. */
  capacity?: MockCapacity | undefined;
  /** The time at which the mock's clock stands until `advance` moves it; left out, it follows the real one. */
  now?: Date | string | undefined;
}

/** Requests per minute. */
export interface MockLimits {
  /** For each key. */
  key?: number | undefined;
  /** For all others. */
  anonymous?: number | undefined;
  /** For each session of a sender or a participant. */
  session?: number | undefined;
  /** For each upload URL and each download URL. */
  url?: number | undefined;
}

/** How much is taken before `quota_exceeded` and `insufficient_storage`. */
export interface MockCapacity {
  /** Limits of a drop inbox, a room and an upload request. */
  drop?: { items?: number | undefined; bytes?: number | undefined } | undefined;
  room?: { items?: number | undefined; bytes?: number | undefined } | undefined;
  request?: { items?: number | undefined; bytes?: number | undefined } | undefined;
  /** Sessions of an upload request and of a room at a time. */
  sessions?: number | undefined;
  /** Bytes of each key. */
  key?: number | undefined;
  /** Bytes of all keys together. */
  total?: number | undefined;
}

/** A webhook attempt that was made: what was sent where, and what became of it. */
export interface DeliveredAttempt extends WebhookAttempt {
  endpointId: string;
  url: string;
  event: WebhookEvent;
}

export interface Mock {
  /** For `setupServer(...mock.handlers)` or `setupWorker(...mock.handlers)`. They respond to everything below the base URL. */
  readonly handlers: HttpHandler[];
  readonly baseUrl: string;
  /** The first key. */
  readonly apiKey: string;
  /** The requests of the program under test, oldest first, each attempt of a call as one. */
  readonly requests: readonly MockRequest[];
  /** The webhook events emitted so far, oldest first. */
  readonly events: readonly WebhookEvent[];
  /**
   * Lets the next requests to an operation fail, or to any (`'*'`): with a code that the contract knows for it, or on
   * their way. Each request meets one, of several the one asked for first. A request with a wrong key, without the scope
   * or over a limit is refused as ever, and uses up no code.
   *
   * @example
   * mock.fail('secrets.create', 'service_unavailable', { times: 2 });
   * mock.fail('transfers.create', 'lost_response');
   *
   * @throws TypeError for a code that the contract does not know for the operation, and for an unknown option
   */
  fail<K extends OperationId | '*'>(operation: K, how: Failure<K>, options?: FailureOptions): PlannedFailure;
  /**
   * Changes limits from now on: what was sent before does not count. 0 refuses every request.
   *
   * @throws TypeError for what is not a whole number from 0, and for an unknown name
   */
  limit(limits: MockLimits): void;
  /** Ends all failures and changed limits. What is kept stays. */
  recover(): void;
  /**
   * Opens a link as its recipient does, `openLink` of `@tempshare/sdk/open`, straight in the mock: no failure and no
   * limit meets it, `requests` does not show it, and no MSW server is needed. It counts as a view.
   *
   * @example
   * expect(await mock.open(link)).toEqual({ kind: 'secret', secret: 'hunter2' });
   */
  open(link: string | URL, options?: Pick<OpenOptions, 'password' | 'signal'>): Promise<OpenedLink>;
  /**
   * Makes the webhook attempts that are due at the endpoints registered, one after another: gives each request, signed
   * as the service signs it, to `send`, records its response, and returns what was attempted, in that order. The mock sends
   * nothing by itself. A failed attempt is due again when `advance` has passed the time of the next one.
   *
   * @example
   * await mock.deliver((request) => app.fetch(request));
   */
  deliver(send: (request: Request) => Response | Promise<Response>): Promise<DeliveredAttempt[]>;
  /**
   * Makes another key. Objects of one key are not there for another. With `expiresIn`, in milliseconds, it ends by the
   * mock's clock, and responses say so in `API-Key-Expires-At` for the last 30 days.
   *
   * @throws TypeError for a scope that the contract does not know, or an `expiresIn` that is not above 0
   */
  createKey(
    scopes?: readonly Scope[],
    environment?: 'live' | 'test',
    options?: { expiresIn?: number },
  ): string;
  /**
   * Moves the mock's clock forward by milliseconds.
   *
   * @throws TypeError for a number below 0, or none
   */
  advance(ms: number): void;
  /** Forgets everything but the first key: what was shared, requests, events, failures, changed limits and time. */
  reset(): void;
}
