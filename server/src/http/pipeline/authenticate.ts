import type { Role } from '../../domain/role.ts';
import type { OperationInfo } from '@tempshare/contract';
import type { Request, Response } from 'express';
import type { Admission } from '../../domain/admission.ts';
import { isAnonymousToken, type AnonymousSenders } from '../../domain/anonymous.ts';
import type { Authenticator, Principal } from '../../domain/principal.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { invalidSession, type Session } from '../../domain/session.ts';
import type { RequestLimit } from '../../limits/rate-limit.ts';
import type { UrlLimit } from '../../limits/url-limit.ts';
import { siteOf } from '../../limits/networks.ts';
import type { Sessions } from '../../sessions/session.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { Locals } from './request-scope.ts';

export interface UsageCounter {
  flush: () => Promise<void>;
  add: (keyId: string, counts: { requests?: number; items?: number; bytes?: number }) => void;
}

export interface AdmissionDeps {
  /** A server for recipients takes no keys. */
  role: Role;
  authenticator: Authenticator;
  keyUsage: UsageCounter;
  sessions: Sessions;
  urls: UrlLimit;
  anonymous: RequestLimit;
  /** Undefined if nobody sends without an account. */
  anonymousSenders: AnonymousSenders | undefined;
  /** Limit of all sessions of one address together. */
  addressSessions: RequestLimit;
}

export interface Call {
  operation: OperationInfo;
  request: Request;
  response: Response;
}

export interface Visitor {
  caller: { principal: Principal; apiKey: string } | undefined;
  session: Session | undefined;
  /** IPv4 address or IPv6 /64 network of the client. */
  address: string;
  /** The database's clock at admission. */
  now: Date;
}

/**
 * Authenticates the request (API key, session token or URL token, else client address), applies its rate limit and
 * checks the scope. @throws ServiceProblem
 */
export async function admit(deps: AdmissionDeps, call: Call): Promise<Visitor> {
  const { operation, request, response } = call;
  const address = (response.locals as Locals).network;
  const keyed =
    operation.auth === 'bearer' ||
    (operation.auth === 'optional' &&
      deps.role === 'all' &&
      /^Bearer /i.test(request.get('Authorization') ?? '') &&
      // With an anonymous token the URL is the permission, and its limit counts.
      !(deps.anonymousSenders && isAnonymousToken(bearerOf(request) ?? '')));
  const caller = keyed ? await authenticate(deps, request, address) : undefined;
  const held = caller ? undefined : await resume(deps, call, address);
  const admission = caller?.admission ?? held?.admission ?? (await deps.anonymous.admit(address));
  if (!caller?.principal.isAnonymous) response.locals.keyId = caller?.principal.keyId;
  for (const [name, value] of rateLimitHeaders(admission)) response.setHeader(name, value);
  const endsAt = caller?.principal.endsAt;
  if (endsAt) response.setHeader('API-Key-Expires-At', endsAt.toISOString());
  requireAdmitted(admission);
  if (caller && !caller.principal.borrowed) countUsage(deps.keyUsage, caller.principal.keyId, call);
  if (caller) requireScope(operation, caller.principal);
  return { caller, session: held?.session, address, now: admission.now };
}

/** Counts the request now, and its item and bytes once the response was sent. */
function countUsage(usage: UsageCounter, keyId: string, { operation, request, response }: Call): void {
  usage.add(keyId, { requests: 1 });
  if (operation.method === 'GET') return;
  response.once('finish', () => {
    if (response.statusCode >= 300 || response.hasHeader('Idempotency-Replayed')) return;
    const bytes = request.rawBody?.length ?? Number(request.get('Content-Length') ?? 0);
    usage.add(keyId, { items: response.statusCode === 201 && createsItem(operation) ? 1 : 0, bytes });
  });
}

/** Matches operations that post to a collection, except that of webhook endpoints. */
const createsItem = ({ path, tag }: OperationInfo): boolean => /^\/[a-z-]+$/.test(path) && tag !== 'webhooks';

/** Admits by URL or session token; undefined if neither applies. @throws ServiceProblem `invalid_session`, `rate_limited` */
async function resume(
  { sessions, urls, anonymous, addressSessions }: AdmissionDeps,
  { operation, request }: Call,
  address: string,
): Promise<{ session?: Session; admission: Admission } | undefined> {
  const { id, token } = request.params as Record<string, string>;
  if (operation.byToken) {
    const admission = await urls.admit(operation.id, token as string);
    return admission && { admission };
  }
  const sessionToken = operation.session ? request.get('X-Session-Token') : undefined;
  if (sessionToken === undefined) return undefined;
  const found = await sessions.admit(id as string, sessionToken);
  // Only living sessions count for their network, so made-up tokens take nothing from others behind an address.
  const ofNetwork = found?.admission.admitted ? await addressSessions.admit(siteOf(address)) : undefined;
  if (found) return ofNetwork?.admitted === false ? { admission: ofNetwork } : found;
  requireAdmitted(await anonymous.admit(address));
  throw invalidSession();
}

const bearerOf = (request: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];

async function authenticate(deps: AdmissionDeps, request: Request, address: string) {
  const header = request.get('Authorization');
  const apiKey = bearerOf(request);
  if (apiKey !== undefined && deps.anonymousSenders && isAnonymousToken(apiKey))
    return { ...(await deps.anonymousSenders.admit(address)), apiKey };
  const caller = apiKey === undefined ? undefined : await deps.authenticator.admit(apiKey);
  if (caller && apiKey !== undefined) return { ...caller, apiKey };

  requireAdmitted(await deps.anonymous.admit(address));
  if (header === undefined) {
    throw new ServiceProblem('missing_api_key', 'Send an API key as `Authorization: Bearer svc_sk_…`.', {
      headers: { 'WWW-Authenticate': CHALLENGE },
    });
  }
  throw new ServiceProblem(
    'invalid_api_key',
    apiKey === undefined
      ? 'The Authorization header must have the form `Bearer svc_sk_…`.'
      : 'This API key is mistyped, unknown, expired or revoked.',
    { headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` } },
  );
}

/** Challenge to a request without a key, which names no error (RFC 6750, 3). */
const CHALLENGE = 'Bearer realm="Tempshare API"';

/** @throws ServiceProblem `rate_limited` */
export function requireAdmitted(admission: Admission): void {
  if (admission.admitted) return;
  const retryAfter = Math.ceil(admission.resetMs / 1000);
  throw new ServiceProblem(
    'rate_limited',
    `The limit is ${admission.limit} requests per minute. Retry after ${retryAfter} seconds.`,
    { retryAfter, headers: Object.fromEntries(rateLimitHeaders(admission)) },
  );
}

function requireScope(operation: OperationInfo, principal: Principal): void {
  const scopes = principal.scopes as readonly string[];
  if (operation.scopes.some((all) => all.every((scope) => scopes.includes(scope)))) return;
  const needed = operation.scopes.map((all) => all.join(' and ')).join(' or ');
  // RFC 6750, 3.1. Names the first of several sufficient sets of scopes.
  const challenge = `Bearer error="insufficient_scope", scope="${operation.scopes[0]?.join(' ')}"`;
  throw new ServiceProblem('insufficient_scope', `This operation needs the scope ${needed}.`, {
    headers: { 'WWW-Authenticate': challenge },
  });
}
