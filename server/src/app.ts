import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { UnknownKeyError } from './crypto/keyring.ts';
import { prefixedId } from './crypto/tokens.ts';
import { accountHandlers } from './features/accounts/handlers.ts';
import { debugShareHandlers } from './features/debug-shares/handlers.ts';
import type { Masker } from './features/debug-shares/masker.ts';
import { dropFileArrived } from './features/drops/drop.ts';
import { fileHandlers } from './features/files/handlers.ts';
import { pendingHandlers } from './features/pending.ts';
import { requestFileArrived } from './features/requests/request.ts';
import { roomFileArrived } from './features/rooms/room.ts';
import { secretHandlers } from './features/secrets/handlers.ts';
import { transferHandlers } from './features/transfers/handlers.ts';
import { transferFileArrived } from './features/transfers/transfer.ts';
import { webhookHandlers } from './features/webhooks/handlers.ts';
import { hasBody } from './http/body.ts';
import { clientNetwork } from './http/client-address.ts';
import {
  operationRouter,
  type FeatureDeps,
  type OperationHandlers,
  type PipelineDeps,
} from './http/operation.ts';
import { ServiceProblem } from './http/problem.ts';
import { answerEarly } from './http/stream.ts';
import { isUnavailable } from './storage/database.ts';

export interface AppDeps extends PipelineDeps, FeatureDeps {
  masker: Masker;
  trustProxy: number | string[];
}

/** The whole HTTP surface of the server. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.trustProxy);
  app.set('query parser', 'simple');
  app.use(envelope(deps.log));

  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    await deps.database.query('SELECT 1');
    response.json({ status: 'ok' });
  });

  const handlers = {
    ...accountHandlers(),
    ...transferHandlers(deps),
    ...secretHandlers(deps),
    ...debugShareHandlers(deps),
    ...fileHandlers(deps, {
      transfer: transferFileArrived,
      request: requestFileArrived,
      'room-message': roomFileArrived,
      'drop-item': dropFileArrived,
    }),
    ...webhookHandlers(),
    ...pendingHandlers,
  } satisfies OperationHandlers;
  app.use('/api/v1', operationRouter(deps, handlers));
  app.use(() => {
    throw new ServiceProblem(
      'not_found',
      'There is no such path here. The API is described at /api/v1/openapi.json.',
    );
  });
  app.use(renderProblem(deps.log));
  return app;
}

/** The request's id, the headers of every answer, and one log line when it is over. */
function envelope(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = prefixedId('req');
    response.locals.requestId = requestId;
    response.set({
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.on('close', () => {
      log.info({
        requestId,
        method: request.method,
        operation: response.locals.operation as string | undefined,
        status: response.writableFinished ? response.statusCode : 499,
        ms: Math.round(performance.now() - started),
        keyId: response.locals.keyId as string | undefined,
        network: truncated(clientNetwork(request.ip)),
      });
    });
    next();
  };
}

/** Enough of an address to see patterns, not a person: /24 of IPv4, /48 of IPv6. */
function truncated(network: string): string {
  if (network.includes('.')) return network.replace(/\.\d+$/, '.0/24');
  return network.replace(/^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):.*$/, '$1::/48');
}

function renderProblem(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = toProblem(error);
    const requestId = response.locals.requestId as string;
    if (problem.status >= 500 && problem.code !== 'not_implemented')
      log.error({ requestId, error: describe(error) });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.set(problem.headers).status(problem.status).type('application/problem+json');
    const body = JSON.stringify(problem.toBody(requestId));
    if (request.complete || !hasBody(request)) response.send(body);
    else void answerEarly(request, response, body);
  };
}

function toProblem(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof URIError) {
    return new ServiceProblem('validation_failed', '/path is not valid percent-encoded UTF-8.', {
      errors: [{ pointer: '/path', code: 'encoding', detail: 'is not valid percent-encoded UTF-8' }],
    });
  }
  if (isUnavailable(error)) {
    return new ServiceProblem(
      'service_unavailable',
      'The database cannot be reached or does not keep up. Retry shortly.',
      {
        retryAfter: 2,
        cause: error,
      },
    );
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

/** What of an error may be logged: never a bound value, row or body. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack, code, constraint } = error as Error & { code?: string; constraint?: string };
  const cause = error.cause instanceof Error ? describe(error.cause) : undefined;
  return { name, message, code, constraint, stack, cause };
}
