import { accountOperations, type AccountOperation } from '@tempshare/contract/account';
import { Router, type RequestHandler } from 'express';
import type { PanelHandlers } from '../../domain/panel.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Role } from '../../domain/role.ts';
import { servePanel, type PanelDeps, type PanelHandler } from './operation.ts';

export const PANEL_PATH = '/api/account';

export function panelRouter(deps: PanelDeps & { role: Role }, handlers: PanelHandlers): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const allowed = new Map<string, string[]>();
  for (const operation of Object.values(accountOperations) as AccountOperation[]) {
    if (deps.role === 'open' && !operation.anyOrigin) continue;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    allowed.set(path, [...(allowed.get(path) ?? []), operation.method]);
    const method = operation.method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete';
    router[method](path, (request, response) =>
      servePanel(deps, handlers[operation.id] as unknown as PanelHandler, { operation, request, response }),
    );
  }
  for (const [path, methods] of allowed) {
    router.all(path, () => {
      throw new ServiceProblem('method_not_allowed', `Use ${methods.join(' or ')} here.`, {
        headers: { Allow: methods.join(', ') },
      });
    });
  }
  return router;
}
