import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { UnknownKeyError } from './crypto/keyring.ts';
import type { FeatureDeps } from './features/feature.ts';
import { hasBody } from './http/body/body.ts';
import { allowOrigins, BASE_PATH } from './http/pipeline/cross-origin.ts';
import { afterWait, beginScope, probe, type Locals } from './http/pipeline/request-scope.ts';
import { loggable } from './runtime/loggable.ts';
import type { PipelineDeps } from './http/pipeline/operation.ts';
import { ServiceProblem } from './domain/problem.ts';
import type { PanelDeps } from './http/panel/operation.ts';
import { PANEL_PATH, panelRouter } from './http/panel/router.ts';
import { pages, problemPage, type PagesDeps } from './http/pages.ts';
import type { Role } from './domain/role.ts';
import { operationRouter } from './http/pipeline/router.ts';
import type { Readiness } from './http/readiness.ts';
import { RefusalPace } from './http/pacing/refusal-pace.ts';
import type { RequestLog } from './http/pipeline/request-log.ts';
import { respondEarly } from './http/body/stream.ts';
import { refuseAmbiguous } from './http/pipeline/well-formed.ts';
import { allHandlers, panelHandlers } from './modules.ts';
import { BlobStoreError } from './storage/blobs/blobs.ts';
import { toQuotaProblem } from './storage/capacity.ts';
import { isReadOnly, isUnavailable } from './storage/postgres/database.ts';
import type { Notifications } from './storage/postgres/notifications.ts';

export interface AppDeps extends PipelineDeps, PanelDeps, FeatureDeps, PagesDeps {
  readiness: Readiness;
  notifications: Pick<Notifications, 'mode'>;
  requestLog: RequestLog;
  role: Role;
  trustProxy: number | string[];
}

/** The whole HTTP surface of the server. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.trustProxy);
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use((request, response, next) => {
    beginScope(deps.requestLog, request, response);
    allowOrigins(request, response);
    refuseAmbiguous(request);
    next();
  });

  app.use(BASE_PATH, operationRouter(deps, allHandlers(deps)));
  // Mail programs post to the address of the page (RFC 8058); getting it changes nothing.
  app.post('/stop-notices', (request, _response, next) => {
    request.url = `${PANEL_PATH}/notices/stop${request.url.slice('/stop-notices'.length)}`;
    next();
  });
  app.use(PANEL_PATH, panelRouter(deps, panelHandlers(deps)));
  app.get('/healthz', probe, (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', probe, async (_request, response) => {
    await deps.readiness.check();
    const { mode } = deps.notifications;
    response.json({
      status: 'ok',
      ...(mode && { events: mode }),
      ...(deps.diskFloor?.isFull && { storage: 'full' }),
    });
  });
  app.use(pages(deps));
  app.use(() => {
    throw new ServiceProblem(
      'not_found',
      'There is no such path here. The API is below /api/v1, and described at /api/v1/openapi.json.',
    );
  });
  app.use(renderProblem(deps.requestLog, problemPage(deps)));
  return app;
}

const REFUSALS = { burst: 1000, perSecond: 100 };
function renderProblem(
  log: RequestLog,
  pageOf: (request: Request, response: Response) => string | undefined,
): ErrorRequestHandler {
  const pace = new RefusalPace(REFUSALS);
  // eslint-disable-next-line max-params -- Express tells an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const problem = toProblem(error);
    const { requestId, operation, keyId, network, isProbe } = response.locals as Locals;
    if (isRefusal(problem, error)) log.refused(requestId, refusalOf(problem));
    else if (problem.status >= 500) log.failed(requestId, loggable(error));
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.set(problem.headers).status(problem.status);
    const page = isProbe ? undefined : pageOf(request, response);
    response.type(page === undefined ? 'application/problem+json' : 'text/html');
    const body = page ?? JSON.stringify(problem.toBody(requestId));
    // Responses that cost nothing in a flood, and that no limit counts.
    const isCheap = problem.code === 'rate_limited' || (operation === undefined && !isProbe);
    afterWait(response, isCheap ? pace.next(keyId ?? network) : 0, () => {
      if (request.complete || !hasBody(request)) response.send(body);
      else void respondEarly(request, response, body);
    });
  };
}

/** Whether a limit refused the request, and nothing failed. A refusal has no cause, or is one of the byte quotas. */
const isRefusal = (problem: ServiceProblem, error: unknown): boolean =>
  problem.status >= 500 &&
  problem.code !== 'internal_error' &&
  problem.cause === undefined &&
  (error === problem || toQuotaProblem(error) !== undefined);

const refusalOf = ({ code, message }: ServiceProblem) => ({ refused: code, message });

function toProblem(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof URIError) {
    return new ServiceProblem('validation_failed', '/path is not valid percent-encoded UTF-8.', {
      errors: [{ pointer: '/path', code: 'encoding', detail: 'is not valid percent-encoded UTF-8' }],
    });
  }
  const refusal = toQuotaProblem(error);
  if (refusal) return refusal;
  if (isUnavailable(error)) {
    return new ServiceProblem(
      'service_unavailable',
      isReadOnly(error)
        ? 'The database takes no changes at the moment. Retry shortly.'
        : 'The database cannot be reached or does not keep up. Retry shortly.',
      {
        retryAfter: 2,
        cause: error,
      },
    );
  }
  if (error instanceof BlobStoreError) {
    return new ServiceProblem('service_unavailable', `${error.message} Retry shortly.`, {
      retryAfter: 5,
      cause: error,
    });
  }
  if (error instanceof UnknownKeyError) {
    return new ServiceProblem(
      'service_unavailable',
      'The server lacks the key for this item. Nothing was consumed.',
      {
        retryAfter: 60,
        cause: error,
      },
    );
  }
  return new ServiceProblem(
    'internal_error',
    'Something went wrong on our side. Retry; quote the request id if it persists.',
  );
}
