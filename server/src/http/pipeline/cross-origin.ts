import { crossOrigin } from '@tempshare/contract';
import type { Request, RequestHandler, Response } from 'express';
import { hasBody } from '../body/body.ts';
import { clientNetwork } from '../connection/client-address.ts';
import { afterWait } from './request-scope.ts';
import { RefusalPace } from '../pacing/refusal-pace.ts';

export const BASE_PATH = '/api/v1';

const SEGMENTS: ReadonlySet<string> = new Set(crossOrigin.segments);

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': crossOrigin.responseHeaders.join(', '),
};

/**
 * CORS headers of responses below paths that need no key, refusals included: any origin may read them, without
 * credentials. They do not depend on the caller, so no `Vary` is needed.
 */
export function crossOriginHeaders(path: string): Readonly<Record<string, string>> {
  if (!path.startsWith(`${BASE_PATH}/`)) return {};
  const [segment = ''] = path.slice(BASE_PATH.length + 1).split('/', 1);
  return SEGMENTS.has(segment) ? HEADERS : {};
}

export function allowOrigins({ path }: Request, response: Response): void {
  for (const [name, value] of Object.entries(crossOriginHeaders(path))) response.setHeader(name, value);
}

/** Firefox keeps a response for a day at most, Chromium for 2 hours, Safari for 10 minutes. */
const MAX_AGE_SECONDS = 86_400;
/** Requests of a network before it has to wait. */
const PREFLIGHTS = { burst: 1000, perSecond: 100 };

/** Answers preflights of the Fetch standard, paced by network but not counted. Passes any other OPTIONS on. */
export function preflights(): (methods: readonly string[]) => RequestHandler {
  const pace = new RefusalPace(PREFLIGHTS);
  return (methods) => (request, response, next) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (origin === undefined || method === undefined || hasBody(request)) return next();
    response.status(204).set({
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': crossOrigin.requestHeaders.join(', '),
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
    });
    afterWait(response, pace.next(clientNetwork(request.ip)), () => response.end());
  };
}
