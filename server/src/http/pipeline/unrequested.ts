import type { OperationInfo } from '@tempshare/contract';
import type { Request } from 'express';
import { invalid } from '../../domain/problem.ts';

/** Headers by which browsers mark a prefetch: the standard's, and its predecessors. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Refuses to consume an item that nobody asked for: prefetches, and posts by forms or beacons of other sites that know
 * an id. Cross-origin JSON has passed a preflight, so it was permitted (Fetch standard).
 */
export function refuseUnrequested(operation: OperationInfo, request: Request, appOrigin: string): void {
  if (!operation.consumes) return;
  const ahead = PURPOSES.find((name) => /prefetch|prerender|preview/i.test(request.get(name) ?? ''));
  if (ahead) throw invalid(`/headers/${ahead}`, 'prefetch', 'must not fetch ahead what opening consumes');
  if (operation.method !== 'POST' || request.is('application/json')) return;
  const site = request.get('Sec-Fetch-Site')?.toLowerCase();
  // Older browsers, and those on plain HTTP, send the origin alone; `null` for pages that hide theirs.
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
