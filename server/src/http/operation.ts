import { operations, type OperationId, type OperationInfo } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import { Router, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Capacity } from '../storage/capacity.ts';
import { isDiskFull, OutcomeUnknownError, type Database } from '../storage/database.ts';
import { noRoom } from '../storage/disk-floor.ts';
import { breakBody, type Speed } from './body-watch.ts';
import { rawBody, readJsonBody, refuseLoneSurrogates } from './body.ts';
import type { CallerSemaphore } from '../limits/caller-semaphore.ts';
import { clientNetwork } from './client-address.ts';
import { ClientGone, untilGone } from './client-gone.ts';
import { preflights } from './cross-origin.ts';
import { carriesFile, type FileSlots, type FileTransfer } from './file-slots.ts';
import { yieldEventLoop } from '../runtime/event-loop.ts';
import { carryOut, idempotently, type WireResponse } from './idempotency.ts';
import { refuseUnrequested } from './unrequested.ts';
import type { Admission } from '../domain/admission.ts';
import type { OperationHandlers, Plan } from '../domain/operation.ts';
import type { Authenticator, Principal } from '../domain/principal.ts';
import { notFound, ServiceProblem } from '../domain/problem.ts';
import type { AnonymousLimit } from '../limits/rate-limit.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { sendStream, type StreamReply } from './stream.ts';
import type { Validator } from './validate.ts';

type AnyHandler = (context: object) => unknown;
interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: never;
}

export interface PipelineDeps {
  database: Database;
  authenticator: Authenticator;
  anonymous: AnonymousLimit;
  /** Pages of lists that one caller reads at a time. */
  lists: CallerSemaphore;
  /** Files that come or go. */
  files: FileSlots;
  capacity: Capacity;
  validator: Validator;
  /** The origin of the server's public address. */
  appOrigin: string;
  locales: readonly string[];
  defaultLocale: string;
  /** How slowly JSON, and the bytes of files, may come. */
  bodySpeed: Speed;
  uploadSpeed: Speed;
  log: Logger;
}

/** The operations that add something, as their responses in the contract say. */
const ADDING: ReadonlySet<string> = new Set(
  Object.values(openApiDocument().paths).flatMap((item) =>
    Object.values(item)
      .filter((operation) => 'responses' in operation && '507' in operation.responses)
      .map(({ operationId }) => operationId),
  ),
);

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

async function serve(
  deps: PipelineDeps,
  operation: OperationInfo,
  handler: AnyHandler,
  request: Request,
  response: Response,
): Promise<void> {
  response.locals.operation = operation.id;
  const address = clientNetwork(request.ip);
  const keyed =
    operation.auth === 'bearer' ||
    (operation.auth === 'optional' && /^Bearer /i.test(request.get('Authorization') ?? ''));
  const caller = keyed ? await authenticate(deps, request, address) : undefined;
  const admission = caller?.admission ?? (await deps.anonymous.admit(address));
  response.locals.keyId = caller?.principal.keyId;
  response.set(rateLimitHeaders(admission));
  admit(admission);
  if (caller) requireScope(operation, caller.principal);
  const body = await readRequest(deps, operation, request);

  const context = {
    params: request.params,
    query: request.query,
    headers: request.headers,
    body,
    principal: caller?.principal,
    address,
    now: admission.now,
    locale: request.acceptsLanguages(...deps.locales) || deps.defaultLocale,
    signal: untilGone(request, response),
  };
  const adds = ADDING.has(operation.id);
  const admitBytes = async (): Promise<void> => {
    // The bytes of a file are admitted by the store that they go to.
    if (adds && operation.requestType !== 'application/octet-stream')
      await deps.capacity.admit(request.rawBody?.length ?? 0);
  };
  const toWire = async (reply: Reply): Promise<WireResponse> => {
    await deps.validator.response(operation, request, reply.status, reply.body);
    return { status: reply.status, body: JSON.stringify(reply.body) };
  };

  /** Nothing is written before the plan is known; then it is, with the claim of an Idempotency-Key if there is one. */
  const carryOutPlan = async (): Promise<void> => {
    const makePlan = async (): Promise<Plan<WireResponse>> => {
      await admitBytes();
      const plan = (await handler(context)) as Plan<Reply>;
      return 'transaction' in plan
        ? { transaction: async (db) => toWire(await plan.transaction(db)) }
        : { statement: plan.statement, reply: await toWire(plan.reply) };
    };
    const idempotencyKey = request.get('Idempotency-Key');
    if (idempotencyKey === undefined || !caller) {
      context.signal.throwIfAborted();
      let wire: WireResponse | undefined;
      while (!wire) wire = await carryOut(deps.database, await makePlan());
      return sendJson(response, wire);
    }
    const { replayed, ...wire } = await idempotently(
      deps.database,
      {
        keyId: caller.principal.keyId,
        apiKey: caller.apiKey,
        idempotencyKey,
        operation: `${operation.id} ${JSON.stringify(request.params)}`,
        payload: request.rawBody ?? Buffer.alloc(0),
      },
      makePlan,
    );
    if (replayed) response.set('Idempotency-Replayed', 'true');
    await sendJson(response, wire);
  };

  const carryOutNow = async (): Promise<void> => {
    context.signal.throwIfAborted();
    await admitBytes();
    const reply = (await handler({ ...context, db: deps.database })) as Reply | StreamReply;
    if (reply.stream) return sendStream(response, operation, reply);
    const wire = await toWire(reply);
    response.set(reply.headers ?? {});
    await sendJson(response, wire);
  };

  const who = caller?.principal.keyId ?? address;
  try {
    if (operation.idempotent) await carryOutPlan();
    else if (carriesFile(operation))
      await deps.files.take(who, transferOf(operation, request, response), carryOutNow);
    else if (operation.lists) await deps.lists.run(who, carryOutNow);
    else await carryOutNow();
  } catch (error) {
    if (error instanceof ClientGone) return void response.destroy();
    if (adds && isDiskFull(error)) throw noRoom(error);
    throw operation.method !== 'GET' && error instanceof OutcomeUnknownError ? uncertain(error) : error;
  }
}

