import type { Request } from 'express';
import { ServiceProblem } from '../../domain/problem.ts';

/**
 * Refuses requests that a page of another site makes a browser send, with the cookie that it adds by itself. Browsers say
 * where a request comes from in `Sec-Fetch-Site` on https and localhost, and in `Origin` everywhere (Fetch standard).
 * A request with neither comes from no browser that people use, and is refused as well.
 */
export function refuseForeign(request: Request, appOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.get('Sec-Fetch-Site');
  const origin = request.get('Origin');
  const isOwn = site === undefined ? isOwnOrigin(origin, request, appOrigin) : site === 'same-origin';
  if (!isOwn) throw new ServiceProblem('foreign_origin', 'Only pages of this server may call this.');
}

const isOwnOrigin = (origin: string | undefined, request: Request, appOrigin: string): boolean =>
  origin === appOrigin ||
  (origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.get('Host'));
