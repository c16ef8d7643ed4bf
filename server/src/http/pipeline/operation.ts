import type { OperationInfo } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Keyring } from '../../crypto/keyring.ts';
import { notFound, ServiceProblem } from '../../domain/problem.ts';
import type { CallerSemaphore } from '../../limits/semaphore.ts';
import { siteOf } from '../../limits/networks.ts';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import { anonymousQuotaExceeded, toQuotaProblem, type Capacity } from '../../storage/capacity.ts';
import { isDiskFull, OutcomeUnknownError, type Database } from '../../storage/postgres/database.ts';
import { diskFull } from '../../storage/disk/disk-floor.ts';
import { admit, type AdmissionDeps, type Call } from './authenticate.ts';
import { breakBody, type Speed } from '../body/body-watch.ts';
import { rawBody, readJsonBody } from '../body/body.ts';
import { ClientGone, untilGone } from '../connection/client-gone.ts';
import { carriesFile, type FileSlots, type FileTransfer } from '../pacing/file-slots.ts';
import { localeOf } from './negotiation.ts';
import { respondByPlan, respondNow, type Handler, type Exchange } from './respond.ts';
import { refuseUnrequested } from './unrequested.ts';
import type { Validator } from './validate.ts';

export interface PipelineDeps extends AdmissionDeps {
  database: Database;
  /** Derives ids and wraps keys for an `Idempotency-Key`. */
  keyring: Keyring;
  /** Limits the list pages that one caller reads at a time. */
  lists: CallerSemaphore;
  files: FileSlots;
  capacity: Capacity;
  validator: Validator;
  appOrigin: string;
  locales: readonly string[];
  defaultLocale: string;
  /** Minimum speeds of JSON bodies and of files. */
  bodySpeed: Speed;
  uploadSpeed: Speed;
  log: Logger;
}

/** Operations that add something: those with a 507 in the contract. */
const ADDING: ReadonlySet<string> = new Set(
  Object.values(openApiDocument().paths).flatMap((item) =>
    Object.values(item)
      .filter((operation) => 'responses' in operation && '507' in operation.responses)
      .map(({ operationId }) => operationId),
  ),
);

/** Runs one request: authenticate, parse, validate, handle, respond. */
export async function serve(deps: PipelineDeps, handler: Handler, call: Call): Promise<void> {
  const { operation, request, response } = call;
  response.locals.operation = operation.id;
  const { caller, session, address, now } = await admit(deps, call);
  const isAnonymous = caller?.principal.isAnonymous ?? false;
  if (isAnonymous) deps.anonymousSenders?.authorize(operation);
  const body = await readRequest(deps, operation, request);
  if (isAnonymous) deps.anonymousSenders?.check(body, now);
  const context = {
    params: request.params,
    query: request.query,
    headers: request.headers,
    body,
    principal: caller?.principal,
    session,
    address,
    now,
    locale: localeOf(request, deps),
    signal: untilGone(request, response),
  };
  const adds = ADDING.has(operation.id);
  const { database, keyring, capacity, validator } = deps;
  const exchange = { ...call, database, keyring, capacity, validator, caller, context, handler, adds };
  try {
    await respond(deps, exchange);
  } catch (error) {
    if (error instanceof ClientGone) return void response.destroy();
    if (isAnonymous && toQuotaProblem(error)?.code === 'quota_exceeded') throw anonymousQuotaExceeded();
    if (adds && isDiskFull(error)) throw diskFull(error);
    throw operation.method !== 'GET' && error instanceof OutcomeUnknownError ? uncertain(error) : error;
  }
}

async function respond({ files, lists }: PipelineDeps, exchange: Exchange): Promise<void> {
  const { operation, caller, context } = exchange;
  const callerKey = caller?.principal.keyId;
  if (operation.idempotent) await respondByPlan(exchange);
  else if (carriesFile(operation))
    await files.take(
      callerKey ?? siteOf(context.address),
      { ...transferOf(exchange), isKeyed: caller !== undefined },
      () => respondNow(exchange),
    );
  else if (operation.lists) await lists.run(callerKey ?? context.address, () => respondNow(exchange));
  else await respondNow(exchange);
}

/** Returns the validated body. @throws ServiceProblem */
async function readRequest(
  { appOrigin, bodySpeed, uploadSpeed, validator }: PipelineDeps,
  operation: OperationInfo,
  request: Request,
): Promise<unknown> {
  refuseUnrequested(operation, request, appOrigin);
  if (operation.requestType === 'application/json') await readJsonBody(request, operation, bodySpeed);
  // No id contains NUL, and PostgreSQL accepts none.
  if (Object.values(request.params as Record<string, string>).some((text) => text.includes('\0')))
    throw notFound();
  await validator.request(operation, request, request.params as Record<string, string>);
  await yieldEventLoop(request.rawBody?.length ?? 0);
  // Ranges are for GET alone (RFC 9110, 14.2).
  if (request.method !== 'GET') delete request.headers.range;
  return operation.requestType === 'application/octet-stream'
    ? rawBody(request, { limit: operation.maxBodyBytes, speed: uploadSpeed })
    : request.body;
}

function transferOf({ operation, request, response }: Call): Omit<FileTransfer, 'isKeyed'> {
  const { socket } = request;
  const isUpload = operation.requestType === 'application/octet-stream';
  return {
    bytes: () => (isUpload ? socket.bytesRead : socket.bytesWritten),
    breakOff: (problem) => (isUpload ? breakBody(request, problem) : response.destroy()),
  };
}

/** Problem after a lost response of the database to a change. */
function uncertain(cause: unknown): ServiceProblem {
  return new ServiceProblem(
    'internal_error',
    'The connection to the database broke in the middle: this may or may not have been carried out. With the same Idempotency-Key it can be repeated safely.',
    { cause },
  );
}
