import { operations, type OperationId, type OperationInfo } from '@tempshare/contract';
import { Router, type RequestHandler } from 'express';
import type { OperationHandlers } from '../../domain/operation.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { preflights } from './cross-origin.ts';
import { serve, type PipelineDeps } from './operation.ts';
import type { Handler } from './respond.ts';

/** Prefix of the paths of one collection, so that a path is matched against few others. */
const collectionOf = (path: string): string | undefined => /^(?:\/public)?\/[^/]+/.exec(path)?.[0];

export function operationRouter(deps: PipelineDeps, handlers: OperationHandlers): RequestHandler {
  const routers = new Map<string | undefined, Router>();
  const routerOf = (path: string): Router => {
    const collection = collectionOf(path);
    const router = routers.get(collection) ?? Router({ caseSensitive: true, strict: true });
    routers.set(collection, router);
    return router;
  };
  const allowed = new Map<string, string[]>();
  const open = new Set<string>();
  for (const [id, info] of Object.entries(operations) as [OperationId, OperationInfo][]) {
    if (deps.role === 'open' && info.auth === 'bearer') continue;
    const path = info.path.replaceAll(/\{(\w+)\}/g, ':$1');
    allowed.set(path, [...(allowed.get(path) ?? []), info.method]);
    if (info.auth !== 'bearer') open.add(path);
    const method = info.method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete';
    routerOf(path)[method](path, (request, response) =>
      serve(deps, handlers[id] as unknown as Handler, { operation: info, request, response }),
    );
  }
  const preflight = preflights();
  for (const [path, methods] of allowed) {
    const router = routerOf(path);
    if (open.has(path)) router.options(path, preflight(methods));
    router.all(path, () => {
      throw new ServiceProblem('method_not_allowed', `Use ${methods.join(' or ')} here.`, {
        headers: { Allow: methods.join(', ') },
      });
    });
  }
  return (request, response, next) => {
    const router = routers.get(collectionOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}
