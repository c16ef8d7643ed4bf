import type { OperationInfo } from '@tempshare/contract';
import { operations } from '../gen/operations.ts';
import { MockProblem } from './problem.ts';

const ROUTES = Object.values(operations).map((operation: OperationInfo) => ({
  operation,
  pattern: new RegExp(
    `^${operation.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`,
  ),
}));

/**
 * The operation that a request below the base URL is for.
 * @throws MockProblem `not_found` for an unknown path, `method_not_allowed` for an unknown method of a known one.
 */
export function match(
  method: string,
  path: string,
): { operation: OperationInfo; params: Record<string, string> } {
  const there = ROUTES.filter(({ pattern }) => pattern.test(path));
  const route = there.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));
  if (route) {
    const named = Object.entries({ ...route.pattern.exec(path)?.groups });
    return {
      operation: route.operation,
      params: Object.fromEntries(named.map(([name, text]) => [name, decode(text)])),
    };
  }
  const methods = there.map(({ operation }) => operation.method);
  if (methods.length === 0) throw new MockProblem('not_found', 'There is no such path here.');
  const headers = { Allow: methods.join(', ') };
  throw new MockProblem('method_not_allowed', `Use ${methods.join(' or ')} here.`, { headers });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    const detail = 'is not valid percent-encoded UTF-8';
    throw new MockProblem('validation_failed', `/path ${detail}.`, {
      errors: [{ pointer: '/path', code: 'encoding', detail }],
    });
  }
}
