import type { OperationInfo } from '@tempshare/contract';
import { timestamp } from '../domain/lifetime.ts';
import { findSession, invalidSession, type Session } from '../domain/session.ts';
import { isLiving } from '../features/files/file.ts';
import type { Key, State } from '../state.ts';
import { MockProblem } from './problem.ts';
import type { Policy, Quota } from './quota.ts';
import type { Match } from './route.ts';

/** Caller of a request. */
interface Visitor {
  key: Key | undefined;
  session: Session | undefined;
  quota: Quota;
}

/**
 * Authenticates the request (API key, session token or URL token, else client address) and applies its rate limit.
 * `counted` is false for a request that no limit counts.
 * @throws MockProblem `missing_api_key`, `invalid_api_key`, `invalid_session`, `rate_limited`
 */
export function admit(
  state: State,
  { operation, params }: Match,
  { request, counted }: { request: Request; counted: boolean },
): Visitor {
  const { auth, byToken, session: takesSession } = operation;
  const { id, token: urlToken } = params;
  const count = (policy: Policy, caller = ''): Quota =>
    state.quotas.admit({ policy, caller }, state.now, counted);
  const offers = auth === 'optional' && /^Bearer /i.test(request.headers.get('Authorization') ?? '');
  const key = auth === 'bearer' || offers ? authenticate(state, request) : undefined;
  if (key) return { key, session: undefined, quota: count('key', key.id) };
  if (byToken && isLiving(state, urlToken as string))
    return { key, session: undefined, quota: count('url', urlToken) };
  const token = takesSession ? request.headers.get('X-Session-Token') : null;
  const session = token === null ? undefined : findSession(state, id, token);
  const quota = session ? count('session', token as string) : count('anonymous');
  if (token !== null && !session) throw invalidSession();
  return { key, session, quota };
}

/** @throws MockProblem `missing_api_key`, `invalid_api_key`, or `rate_limited`, since those count as anonymous */
function authenticate(state: State, request: Request): Key {
  const header = request.headers.get('Authorization');
  const key = state.keys.get(/^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '');
  if (key && !(key.expiresAt !== null && key.expiresAt <= state.now)) return key;
  state.quotas.admit({ policy: 'anonymous', caller: '' }, state.now);
  if (header === null)
    throw new MockProblem('missing_api_key', 'Send an API key as `Authorization: Bearer svc_sk_…`.');
  throw new MockProblem('invalid_api_key', 'The mock has no such API key.');
}

/** @throws MockProblem `insufficient_scope` */
export function requireScope(operation: OperationInfo, key: Key): void {
  const scopes: readonly string[] = key.scopes;
  if (operation.scopes.some((all) => all.every((scope) => scopes.includes(scope)))) return;
  const needed = operation.scopes.map((all) => all.join(' and ')).join(' or ');
  throw new MockProblem('insufficient_scope', `This operation needs the scope ${needed}.`, {
    scopes: operation.scopes,
  });
}

/** So long before a key ends its responses say when, in milliseconds. */
const ENDS_SOON_MS = 30 * 86_400_000;

/** The header that tells a program that its key ends soon. */
export function endHeader({ expiresAt }: Key, now: number): Record<string, string> {
  const isSoon = expiresAt !== null && expiresAt < now + ENDS_SOON_MS;
  return isSoon ? { 'API-Key-Expires-At': timestamp(expiresAt) } : {};
}
