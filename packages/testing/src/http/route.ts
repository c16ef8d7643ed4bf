import { operations, type OperationInfo } from '@tempshare/contract';
import { MockProblem } from './problem.ts';

/** Operation and parameters of a request. */
export interface Match {
  operation: OperationInfo;
  params: Record<string, string>;
}

const ROUTES = Object.values(operations).map((operation: OperationInfo) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/**
 * The operation that a request below the base URL is for.
 * @throws MockProblem `not_found` for an unknown path, `method_not_allowed` for an unknown method of a known one.
 */
export function match(method: string, path: string): Match {
  const found = find(method, path);
  if (found) {
    const named = Object.entries(found.params).map(([name, text]) => [name, decode(text)] as const);
    return { ...found, params: Object.fromEntries(named) };
  }
  const methods = methodsOf(path);
  if (methods.length === 0) throw new MockProblem('not_found', 'There is no such path here.');
  const headers = { Allow: methods.join(', ') };
  throw new MockProblem('method_not_allowed', `Use ${methods.join(' or ')} here.`, { headers });
}

/** The methods that a path below the base URL has; none if there is no such path. */
export const methodsOf = (path: string): string[] =>
  ROUTES.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation.method);

/** The same with the parameters as they stand in the address; undefined when there is none. */
export function find(method: string, path: string): Match | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = ROUTES.find(({ operation, pattern }) => operation.method === wanted && pattern.test(path));
  return route && { operation: route.operation, params: { ...route.pattern.exec(path)?.groups } };
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
