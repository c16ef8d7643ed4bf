import { operations, type OperationId, type OperationInfo } from '@tempshare/contract';
import { Router } from 'express';
import type { OperationHandlers } from '../domain/operation.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { preflights } from './cross-origin.ts';
import { serve, type PipelineDeps } from './operation.ts';
import type { AnyHandler } from './respond.ts';

/** Routes every operation of the contract through the pipeline to its handler. */
export function operationRouter(deps: PipelineDeps, handlers: OperationHandlers): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const allowed = new Map<string, string[]>();
  const open = new Set<string>();
  for (const [id, info] of Object.entries(operations) as [OperationId, OperationInfo][]) {
    const path = info.path.replaceAll(/\{(\w+)\}/g, ':$1');
    allowed.set(path, [...(allowed.get(path) ?? []), info.method]);
    if (info.auth !== 'bearer') open.add(path);
    const method = info.method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete';
    router[method](path, (request, response) =>
      serve(deps, info, handlers[id] as unknown as AnyHandler, request, response),
    );
  }
  const preflight = preflights();
  for (const [path, methods] of allowed) {
    if (open.has(path)) router.options(path, preflight(methods));
    router.all(path, () => {
      throw new ServiceProblem('method_not_allowed', `Use ${methods.join(' or ')} here.`, {
        headers: { Allow: methods.join(', ') },
      });
    });
  }
  return router;
}
