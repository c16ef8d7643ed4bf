import type { OperationInfo } from '@tempshare/contract';
import type { Request, Response } from 'express';
import type { Keyring } from '../../crypto/keyring.ts';
import { linkId } from '../../crypto/tokens.ts';
import type { Plan, PlanContext } from '../../domain/operation.ts';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import type { Database } from '../../storage/postgres/database.ts';
import type { Visitor } from './authenticate.ts';
import { carryOut, idempotently } from '../idempotency/carry-out.ts';
import type { WireResponse } from '../idempotency/replay.ts';
import { sendStream, type StreamReply } from '../body/stream.ts';
import type { Capacity } from '../../storage/capacity.ts';
import type { Validator } from './validate.ts';

export type Handler = (context: object) => unknown;

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: never;
}

export interface Exchange {
  database: Database;
  keyring: Keyring;
  capacity: Capacity;
  validator: Validator;
  operation: OperationInfo;
  request: Request;
  response: Response;
  caller: Visitor['caller'];
  /** Context of a handler, without the database. */
  context: { signal: AbortSignal; now: Date; address: string; body: unknown };
  handler: Handler;
  /** True if the operation adds something. */
  adds: boolean;
}

/** @throws ServiceProblem if there is no room, before anything is created */
async function admitBytes({ adds, capacity, operation, request, caller, context }: Exchange): Promise<void> {
  // The store of a file admits its bytes.
  if (!adds || operation.requestType === 'application/octet-stream') return;
  const isAnonymous = caller?.principal.isAnonymous ?? false;
  const spares = isAnonymous ? ((context.body as { size?: number }).size ?? 0) : undefined;
  await capacity.admit(request.rawBody?.length ?? 0, { spares });
}

export async function respondNow(exchange: Exchange): Promise<void> {
  const { database, operation, response, context, handler } = exchange;
  context.signal.throwIfAborted();
  await admitBytes(exchange);
  const reply = (await handler({ ...context, db: database })) as Reply | StreamReply;
  if (reply.stream) return sendStream(response, operation, reply);
  const wire = await toWire(exchange, reply);
  response.set(reply.headers ?? {});
  await sendJson(response, wire);
}

/** Carries out the handler's plan, once per `Idempotency-Key` if there is one, and responds. */
export async function respondByPlan(exchange: Exchange): Promise<void> {
  const { database, keyring, operation, request, response, caller, context, handler } = exchange;
  const makePlan = async (newId: string): Promise<Plan<WireResponse>> => {
    await admitBytes(exchange);
    const plan = (await handler({ ...context, newId } satisfies PlanContext)) as Plan<Reply>;
    return plan.kind === 'transaction'
      ? {
          kind: plan.kind,
          transaction: async (db) => {
            const reply = await plan.transaction(db);
            return reply && toWire(exchange, reply);
          },
        }
      : { ...plan, reply: await toWire(exchange, plan.reply) };
  };
  const idempotencyKey = request.get('Idempotency-Key');
  if (idempotencyKey === undefined) {
    context.signal.throwIfAborted();
    let wire: WireResponse | undefined;
    while (!wire) wire = await carryOut(database, await makePlan(linkId()));
    await sendJson(response, wire);
    return;
  }
  const use = {
    ...(caller
      ? { ...ownersUse(caller, request), keyring: caller.principal.isAnonymous ? undefined : keyring }
      : sendersUse(request, idempotencyKey)),
    idempotencyKey,
    operation: `${operation.id} ${JSON.stringify(request.params)}`,
    itemId: itemOf(request),
    now: context.now,
    idFrom: (name: string) => keyring.idFrom(name),
  };
  const { replayed, ...wire } = await idempotently(database, use, makePlan);
  if (replayed) response.set('Idempotency-Replayed', 'true');
  await sendJson(response, wire);
}

/** Key use of a caller with an API key. */
const ownersUse = ({ principal, apiKey }: NonNullable<Exchange['caller']>, { rawBody }: Request) => ({
  keyId: principal.keyId,
  secret: apiKey,
  replayAfterItemEnded: false,
  payload: rawBody ?? Buffer.alloc(0),
});

/**
 * Key use of a caller without an API key. The random key proves what was done under it, so the response is replayed
 * whatever has become of the session or the PIN, which is not part of the payload.
 */
const sendersUse = ({ params, body }: Request, idempotencyKey: string) => ({
  keyId: params['id'] as string,
  secret: idempotencyKey,
  keyring: undefined,
  replayAfterItemEnded: true,
  payload: Buffer.from(JSON.stringify({ ...(body as object), pin: undefined })),
});

/** Id in the path; undefined if the operation names nothing. */
const itemOf = ({ params }: Request): string | undefined => params['id'] as string | undefined;

async function toWire(
  { validator, operation, request }: Exchange,
  { status, body }: Reply,
): Promise<WireResponse> {
  await validator.response(operation, request, { status, body });
  return { status, body: JSON.stringify(body) };
}

const SHORT = 4096;

async function sendJson(response: Response, { status, body }: WireResponse): Promise<void> {
  await yieldEventLoop(body.length);
  // A short text is written together with the head.
  const content = body.length < SHORT ? body : Buffer.from(body);
  await yieldEventLoop(content.length);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(content));
  response.end(content);
}
