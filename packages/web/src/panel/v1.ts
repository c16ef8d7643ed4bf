import { lifetimes } from '@tempshare/contract/account/constants';
import type { Tempshare } from '@tempshare/sdk';
import type { LinkKey } from '@tempshare/sdk/envelope';
import { later } from '../later.ts';
import type * as PartModule from '../parts/v1.ts';
import { api, at, call, Refused, type RefusalKind } from './api.ts';

/** A token is replaced this long before it ends, in milliseconds. */
const MARGIN = 60_000;

/** Sends calls of the public API. @throws Refused */
export type CallV1 = <Data>(send: (client: Tempshare) => PromiseLike<Data>) => Promise<Data>;

type Part = typeof PartModule;

let part: Promise<Part> | undefined;

/** The client and its sealing, loaded when they are first needed. */
export function loadPart(): Promise<Part> {
  part ??= later('v1', () => import('../parts/v1.ts')).catch((error: unknown) => {
    part = undefined;
    throw error;
  });
  return part;
}

/** The client itself, for what is done with its errors as they are. */
export const clientOf = (callV1: CallV1): Promise<Tempshare> => callV1((client) => Promise.resolve(client));

/** A key to seal under, which the link will have behind its `#`. */
export const newLinkKey = async (): Promise<LinkKey> => (await loadPart()).createLinkKey();

const callers = new Map<string, CallV1>();

/** Calls of the public API by somebody without an account: the page makes its own token. */
export const strangersCaller = (): CallV1 =>
  (ofStranger ??= createCaller(() => Promise.resolve(strangersToken), {
    // They are told of a limit at once.
    options: { maxRetryAfter: 5_000 },
    refusals: { 401: 'anonymous_off', 409: 'anonymous_full', 507: 'anonymous_full' },
  }));

let ofStranger: CallV1 | undefined;

interface CallerDetails {
  options?: { maxRetryAfter?: number };
  /** Statuses that mean something else to this caller. */
  refusals?: Readonly<Record<number, RefusalKind>>;
}

/** Permits nothing that anybody may not do. Repetitions of this page are known by it. */
const strangersToken = `svc_sk_anonymous_${base64Url(crypto.getRandomValues(new Uint8Array(32)))}`;

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** Calls of the public API by this person for the key with this id; without one for the key of the person's pages. */
export function callerOf(userId: string, keyId?: string): CallV1 {
  const name = `${userId} ${keyId ?? ''}`;
  const known = callers.get(name) ?? createCaller(() => requestToken(keyId));
  callers.set(name, known);
  return known;
}

/** A token of the session, for the key with this id or the key of the person's pages. */
async function requestToken(keyId: string | undefined): Promise<string> {
  const body = keyId === undefined ? {} : { keyId };
  return (await call(() => api.POST('/page-token', { body }))).token;
}

/** The client is loaded with the first call. The cookie of the session does not authorize it: it has tokens of the session. */
function createCaller(
  newToken: () => Promise<string>,
  { options = {}, refusals = {} }: CallerDetails = {},
): CallV1 {
  let token: Promise<string> | undefined;
  let until = 0;
  let client: Tempshare | undefined;

  const pageToken = (): Promise<string> => {
    if (token && Date.now() < until) return token;
    until = Date.now() + lifetimes.pageToken * 1000 - MARGIN;
    token = newToken().catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    return token;
  };
  const attempt: CallV1 = async (send) => {
    await pageToken();
    return send(client!);
  };
  return async (send) => {
    const { createClient } = await loadPart();
    client ??= createClient(pageToken, `${location.origin}${at('/api/v1')}`, options);
    try {
      return await attempt(send);
    } catch (error) {
      if (statusOf(error) !== 401) throw refusalOf(error, refusals);
      // The session that the token was of has ended, or another server has another clock.
      token = undefined;
      return attempt(send).catch((again: unknown) => {
        throw refusalOf(again, refusals);
      });
    }
  };
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
const NAMED: readonly RefusalKind[] = [
  'too_many_endpoints',
  'endpoint_disabled',
  'quota_items',
  'quota_bytes',
  'quota_uploads',
];

function refusalOf(error: unknown, refusals: Readonly<Record<number, RefusalKind>>): unknown {
  if (error instanceof Refused) return error;
  const { name } = error as Error;
  if (name === 'APIUserAbortError' || name === 'AbortError') return new Refused('cancelled');
  if (name === 'APIConnectionError' || name === 'APITimeoutError')
    return new Refused(navigator.onLine ? 'away' : 'offline');
  const { status, requestId = '', retryAfterMs = 0, errors = [] } = error as Failure;
  // The SDK refuses what it can't read or send before it sends anything.
  if (status === undefined)
    return ['TempshareError', 'EnvelopeError'].includes(name) ? new Refused('unreadable') : error;
  const faults = errors.flatMap(({ pointer = '' }) => /^\/body\/(\w+)/.exec(pointer)?.[1] ?? []);
  const details = { requestId, retryAfterMs, faults };
  const own = refusals[status];
  if (own) return new Refused(own, details);
  const named = NAMED.find((kind) => errors.some(({ code }) => code === kind));
  if (named) return new Refused(named, details);
  if ((error as Failure).code === 'quota_exceeded') return new Refused('limit_reached', details);
  if (status === 404) return new Refused('gone', details);
  if (status === 429) return new Refused('limited', details);
  if (status === 403) return new Refused('insufficient_role', details);
  return new Refused([502, 503, 504].includes(status) ? 'away' : 'unexpected', details);
}
