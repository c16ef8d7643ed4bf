import type { paths } from '@tempshare/contract/account/types';
import { problems } from '@tempshare/contract/account/constants';
import createClient, { type Client } from 'openapi-fetch';
import { timedFetch } from '../clock.ts';

type AccountCode = keyof typeof problems;

/** Client of the account API. The browser sends the session cookie by itself; no script can read it. */
export let api: Client<paths>;

/** Path that the address of the service has, if any. */
let base = '';

/** Connects the panel to the account API of the service at this path. */
export function connect(basePath: string): void {
  base = basePath;
  const fetch = (request: Request): Promise<Response> => timedFetch(request);
  api = createClient<paths>({ baseUrl: `${basePath}/api/account`, cache: 'no-store', fetch });
}

/** Address of a page of the panel, or of anything else of the service. */
export const at = (path: string): string => (path === '/' ? base || '/' : `${base}${path}`);

/** Path of an address, without that of the service. */
export const pathOf = (address: string): string => address.slice(base.length) || '/';

/**
 * A code of the account API, or `gone` for 404, `limited` and `too_many_attempts` for 429, `too_many_codes` where the
 * wrong ones were codes, `offline` and `away` without a
 * response, `cancelled` when the person did not confirm, `passkey_known` and `passkey_unused` by the browser, `item_ended` for a change that comes too late, `unexpected` for all
 * else.
 */
export type RefusalKind =
  | AccountCode
  | 'gone'
  | 'limited'
  | 'too_many_attempts'
  | 'too_many_codes'
  | 'offline'
  | 'away'
  | 'cancelled'
  | 'too_many_endpoints'
  | 'endpoint_disabled'
  | 'quota_items'
  | 'quota_bytes'
  | 'quota_uploads'
  | 'item_ended'
  | 'passkey_known'
  | 'passkey_unused'
  | 'unreadable'
  | 'anonymous_off'
  | 'anonymous_full'
  | 'unexpected';

/** A call that failed, sorted by what a person can do about it. */
export class Refused extends Error {
  readonly kind: RefusalKind;
  readonly requestId: string;
  readonly retryAfterMs: number;
  /** Names of the body's properties that were refused. */
  readonly faults: readonly string[];

  constructor(kind: RefusalKind, { requestId = '', retryAfterMs = 0, faults = [] }: RefusalDetails = {}) {
    super(kind);
    this.kind = kind;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.faults = faults;
  }
}

interface RefusalDetails {
  requestId?: string;
  retryAfterMs?: number;
  faults?: readonly string[];
}

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

interface Guards {
  /** Asks the person to confirm who they are. Returns false if the person cancels. */
  confirm: () => Promise<boolean>;
  /** The session is over. */
  signedOut: () => void;
}

let guards: Guards = { confirm: () => Promise.resolve(false), signedOut: () => undefined };

/** Sets what happens when a call needs a confirmation, or the session is over. */
export function guardCalls(set: Guards): void {
  guards = set;
}

/**
 * Runs a call. One that needs a recent sign-in asks for the password and is repeated.
 *
 * @throws Refused
 */
export async function call<Data>(send: () => Promise<Reply<Data>>): Promise<Data> {
  try {
    return await attempt(send);
  } catch (error) {
    if (!(error instanceof Refused) || error.kind !== 'confirmation_required') {
      if (error instanceof Refused && error.kind === 'not_signed_in') guards.signedOut();
      throw error;
    }
    if (!(await guards.confirm())) throw new Refused('cancelled');
    return attempt(send);
  }
}

async function attempt<Data>(send: () => Promise<Reply<Data>>): Promise<Data> {
  const { data, error, response } = await send().catch((cause: unknown) => {
    if ((cause as Error).name === 'AbortError') throw new Refused('cancelled');
    throw new Refused(navigator.onLine ? 'away' : 'offline');
  });
  if (response.ok) return data as Data;
  throw refusalOf(response, error);
}

interface Problem {
  code?: string;
  requestId?: string;
  errors?: { pointer: string }[];
}

function refusalOf(response: Response, error: unknown): Refused {
  const { code = '', requestId = '', errors = [] } = (error ?? {}) as Problem;
  const { status, headers } = response;
  const faults = errors.flatMap(({ pointer }) => /^\/body\/(\w+)/.exec(pointer)?.[1] ?? []);
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000;
  const details = { requestId, retryAfterMs, faults };
  if (code in problems || code === 'too_many_attempts') return new Refused(code as AccountCode, details);
  if (status === 404) return new Refused('gone', details);
  if (status === 429) return new Refused('limited', details);
  return new Refused([502, 503, 504].includes(status) ? 'away' : 'unexpected', details);
}

/** Things on the page that a refresh would disturb. */
let held = 0;

/** Keeps lists from being refreshed until the returned function is called. */
export function holdRefreshes(): () => void {
  held += 1;
  return () => void (held -= 1);
}

/** Whether refreshes have to wait. */
export const isHeld = (): boolean => held > 0;
