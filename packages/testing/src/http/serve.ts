import type { OperationInfo } from '@tempshare/contract';
import { crossOriginHeaders, preflight } from './cross-origin.ts';
import { handlers } from '../features/index.ts';
import { idempotently, type Answer } from './idempotency.ts';
import { refuseUninvited } from './invited.ts';
import { quotaHeaders, type Quota } from './quota.ts';
import { MockProblem, WWW_AUTHENTICATE } from './problem.ts';
import { checkRequest, readBytes, readJson, type RequestParts } from './request.ts';
import { match } from './route.ts';
import type { Key, State } from '../state.ts';
import { prefixedId } from '../domain/tokens.ts';

type AnyHandler = (context: object) => Reply | Promise<Reply>;
interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: AsyncIterable<Uint8Array>;
  /** Called once the last byte has been read; never when the reader went away before. */
  sent?: () => Promise<void>;
  /** Called when the reader went away before. */
  left?: () => void;
}

/** What is different for a request. */
export interface Passage {
  /** False for one that no limit counts. */
  limited?: boolean;
  /** Called when key, limit and scope have let the request pass; what it throws is answered. */
  admitted?: (quota: Quota) => void;
}

/** One request through the mock, in the order of the service: key, limit, scope, contract, idempotency, handler. */
export async function serve(state: State, request: Request, passage: Passage = {}): Promise<Response> {
  const requestId = prefixedId('req');
  const headers = new Headers({
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...crossOriginHeaders(pathBelow(state.baseUrl, request)),
  });
  const send = ({ status, headers: more, body }: Answer): Response => {
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };
  try {
    state.sweep();
    return send(await answerTo(state, request, headers, passage));
  } catch (error) {
    const problem = error instanceof MockProblem ? error : new MockProblem('internal_error', String(error));
    const more = { ...problem.headers, 'Content-Type': 'application/problem+json; charset=utf-8' };
    return send({ status: problem.status, headers: more, body: JSON.stringify(problem.toBody(requestId)) });
  }
}

async function answerTo(
  state: State,
  request: Request,
  headers: Headers,
  { limited = true, admitted }: Passage,
): Promise<Answer> {
  const path = pathBelow(state.baseUrl, request);
  const granted = preflight(request, path);
  if (granted) return granted;
  const { operation, params } = match(request.method, path);
  const { auth } = operation;
  const keyed =
    auth === 'bearer' ||
    (auth === 'optional' && /^Bearer /i.test(request.headers.get('authorization') ?? ''));
  const key = keyed ? authenticate(state, request) : undefined;
  const quota = state.quotas.admit(key ? 'key' : 'anonymous', key?.id ?? '', state.now, limited);
  for (const [name, value] of Object.entries(quotaHeaders(quota))) headers.set(name, value);
  if (key) requireScope(operation, key);
  admitted?.(quota);
  refuseUninvited(operation, request.headers, new URL(state.appUrl).origin);

  const { requestType } = operation;
  const raw = requestType === 'application/octet-stream' && readBytes(request, operation.maxBodyBytes);
  const bytes = raw ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const json = requestType === 'application/json' ? readJson(request.headers, bytes) : undefined;
  const parts: RequestParts = {
    params,
    query: readQuery(new URL(request.url).searchParams),
    headers: Object.fromEntries(request.headers),
    body: raw || json,
  };
  checkRequest(operation, parts);
  // Ranges are for GET alone (RFC 9110, 14.2).
  if (request.method !== 'GET') delete parts.headers.range;

  const work = async (): Promise<Answer> => {
    const handler = handlers[operation.id] as unknown as AnyHandler;
    const reply = await handler({ ...parts, state, key, now: state.now });
    const type = reply.stream ? operation.responseType : 'application/json; charset=utf-8';
    const headed = { 'Content-Type': type as string, ...reply.headers };
    const body = reply.stream ? outgoing(reply.stream, reply) : JSON.stringify(reply.body);
    return { status: reply.status, headers: headed, body };
  };
  const idempotencyKey = operation.idempotent ? parts.headers['idempotency-key'] : undefined;
  if (idempotencyKey === undefined || !key) return work();
  const slot = [key.id, request.method, path, idempotencyKey].join('\n');
  return idempotently(state, slot, new TextDecoder().decode(bytes), work);
}

/** What follows the base URL in a request's address. */
export const pathBelow = (baseUrl: string, { url }: Request): string =>
  new URL(url).pathname.slice(new URL(baseUrl).pathname.length);

/** A stream that reads ahead of nobody, so that what was not asked for has not been sent. */
function outgoing(
  chunks: AsyncIterable<Uint8Array>,
  { sent, left }: Pick<Reply, 'sent' | 'left'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    async pull(controller) {
      const next = await iterator.next();
      if (!next.done) return controller.enqueue(new Uint8Array(next.value));
      await sent?.();
      controller.close();
    },
    async cancel() {
      left?.();
      await iterator.return?.();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

function readQuery(search: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function authenticate(state: State, request: Request): Key {
  const header = request.headers.get('Authorization');
  const key = state.keys.get(/^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '');
  if (key) return key;
  state.quotas.admit('anonymous', '', state.now);
  const headers = { 'WWW-Authenticate': WWW_AUTHENTICATE };
  if (header === null) {
    throw new MockProblem('missing_api_key', 'Send an API key as `Authorization: Bearer svc_sk_…`.', {
      headers,
    });
  }
  throw new MockProblem('invalid_api_key', 'The mock has no such API key.', { headers });
}

function requireScope(operation: OperationInfo, key: Key): void {
  const scopes: readonly string[] = key.scopes;
  if (operation.scopes.some((all) => all.every((scope) => scopes.includes(scope)))) return;
  const needed = operation.scopes.map((all) => all.join(' and ')).join(' or ');
  throw new MockProblem('insufficient_scope', `This operation needs the scope ${needed}.`);
}
