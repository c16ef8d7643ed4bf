import { lifetimes } from '@tempshare/contract/account/constants';
import type { Tempshare } from '@tempshare/sdk';
import { later } from '../later.ts';
import { api, at, call, Refused, type RefusalKind } from './api.ts';

/** A token is replaced this long before it ends, in milliseconds. */
const MARGIN = 60_000;

let token: Promise<string> | undefined;
let until = 0;
let key = '';
let client: Promise<Tempshare> | undefined;

/** A token of this session for the public API. The cookie of the session does not authorize it. */
function pageToken(): Promise<string> {
  if (token && Date.now() < until) return token;
  until = Date.now() + lifetimes.pageToken * 1000 - MARGIN;
  token = call(() => api.POST('/page-token')).then(
    ({ token: text }) => text,
    (error: unknown) => {
      token = undefined;
      throw error;
    },
  );
  return token;
}

/**
 * Calls the public API as this person. The client is loaded with the first call.
 *
 * @throws Refused
 */
export async function callV1<Data>(send: (client: Tempshare) => PromiseLike<Data>): Promise<Data> {
  client ??= later('v1', () => import('../parts/v1.ts')).then(
    ({ createClient }) => createClient(() => key, `${location.origin}${at('/api/v1')}`),
    (error: unknown) => {
      client = undefined;
      throw error;
    },
  );
  try {
    return await attempt(send);
  } catch (error) {
    if (statusOf(error) !== 401) throw refusalOf(error);
    // The session that the token was of has ended, or another server has another clock.
    token = undefined;
    return attempt(send).catch((again: unknown) => {
      throw refusalOf(again);
    });
  }
}

async function attempt<Data>(send: (client: Tempshare) => PromiseLike<Data>): Promise<Data> {
  key = await pageToken();
  return send(await client!);
}

/** An error of the SDK, as far as it is looked at here. */
interface Failure {
  status?: number;
  code?: string;
  requestId?: string;
  retryAfterMs?: number;
  errors?: readonly { pointer?: string; code?: string }[];
}

const statusOf = (error: unknown): number | undefined => (error as Failure).status;

/** Faults with a sentence of their own. */
const NAMED: readonly RefusalKind[] = ['too_many_endpoints', 'endpoint_disabled'];

function refusalOf(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const { name } = error as Error;
  if (name === 'APIUserAbortError') return new Refused('cancelled');
  if (name === 'APIConnectionError' || name === 'APITimeoutError')
    return new Refused(navigator.onLine ? 'away' : 'offline');
  const { status, requestId = '', retryAfterMs = 0, errors = [] } = error as Failure;
  if (status === undefined) return error;
  const faults = errors.flatMap(({ pointer = '' }) => /^\/body\/(\w+)/.exec(pointer)?.[1] ?? []);
  const details = { requestId, retryAfterMs, faults };
  const named = NAMED.find((kind) => errors.some(({ code }) => code === kind));
  if (named) return new Refused(named, details);
  if (status === 404) return new Refused('gone', details);
  if (status === 429) return new Refused('limited', details);
  if (status === 403) return new Refused('insufficient_role', details);
  return new Refused([502, 503, 504].includes(status) ? 'away' : 'unexpected', details);
}