/** The body of a request that is what the contract says. @throws ServiceProblem when it is not. */
async function readRequest(
  { appOrigin, bodySpeed, uploadSpeed, validator }: PipelineDeps,
  operation: OperationInfo,
  request: Request,
): Promise<unknown> {
  refuseUnrequested(operation, request, appOrigin);
  if (operation.requestType === 'application/json') await readJsonBody(request, operation, bodySpeed);
  // No id has one, and the database takes none.
  if (Object.values(request.params as Record<string, string>).some((text) => text.includes('\0')))
    throw notFound();
  await validator.request(operation, request, request.params as Record<string, string>);
  refuseLoneSurrogates(request);
  await yieldEventLoop(request.rawBody?.length ?? 0);
  // Ranges are for GET alone (RFC 9110, 14.2).
  if (request.method !== 'GET') delete request.headers.range;
  return operation.requestType === 'application/octet-stream'
    ? rawBody(request, { limit: operation.maxBodyBytes, speed: uploadSpeed })
    : request.body;
}

/** The file that a request carries, or its response. */
function transferOf({ requestType }: OperationInfo, request: Request, response: Response): FileTransfer {
  const { socket } = request;
  const isUpload = requestType === 'application/octet-stream';
  return {
    bytes: () => (isUpload ? socket.bytesRead : socket.bytesWritten),
    breakOff: (problem) => (isUpload ? breakBody(request, problem) : response.destroy()),
  };
}

async function sendJson(response: Response, { status, body }: WireResponse): Promise<void> {
  await yieldEventLoop(body.length);
  const bytes = Buffer.from(body);
  await yieldEventLoop(bytes.length);
  response.status(status).type('application/json').send(bytes);
}

/** What a caller gets when the database's response to a change was lost. */
function uncertain(cause: unknown): ServiceProblem {
  return new ServiceProblem(
    'internal_error',
    'The connection to the database broke in the middle: this may or may not have been carried out. With the same Idempotency-Key it can be repeated safely.',
    { cause },
  );
}

async function authenticate(deps: PipelineDeps, request: Request, address: string) {
  const header = request.get('Authorization');
  const apiKey = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const caller = apiKey === undefined ? undefined : await deps.authenticator.admit(apiKey);
  if (caller && apiKey !== undefined) return { ...caller, apiKey };

  admit(await deps.anonymous.admit(address));
  const headers = { 'WWW-Authenticate': 'Bearer realm="Tempshare API"' };
  if (header === undefined) {
    throw new ServiceProblem('missing_api_key', 'Send an API key as `Authorization: Bearer svc_sk_…`.', {
      headers,
    });
  }
  throw new ServiceProblem(
    'invalid_api_key',
    apiKey === undefined
      ? 'The Authorization header must have the form `Bearer svc_sk_…`.'
      : 'This API key is mistyped, unknown, expired or revoked.',
    { headers },
  );
}

function admit(admission: Admission): void {
  if (admission.admitted) return;
  const retryAfter = Math.ceil(admission.resetMs / 1000);
  throw new ServiceProblem(
    'rate_limited',
    `The limit is ${admission.limit} requests per minute. Retry after ${retryAfter} seconds.`,
    { retryAfter, headers: rateLimitHeaders(admission) },
  );
}

function requireScope(operation: OperationInfo, principal: Principal): void {
  const scopes = principal.scopes as readonly string[];
  if (operation.scopes.some((all) => all.every((scope) => scopes.includes(scope)))) return;
  const needed = operation.scopes.map((all) => all.join(' and ')).join(' or ');
  throw new ServiceProblem('insufficient_scope', `This operation needs the scope ${needed}.`);
}
