import type { OperationInfo } from '@tempshare/contract';
import type { Request } from 'express';
import { invalid } from '../../domain/problem.ts';

/** Headers by which browsers mark a prefetch: the standard's, and its predecessors. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Refuses to consume an item for whom nobody has asked: a browser that fetches ahead, or the page of another origin that
 * knows an id and posts by a form, an image or a beacon. Such a post is simple in the sense of the Fetch standard: it
 * cannot say `application/json` without asking first (CORS), so whoever says it has been let through.
 */
export function refuseUnrequested(operation: OperationInfo, request: Request, appOrigin: string): void {
  if (!operation.consumes) return;
  const ahead = PURPOSES.find((name) => /prefetch|prerender|preview/i.test(request.get(name) ?? ''));
  if (ahead) throw invalid(`/headers/${ahead}`, 'prefetch', 'must not fetch ahead what opening consumes');
  if (operation.method !== 'POST' || request.is('application/json')) return;
  const site = request.get('Sec-Fetch-Site')?.toLowerCase();
  // Browsers before it, and those on plain HTTP, say the origin alone; `null` for pages that hide theirs.
  const name = site === undefined ? 'origin' : 'sec-fetch-site';
  const own = site === undefined ? [appOrigin] : ['same-origin', 'none'];
  const from = request.get(name)?.toLowerCase();
  if (from !== undefined && !own.includes(from))
    throw invalid(
      `/headers/${name}`,
      'cross_site',
      'comes from another site: send a body as application/json',
    );
}
