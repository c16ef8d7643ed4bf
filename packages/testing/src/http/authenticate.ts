import type { OperationInfo } from '@tempshare/contract';
import type { Key, State } from '../state.ts';
import { MockProblem, WWW_AUTHENTICATE } from './problem.ts';

/** @throws MockProblem `missing_api_key`, `invalid_api_key`, or `rate_limited`, since those count as anonymous */
export function authenticate(state: State, request: Request): Key {
  const header = request.headers.get('Authorization');
  const key = state.keys.get(/^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '');
  if (key) return key;
  state.quotas.admit('anonymous', '', state.now);
  const headers = { 'WWW-Authenticate': WWW_AUTHENTICATE };
  if (header === null) {
    throw new MockProblem('missing_api_key', 'Send an API key as `Authorization: Bearer svc_sk_…`.', {
      headers,
    });
  }
  throw new MockProblem('invalid_api_key', 'The mock has no such API key.', { headers });
}

/** @throws MockProblem `insufficient_scope` */
export function requireScope(operation: OperationInfo, key: Key): void {
  const scopes: readonly string[] = key.scopes;
  if (operation.scopes.some((all) => all.every((scope) => scopes.includes(scope)))) return;
  const needed = operation.scopes.map((all) => all.join(' and ')).join(' or ');
  throw new MockProblem('insufficient_scope', `This operation needs the scope ${needed}.`);
}
