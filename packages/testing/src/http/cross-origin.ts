import { crossOrigin } from '@tempshare/contract';
import type { WireResponse } from './idempotency.ts';
import { methodsOf } from './route.ts';

const SEGMENTS: readonly string[] = crossOrigin.segments;

/**
 * Headers that let pages of any origin read a response, as the service sends them without a key: for a mock behind a
 * web server, and for an environment that asks for it itself.
 *
 * @param path below the base URL
 */
export function crossOriginHeaders(path: string): Record<string, string> {
  if (!SEGMENTS.includes(path.split('/')[1] ?? '')) return {};
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': crossOrigin.responseHeaders.join(', '),
  };
}

/** The response to a preflight that is granted; undefined for whatever else is asked. */
export function preflight({ method, headers }: Request, path: string): WireResponse | undefined {
  const asks = method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
  const methods = methodsOf(path);
  if (!asks || methods.length === 0 || !('Access-Control-Allow-Origin' in crossOriginHeaders(path)))
    return undefined;
  const granted = {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': crossOrigin.requestHeaders.join(', '),
    'Access-Control-Max-Age': '86400',
  };
  return { status: 204, headers: granted, body: null };
}
